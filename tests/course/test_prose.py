import pytest

from tools.prose import ProseBlock, digest, parse_blocks, plain, references, sentences, words

TEXT = """\
# Tytuł

<!-- pl 0123abcd -->
Pierwszy akapit,
w dwóch liniach.
```python picture="board"
new_game()

1 + 1
```

- jeden
- dwa

| a | b |
|---|---|
| 1 | 2 |

> Cytat.

![Co widać](../pictures/a.png)

<br>
"""


def cut(prose: str) -> list[str]:
    return [sentence.text for block in parse_blocks(prose) for sentence in sentences(block)]


def test_a_text_is_cut_at_blank_lines_and_fences():
    blocks = parse_blocks(TEXT)
    kinds = ["heading", "paragraph", "code", "list", "table", "quote", "picture", "markup"]
    assert [block.kind for block in blocks] == kinds
    assert [block.line for block in blocks] == [1, 4, 6, 12, 15, 19, 21, 23]
    assert [block.stamp for block in blocks] == [None, "0123abcd", *[None] * 6]
    assert blocks[1].text == "Pierwszy akapit,\nw dwóch liniach."
    assert blocks[2] == ProseBlock("code", "new_game()\n\n1 + 1", 6, None, 'python picture="board"')


def test_a_stamp_above_nothing_is_an_empty_block():
    assert parse_blocks("<!-- pl 0123abcd -->\n\nText.\n")[0] == ProseBlock("paragraph", "", 1, "0123abcd")
    assert parse_blocks("<!-- pl 0123abcd -->\n")[0].text == ""


def test_a_cell_without_an_end_is_said_with_its_line():
    with pytest.raises(ValueError, match="line 3"):
        parse_blocks("Text.\n\n```python\n1 + 1\n")


def test_the_digest_does_not_see_blanks_around_the_text():
    assert digest(" Text.\n") == digest("Text.")
    assert digest("Text.") != digest("Text!")
    assert len(digest("")) == 8


@pytest.mark.parametrize(
    "sentence",
    [
        "Poczta była przy ul. Wilczej 41 w Warszawie.",
        "Było to np. Powiśle, m.in. Czerniaków i pl. Wilsona.",
        "W 1944 r. Warszawa płonęła.",
        "K. Grenda spotkał K. K. Baczyńskiego.",
        "Mr. Smith came, e.g. Bob.",
        "To gra „Mali Powstańcy. Warszawa 1944” w naszych słowach.",
        "„Kto tam?” zapytał ktoś.",
        "Było ich 3.5 tysiąca.",
        "Zobacz [stronę](http://a.pl/b.html) i `kod. Kod`.",
    ],
)
def test_one_sentence_stays_one(sentence):
    assert cut(sentence) == [sentence]


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("Raz. Dwa! Trzy? Cztery…", ["Raz.", "Dwa!", "Trzy?", "Cztery…"]),
        ("**Raz.** Dwa.", ["**Raz.**", "Dwa."]),
        ("Raz. [@a] Dwa [@b; @c]. Trzy.", ["Raz. [@a]", "Dwa [@b; @c].", "Trzy."]),
        ("Raz.\n„Dwa.” (Trzy.)", ["Raz.", "„Dwa.”", "(Trzy.)"]),
        ("- raz\n  dalej\n- dwa. Trzy", ["raz dalej", "dwa.", "Trzy"]),
        ("| a | b. |\n|---|---|\n| c | d |", ["a | b.", "c | d"]),
        ("> Raz.\n> Dwa.", ["Raz.", "Dwa."]),
        ("1. raz\n2. dwa", ["raz", "dwa"]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(prose, expected):
    assert cut(prose) == expected


def test_a_sentence_knows_its_line():
    (block,) = parse_blocks("- raz\n- dwa\n- trzy\n")
    assert [sentence.line for sentence in sentences(block)] == [1, 2, 3]


def test_references_links_and_code_are_no_words():
    text = "Było [skrzynek](term:box) około **40** [@a; @b], patrz `x = 1` i ![obraz](a.png) <b>tu</b>."
    assert words(text) == ["Było", "skrzynek", "około", "40", "patrz", "i", "tu"]
    assert references(text) == ["a", "b"]
    assert words("szaro-białe 10,000 m.in. it's") == ["szaro-białe", "10,000", "m.in", "it's"]
    assert "**" not in plain("**Ważne**")
