"""Pages have the signs of a printed book, and nothing but prose is touched."""

import pytest

from tools.typesetting import typeset


@pytest.mark.parametrize("sign", ["'", "&#x27;", "&#39;"])
def test_apostrophes_are_curled_in_words_and_after_them(sign):
    assert typeset(f"<p>It{sign}s the scouts{sign} post.</p>", "en") == "<p>It’s the scouts’ post.</p>"


def test_a_polish_line_does_not_end_in_a_word_of_one_letter():
    assert typeset("<p>I w lesie, a (z domu) „o nas”</p>", "pl") == (
        "<p>I\u00a0w\u00a0lesie, a\u00a0(z\u00a0domu) „o\u00a0nas”</p>"
    )


def test_english_and_longer_words_keep_their_blanks():
    assert typeset("<p>I see a map.</p>", "en") == "<p>I see a map.</p>"
    assert typeset("<p>do domu na Woli</p>", "pl") == "<p>do domu na Woli</p>"


@pytest.mark.parametrize(
    "html",
    [
        "<code>print('a b') i x</code>",
        "<pre>it's i\nw <b>x</b></pre>",
        "<style>p{font:'MP Sans'}</style>",
        "<title>it's</title>",
        "<svg><text>A i B</text></svg>",
        """<a title="it's w domu" href="x">y</a>""",
    ],
)
def test_what_is_no_prose_stays_as_it_is(html):
    assert typeset(html, "pl") == html


def test_dots_to_be_joined_stay_on_one_line():
    assert typeset("<td>• •</td>", "pl") == "<td>•\u00a0•</td>"
