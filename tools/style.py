"""How lessons are written: short sentences, few new terms, explained at their first use, one skeleton, calm words.

What a lesson asks (data/lessons) is judged like its prose. It cannot link to the glossary, so its terms have to be
linked by the prose of the same lesson or of an earlier one.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from mali_powstancy.texts.glossary import Term, terms
from tools.prose import LANGUAGES, TERM_LINK, Document, ProseBlock, exercise_documents, plain, read_documents, sentences

MEAN_WORDS, MOST_WORDS = 14, 25
SHORT_SENTENCES_UNTIL = 7
"""Up to this lesson sentences are as short as the two numbers say."""
NEW_TERMS = 6

EVERYDAY: Mapping[str, str] = {
    "scout": "everybody knows the word; what the scouts of 1944 did is the course itself",
    "field": "a circle one sees on the board; lesson 02 says so where it begins to count",
    "district": "a word of every town",
    "road": "a word of every town",
    "walking": "the word for going on foot; lesson 03 shows it beside the jump",
    "soldier": "everybody knows the word; lesson 03 says in a sentence which piece it is",
    "prison": "everybody knows the word",
    "late": "everybody knows the words",
    "round": "a word of every board game; lesson 00 plays one",
    "turn": "a word of every board game; lesson 00 plays one",
    "temper": "plain words: how somebody plays; the start menu says what each one means",
    "zawisza": "always said with who they were, in the same sentence",
    "field-post": "part of a name, or said with whose post it was, in the same sentence",
    "postmark": "everybody knows the word; the workshop of lesson 01 makes one",
    "lily": "one sees it: the workshop of lesson 01 draws it",
    "barricade": "lesson 02 says in the next sentence what it is",
    "estimate": "lesson 01 says in the same sentence why people estimate",
    "cooperation": "everybody knows the word; lesson 09 links it where it becomes the subject",
}
"""Terms of the glossary that need no link, each with the reason."""
EXPLAINED: Mapping[tuple[str, str], str] = {
    ("00-start", "source"): "the next sentence says that one can look up there how we know",
    ("00-start", "insurgent"): "part of the name of the game",
    ("00-start", "order-track"): "the exercise says in the same sentence what it is",
    ("01-letters", "shortest-route"): "a look at the next lesson, which links it",
    ("06-rules-extended", "pals-from-the-yard"): "the exercise of this name says what it is; lesson 07 links it",
    ("06-rules-extended", "insurgent-unit"): "the exercise of this name says what it is; lesson 07 links it",
    ("06-rules-extended", "swapping-orders"): "the exercise of this name says what it is; lesson 07 links it",
    ("06-rules-extended", "street-gossip"): "the exercise of this name says what it is; lesson 07 links it",
    ("12-what-may-i-tell-you", "mission"): "the list of rules says in its first line what it is",
    ("12-what-may-i-tell-you", "support"): "the list of rules says it where it links the tile",
    ("12-what-may-i-tell-you", "withdraw"): "the list of rules says what one does then",
    ("12-what-may-i-tell-you", "character"): "the lesson says that the card is never the pupil's",
    ("12-what-may-i-tell-you", "trauma-and-phobia"): "exercise A shows how it counts",
    ("12-what-may-i-tell-you", "merry-christmas"): "only counted, as one card of the deck",
    ("12-what-may-i-tell-you", "monument-card"): "the sentence before says what it stands for",
    ("13-news-and-orders", "order"): "an order of an army, in its everyday meaning",
    ("14-three-games", "insurgent"): "part of the name of the game",
}
"""Where a lesson uses a term that it need not link, each with the reason: (lesson, term) -> why."""

SKELETON: Mapping[str, tuple[str, ...]] = {
    "pl": ("Pytanie", "Po tej lekcji", "Quiz", "Podsumowanie", "Bilet wyjścia", "Pod maską", "Dalej"),
    "en": ("The question", "By the end of this lesson", "Quiz", "Summary", "Exit ticket", "Under the bonnet", "Next"),
}
OPTIONAL = frozenset({"Pod maską", "Under the bonnet"})
FREE_BETWEEN = {"pl": ("Pytanie", "Quiz"), "en": ("The question", "Quiz")}
"""Where a lesson may have headings of its own, exercises among them."""
EXERCISE = {"pl": "Ćwiczenie", "en": "Exercise"}

FORBIDDEN: Mapping[str, Mapping[str, str]] = {
    "pl": {
        r"bohater\w*": "no glory: say what the person did",
        r"heroi\w*": "no glory: say what the person did",
        r"chwał\w*|chwaleb\w*": "no glory: say what happened",
        r"męczeń\w*|męczenni\w*": "no martyrdom: say what happened",
        r"odda(?:ł\w*|li)\s+(?:swoje\s+)?życie": "nobody gave a life away: say what happened",
        r"mal(?:i|y|ych|ego)\s+żołnierz\w*": "children were not soldiers",
        r"nieustraszon\w*": "everybody was afraid: say what the person did",
    },
    "en": {
        r"hero|heroes|heroic\w*|heroism|heroines?": "no glory: say what the person did",
        r"glory|glorious\w*|glorif\w*": "no glory: say what happened",
        r"martyr\w*": "no martyrdom: say what happened",
        r"(?:gave|given?|giving)\s+(?:up\s+)?(?:their|his|her)\s+li(?:fe|ves)": "nobody gave a life away",
        r"little\s+soldiers?": "children were not soldiers",
        r"fearless\w*": "everybody was afraid: say what the person did",
    },
}
"""Words that the course does not use, each with the reason."""
TALKS_ABOUT: Mapping[tuple[str, str], str] = {}
"""Where a text may use such a word because it talks about the word itself: (document, word in small letters) -> why."""


class StyleFault(NamedTuple):
    """Something that is not as a lesson should be."""

    lesson: str
    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


def faults(documents: Iterable[Document], glossary: Mapping[str, Term] | None = None) -> list[StyleFault]:
    """Everything that is wrong with the style of the course."""
    documents = list(documents)
    known = terms() if glossary is None else glossary
    found = [fault for language in LANGUAGES for fault in too_many_terms(documents, language)]
    found += [use.fault for use in unlinked(documents, known) if not is_exempt(use)]
    for document in documents:
        found += [*forbidden_words(document), *dead_terms(document, known)]
        if not document.lesson[:2].isdecimal():
            continue
        if document.is_lesson:
            found += skeleton_faults(document)
        if (document.is_lesson or document.is_asking) and int(document.lesson[:2]) <= SHORT_SENTENCES_UNTIL:
            found += long_sentences(document)
    return found


# Sentences ----------------------------------------------------------------------------------------------------------


def long_sentences(document: Document) -> Iterator[StyleFault]:
    """Sentences with too many words, and a lesson whose sentences are too long on average. Tables do not count."""
    counted = [
        (len(sentence.words), sentence)
        for block in document.blocks
        if block.kind not in ("heading", "table")
        for sentence in sentences(block)
        if sentence.words
    ]
    for length, sentence in counted:
        if length > MOST_WORDS:
            what = f"{length} words in one sentence, at most {MOST_WORDS}: {sentence.text}"
            yield StyleFault(document.lesson, document.place(sentence.line), what)
    mean = sum(length for length, _ in counted) / max(1, len(counted))
    if mean > MEAN_WORDS:
        what = f"the sentences have {mean:.1f} words on average, at most {MEAN_WORDS}: write shorter ones"
        yield StyleFault(document.lesson, document.place(1), what)


# Terms --------------------------------------------------------------------------------------------------------------


def linked_terms(document: Document) -> list[str]:
    """The ids of the terms that a document links to, in order."""
    return [name for block in document.blocks if not block.is_code for _, name in TERM_LINK.findall(block.text)]


def new_terms(documents: Iterable[Document], language: str) -> dict[str, list[str]]:
    """For each lesson, in the order of the course, the terms that no earlier lesson has linked."""
    seen: set[str] = set()
    found = {}
    for document in sorted(documents, key=lambda one: one.name):
        if document.is_lesson and document.language == language:
            found[document.lesson] = list(dict.fromkeys(name for name in linked_terms(document) if name not in seen))
            seen.update(found[document.lesson])
    return found


def too_many_terms(documents: Iterable[Document], language: str) -> Iterator[StyleFault]:
    """Lessons with more new terms than a pupil can take in."""
    for lesson, names in new_terms(documents, language).items():
        if len(names) > NEW_TERMS:
            what = f"{len(names)} new terms, at most {NEW_TERMS}: {', '.join(names)}"
            yield StyleFault(lesson, f"lessons/{language}/{lesson}.md:1", what)


def dead_terms(document: Document, glossary: Mapping[str, Term]) -> Iterator[StyleFault]:
    """Links to terms that the glossary does not have, and links without words."""
    for block in document.blocks:
        for words, name in [] if block.is_code else TERM_LINK.findall(block.text):
            if name not in glossary:
                what = f"the glossary has no term {name!r} ([{words}](term:{name}))"
                yield StyleFault(document.lesson, document.place(block.line), what)
            if not words.strip():
                yield StyleFault(
                    document.lesson, document.place(block.line), f"the link to the term {name!r} has no words"
                )


class Unlinked(NamedTuple):
    """A term that a lesson uses without the link that explains it."""

    term: str
    fault: StyleFault


def unlinked(documents: Iterable[Document], glossary: Mapping[str, Term]) -> list[Unlinked]:
    """Every term whose first use does not link in a lesson, and every one that is asked about before a lesson links."""
    documents = list(documents)
    found = [use for document in documents if document.is_lesson for use in unlinked_terms(document, glossary)]
    return found + [use for language in LANGUAGES for use in untaught_terms(documents, language, glossary)]


def is_exempt(use: Unlinked) -> bool:
    """Whether one of the two lists says why the term needs no link there."""
    return use.term in EVERYDAY or (use.fault.lesson, use.term) in EXPLAINED


def needless_exemptions(documents: Iterable[Document], glossary: Mapping[str, Term]) -> list[str]:
    """Entries of the two lists that excuse nothing any more."""
    uses = {(use.fault.lesson, use.term) for use in unlinked(documents, glossary)}
    everywhere = {term for _, term in uses}
    needless = [f"EVERYDAY: {term!r} is linked or not used: take it out" for term in EVERYDAY if term not in everywhere]
    for place in EXPLAINED:
        if place not in uses or place[1] in EVERYDAY:
            needless.append(f"EXPLAINED: {place!r} is linked, not used, or exempt anyway: take it out")
    return needless


def untaught_terms(documents: Iterable[Document], language: str, glossary: Mapping[str, Term]) -> Iterator[Unlinked]:
    """Terms that exercises, quiz or exit ticket of a lesson use, and neither it nor an earlier lesson links."""
    of_language = [document for document in documents if document.language == language]
    taught: set[str] = set()
    for lesson in sorted((document for document in of_language if document.is_lesson), key=lambda one: one.name):
        taught.update(linked_terms(lesson))
        for asking in (document for document in of_language if document.is_asking and document.lesson == lesson.lesson):
            for term in (term for term in glossary.values() if term.id not in taught):
                uses = ((word, block) for block in asking.blocks for word in uses_of(term, language, plain(block.text)))
                if first := next(uses, None):
                    what = f"{first[0]!r} is asked about, but no lesson so far links to the term {term.id!r}"
                    yield Unlinked(term.id, StyleFault(asking.lesson, asking.place(first[1].line), what))


def unlinked_terms(document: Document, glossary: Mapping[str, Term]) -> Iterator[Unlinked]:
    """Terms whose first use in a lesson does not link to the glossary. Headings do not count."""
    read = [block for block in document.blocks if block.kind not in ("code", "heading", "markup", "picture")]
    linked = [(block, list(TERM_LINK.finditer(block.text))) for block in read]
    for term in glossary.values():
        for block, links in linked:
            if uses := _uses(block, links, term, document.language):
                word = uses[min(uses)]
                if word:
                    what = f"the first use of a term does not link: write [{word}](term:{term.id})"
                    yield Unlinked(term.id, StyleFault(document.lesson, document.place(block.line), what))
                break


def uses_of(term: Term, language: str, text: str) -> list[str]:
    """The words of a text that use a term, whether or not they link to it."""
    return _pattern_of(term.stems[language]).findall(text) if term.stems[language] else []


def _uses(block: ProseBlock, links: list[re.Match[str]], term: Term, language: str) -> dict[int, str | None]:
    """Where a block uses a term, and the words; None where it links to it. Part of another term's link is no use."""
    uses: dict[int, str | None] = {found.start(): None for found in links if found.group(2) == term.id}
    if stems := term.stems[language]:
        for use in _pattern_of(stems).finditer(block.text):
            linked = any(found.start() < use.start() < found.end() for found in links)
            if not linked and not _is_hidden(block.text, use.start()):
                uses[use.start()] = use.group()
    return uses


