"""What the tables of people share: names, states and company."""

from __future__ import annotations

from strandline.extract.naming import NOT_NAMES
from strandline.extract.patterns import Found
from strandline.extract.values import stretch

SPEAKER = frozenset({"speaker"})
PEOPLE = frozenset({"speaker", "person", "pronoun"})
NATIONS = frozenset(
    """
    british english scottish welsh irish french german italian spanish portuguese dutch belgian swiss austrian
    polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian finnish swedish norwegian
    danish icelandic estonian latvian lithuanian croatian serbian bosnian slovenian albanian american canadian
    mexican brazilian argentinian argentine chilean peruvian colombian venezuelan cuban chinese japanese korean
    vietnamese thai indonesian malaysian filipino singaporean indian pakistani bangladeshi nepalese nepali
    sri-lankan iranian persian iraqi syrian lebanese israeli palestinian jordanian egyptian moroccan algerian
    tunisian libyan nigerian ghanaian kenyan ethiopian somali ugandan tanzanian south-african zimbabwean senegalese
    australian kiwi maltese cypriot armenian georgian azeri kazakh uzbek mongolian taiwanese catalan basque breton
    bavarian sicilian welshman irishman scot dane swede finn pole turk greek spaniard frenchman frenchwoman
    englishman englishwoman dutchman afghan saudi emirati kuwaiti jamaican gujarati punjabi bengali tamil kurdish
    tibetan flemish walloon cornish quebecois québécois geordie glaswegian londoner mancunian parisian berliner
    liverpudlian scouser bengali sri_lankan burmese cambodian laotian qatari yemeni sudanese congolese rwandan
    angolan ivorian malian namibian botswanan uruguayan paraguayan bolivian ecuadorian panamanian guatemalan
    honduran salvadoran nicaraguan dominican haitian trinidadian barbadian bahamian fijian samoan tongan maori
    hawaiian texan californian luxembourgish moldovan belarusian macedonian montenegrin kosovan faroese greenlandic
    sami
    """.split()  # noqa: SIM905
)
NO_NAMES = frozenset(
    ("team", "same", "right", "almost", "nothing", "all", "new", "still", "only", "again", "yes", "no")
) | frozenset(
    [
        "ok",
        "okay",
        "done",
        "sorry",
        "fine",
        "good",
        "great",
        "happy",
        "back",
        "here",
        "ready",
        "sure",
        "serious",
        "sick",
        "tired",
        "busy",
        "free",
        "single",
        "married",
        "not",
        "so",
        "very",
        "just",
        "all",
        "only",
        "well",
        "glad",
        "afraid",
        "old",
        "new",
        "late",
        "early",
        "home",
        "alone",
        "awake",
        "away",
        "off",
        "out",
        "in",
        "on",
        "up",
        "down",
        "over",
        "available",
        "interested",
        "excited",
        "curious",
        "confused",
        "lost",
        "stuck",
        "broke",
        "hungry",
        "thirsty",
        "sad",
        "mad",
        "angry",
        "bored",
        "cold",
        "hot",
        "full",
        "dead",
        "done",
        "gone",
        "going",
        "trying",
        "looking",
        "god",
    ]
)


def from_somewhere(found: Found) -> bool:
    """A place one can be from: with a capital, or in a text that has none; not "the future", not "IT support"."""
    start, stop = stretch(found.words, found.groups["v"][0], "place")
    words = found.words[start:stop]
    named = any(word.capital and word.word != "it" for word in words)
    return named or (
        len(words) <= 2
        and words[:1] != ()
        and words[0].word not in ("the", "a", "an", "my", "work", "home", "scratch", "here", "there")
        and not any(t.capital for t in found.clause.sentence.tokens)
    )


def a_name(found: Found) -> bool:
    """Written as a name, or in a text without capitals; not "spelled with a K", not "on the list"."""
    word = found.words[found.groups["v"][0]]
    small = not any(token.capital for token in found.clause.sentence.tokens)
    return word.word not in NO_NAMES | NOT_NAMES | {
        "spelled",
        "spelt",
        "pronounced",
        "taken",
        "written",
        "wrong",
        "missing",
    } and (word.capital or small)