def _is_hidden(text: str, position: int) -> bool:
    """Whether a reader does not see this place: the address of a link, or code."""
    hidden = re.finditer(r"(?<=\])\([^)]*\)|\[@[^\]]*\]|`[^`]*`|<[^>]*>", text)
    return any(found.start() <= position < found.end() for found in hidden)


@cache
def _pattern_of(stems: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the uses of a term: whole words, with any ending where the stem ends in `*`."""
    forms = (r"\s+".join(re.escape(word).replace(r"\*", r"\w*") for word in stem.split()) for stem in stems)
    return re.compile(rf"\b(?:{'|'.join(forms)})\b", re.IGNORECASE)


# Skeleton -----------------------------------------------------------------------------------------------------------


def skeleton_faults(document: Document) -> Iterator[StyleFault]:
    """What is missing of the headings that every lesson has, or not in their order."""
    skeleton = SKELETON[document.language]
    headings = [(block.level, block.text.lstrip("#").strip(), block.line) for block in document.blocks if block.level]
    if not headings or headings[0][0] != 1 or sum(level == 1 for level, *_ in headings) != 1:
        yield StyleFault(document.lesson, document.place(1), "a lesson begins with one title: `# …`")
    second = [(text, line) for level, text, line in headings if level == 2]
    present = [text for text, _ in second if text in skeleton]
    for wanted in skeleton:
        if wanted not in present and wanted not in OPTIONAL:
            yield StyleFault(document.lesson, document.place(1), f"the heading `## {wanted}` is missing")
    if present != [text for text in skeleton if text in present]:
        what = f"the headings stand in another order than {', '.join(skeleton)}: {', '.join(present)}"
        yield StyleFault(document.lesson, document.place(1), what)
    yield from _misplaced(document, second)
    yield from _missing_exercises(document, second)


def _misplaced(document: Document, headings: list[tuple[str, int]]) -> Iterator[StyleFault]:
    opens, closes = FREE_BETWEEN[document.language]
    free = False
    for text, line in headings:
        if text in (opens, closes):
            free = text == opens
        elif text not in SKELETON[document.language] and not free:
            what = f"`## {text}` may stand only between `## {opens}` and `## {closes}`"
            yield StyleFault(document.lesson, document.place(line), what)


def _missing_exercises(document: Document, headings: list[tuple[str, int]]) -> Iterator[StyleFault]:
    word = EXERCISE[document.language]
    letters = [found.group(1) for text, _ in headings if (found := re.match(rf"{word} ([A-Z]): \S", text))]
    expected = [chr(ord("A") + number) for number in range(max(3, len(letters)))]
    if letters != expected:
        what = f"the exercises are {', '.join(letters) or 'none'}, not {', '.join(expected)} (`## {word} A: …`)"
        yield StyleFault(document.lesson, document.place(1), what)


# Words --------------------------------------------------------------------------------------------------------------


def forbidden_words(document: Document) -> Iterator[StyleFault]:
    """Words that the course does not use, but where a text talks about the word itself."""
    for word, (line, why) in forbidden_in(document).items():
        if (document.name, word) not in TALKS_ABOUT:
            yield StyleFault(document.lesson, document.place(line), f"{word!r}: {why}")


def forbidden_in(document: Document) -> dict[str, tuple[int, str]]:
    """The words of a document that the course does not use, in small letters, with their first lines and reasons."""
    uses: dict[str, tuple[int, str]] = {}
    for block in document.blocks:
        patterns = {} if block.is_code else FORBIDDEN[document.language]
        for pattern, why in patterns.items():
            for found in re.finditer(rf"\b(?:{pattern})\b", plain(block.text), re.IGNORECASE):
                uses.setdefault(" ".join(found.group().lower().split()), (block.line, why))
    return uses


def main(arguments: list[str] | None = None) -> int:
    """Say what is not as a lesson should be."""
    argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0]).parse_args(arguments)
    documents = [*read_documents(), *exercise_documents()]
    found = [*map(str, faults(documents)), *needless_exemptions(documents, terms())]
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
