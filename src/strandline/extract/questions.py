"""What the assistant may ask, and the statement that an answer to it makes.

Questions are folded: lower case, contractions opened, one space between the words, no question mark.
"""

from __future__ import annotations

import re

POLITELY = re.compile(
    r" (?:, )?(?:if (?:i (?:may|might|can|could) (?:ask|be so bold)|you do not mind (?:me |my )?(?:asking|saying|"
    r"sharing)|it is not too (?:personal|nosy)|that is (?:ok|okay|all right|alright))|may i ask|by the way|btw|please)$"
)
"""What a question may end with for politeness alone."""
_OFTEN = r"(?:usually |normally |mostly |mainly |currently |now |actually |also |still |regularly )*"
_ASKED_FOR = (
    r"^(?:(?:and|so|ok|okay|great|thanks|also|finally|next|then|first|now|your|any|other|what about|how about|what of|"
    r"the|,) )*"
)
FRAMES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), frame)
    for pattern, frame in (
        (r"where (?:is|'s) (?:your )?home(?: for you| these days| now)?$", "I live in {}"),
        (r"^(?:and |so |ok |okay )?your (?P<n>name) (?:is|would be)$", "My {n} is {}"),
        (rf"where (?:exactly |abouts )?(?:do you {_OFTEN}live|are you {_OFTEN}(?:living|based|located|staying))",
         "I live in {}"),
        (rf"(?:which|what) (?:city|town|country|place|part of [\w ]+) (?:do you {_OFTEN}live in|are you "
         rf"{_OFTEN}(?:based |living )?in)", "I live in {}"),
        (rf"where do you {_OFTEN}work", "I work at {}"),
        (r"(?:who|which company|what company) (?:do|are) you (?:work|working) (?:for|at|with)|who (?:is your "
         r"employer|employs you)", "I work at {}"),
        (rf"what (?:do|are) you {_OFTEN}(?:study|studying|major in|majoring in|reading at)", "I study {}"),
        (r"where (?:do|did|are) you (?:study|studying|go to (?:university|college|uni))|which (?:university|"
         r"college|school) (?:do you (?:go to|attend)|are you at)", "I study at {}"),
        (r"where (?:are you (?:originally |actually )?from|do you (?:originally )?come from)|which country are you "
         r"from", "I am from {}"),
        (r"where were you born", "I was born in {}"),
        (r"where did you grow up", "I grew up in {}"),
        (r"when were you born", "I was born on {}"),
        (r"how old are you|what age are you", "I am {} years old"),
        (r"how tall are you", "I am {} tall"),
        (r"what (?:do|are) you (?:do|doing) for (?:a living|work|a job)|what do you do$|what (?:kind|sort) of work "
         r"do you do|what do you work as"
         r"|what is your (?:current )?(?:line of work|job|occupation|profession|trade|role)", "I work as {}"),
        (rf"{_ASKED_FOR}(?:job|occupation|profession|line of work|trade)$", "I work as {}"),
        (r"what (?:should|may|can|shall|do) (?:i|we|people|they|others|everyone|(?:your )?(?:friends|family|mates|"
         r"colleagues)) call you|how (?:should|may) i address you|"
         r"what do you like to be called", "Call me {}"),
        (r"what (?:is|'s) her name|what is she called", "She is called {}"),
        (r"what (?:is|'s) his name|what is he called", "He is called {}"),
        (r"what (?:is|'s) its name|what is it called", "It is called {}"),
        (r"what are their names|what are they called", "They are called {}"),
        (r"do you have a nickname", "My nickname is {}"),
        (r"who are you$", "I am {}"),
        (r"(?:which|what) (?:team|department) are you (?:on|in)", "My team is {}"),
        (r"are you (?:a student|studying|at (?:university|college|uni))$", "I study {}"),
        (r"how old (?:is|are) your (?P<n>[\w'-]+)$", "My {n} is {} years old"),
        (r"where does your (?P<n>[\w'-]+) (?P<v>live|work)$", "My {n} {v}s in {}"),
        (r"where is your (?P<n>[\w'-]+) (?P<v>living|working|based)$", "My {n} is {v} in {}"),
        (r"what does your (?P<n>[\w'-]+) do(?: for (?:a living|work))?$", "My {n} works as {}"),
        (r"how many (?P<n>[\w -]+?) do you (?P<v>have|own|speak)", "I {v} {} {n}"),
        (r"(?:what|when) (?:is|'s) your (?:birthday|date of birth)|when do you celebrate your birthday",
         "My birthday is {}"),
        (r"(?:what|which) (?:is|are|'s) (?:the name of your|your) (?P<n>[\w'-]+)(?: 's name| called)$|what (?:is|"
         r"are|'s) your (?P<k>[\w'-]+) (?:'s )?(?:names|name)$|what (?:is|'s) the name of your (?P<m>[\w' -]+)",
         "My {n} is called {}"),
        (r"(?:what|which|do you have any|have you got any|have you any|any)(?: (?:are|is) your)?(?: \w+)? (?:hobby|"
         r"hobbies|pastimes|interests)", "My hobbies include {}"),
        (r"what do you (?:like to )?do (?:for fun|in your (?:free|spare) time|at weekends|on weekends|to relax)",
         "My hobbies include {}"),
        (rf"{_ASKED_FOR}(?:hobby|hobbies|pastimes|interests)$", "My hobbies include {}"),
        (r"(?:what is|what are|what's|whats|which is|who is|who's|who are|when is|when's|what 's|who 's|when 's) "
         r"your (?P<n>[\w' -]+?)(?: called)?$", "My {n} is {}"),
        (r"(?:may|can|could) i (?:have|get|ask|know) your (?P<n>[\w' -]+)|(?:tell|give|remind) me (?:of )?your "
         r"(?P<m>[\w' -]+)", "My {n} is {}"),
        (r"(?:do you have|have you got|have you|any) (?:any )?(?:known |food |other )*(?:allergies|allergy|"
         r"intolerances)", "I am allergic to {}"),
        (rf"{_ASKED_FOR}(?:known |food )?(?:allergies|allergy)$", "I am allergic to {}"),
        (r"what are you allergic to|are you allergic to (?:anything|something|any [\w ]+)$|what allergies do you "
         r"have", "I am allergic to {}"),
        (r"(?:any|what) (?:medical |health |chronic |existing )*conditions|(?:do you have|have you) (?:any "
         r")?(?:medical |health |chronic |existing |pre-existing )+(?:conditions|problems|issues)", "I have {}"),
        (r"(?:what|which) (?:languages?|instruments?|sports?|games?) (?:do|can) you (?P<v>speak|play|know)",
         "I {v} {}"),
        (r"(?:what|which) languages?(?: are you fluent in)?$|do you speak any (?:other |foreign )*languages?",
         "I speak {}"),
        (rf"(?:do|can) you play (?:an|any|a musical) (?:musical )?(?:instruments?|sports?)|{_ASKED_FOR}(?:musical "
         rf")?instruments?$|(?:what|which) instruments?$", "I play {}"),
        (rf"(?:what|which)(?: [\w-]+){{0,3}} do you {_OFTEN}(?P<v>prefer|drive|speak|play|eat|drink|use|like|love|"
         rf"hate|own|avoid|take|collect|teach|support)$", "I {v} {}"),
        (r"(?:what|which)(?: \w+)? are you (?P<v>learning|reading|writing|studying|taking|using|driving|working on|"
         r"allergic to)", "I am {v} {}"),
        (r"what (?:medication|medications|medicine|medicines|pills)|(?:do|are) you (?:take|taking|on) (?:any "
         r")?(?:regular )?(?:medication|medications|medicine|medicines|pills|meds)|any (?:regular |current "
         r")?(?:medication|medications|meds)", "I take {}"),
        (r"(?:do|are) you (?:follow|on|have|following) (?:a|any) (?:special |particular |specific )*(?:diet|"
         r"dietary \w+)|(?:any|what) dietary (?:requirements|restrictions|needs|preferences)", "I am {}"),
        (r"(?:what|which) (?:car|bike|vehicle) do you have|do you (?:drive|have a car)$", "I drive {}"),
        (rf"(?:do you have|have you got|have you|{_ASKED_FOR}) ?(?:any )?(?P<n>pets|children|kids|siblings|"
         rf"brothers|sisters)$", "I have {}"),
        (r"do you have (?:an? )(?P<n>pet|child|kid|dog|cat)$", "I have {}"),
        (r"what (?:animals|pets) do you have", "I have {}"),
        (r"what time ?zone", "My time zone is {}"),
        (r"what (?:are your )?pronouns", "My pronouns are {}"),
        (rf"{_ASKED_FOR}(?:city|town|location|place of residence|home ?town)$", "I live in {}"),
        (rf"{_ASKED_FOR}(?:employer|company|workplace)$", "I work at {}"),
        (rf"{_ASKED_FOR}(?:age)$", "I am {} years old"),
        (rf"{_ASKED_FOR}(?:languages)$", "I speak {}"),
        (rf"{_ASKED_FOR}(?P<n>name|full name|email|email address|e-mail|phone number|phone|address|birthday|date "
         rf"of birth|pronouns|time zone|shoe size|blood type|height|weight|manager|boss|favourite [\w ]+)$",
         "My {n} is {}"),
    )
)  # fmt: skip
"""What asks for a value, and the statement of the value; "{n}" and "{v}" are words of the question."""

HOW_LONG: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?:how long|since when) have you (?P<x>(?:been|worked|lived|had|played|studied|owned|known|"
                r"driven|used|spoken) .+)"), "I have {x}"),
    (re.compile(r"(?:since when|how long) (?:do|are) you (?P<x>(?:live|living|work|working|have|own|play|playing) "
                r".+)"), "I have been {x}"),
)  # fmt: skip
"""What asks since when something holds."""

EITHER = re.compile(
    r"(?:do you )(?P<x>(?:\w+ )?(?:like|love|prefer|speak|drink|eat|play|drive|use|take|study|own|have)) "
    r"(?P<a>[\w' -]+?)(?: better| more)? or (?P<b>[\w' -]+)$"
)
"""What asks which of two, or whether one of them."""

YES_NO: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(pattern), yes, no)
    for pattern, yes, no in (
        (r"(?:so )?are you and (?P<x>[\w' -]+?) still (?:together|a couple|an item)$", "{x} and I are still together",
         "{x} and I are no longer together"),
        (r"(?:so )?is (?P<x>[\w' -]+?) still your (?P<n>[\w-]+)$", "{x} is still my {n}", "{x} is no longer my {n}"),
        (r"(?:so )?are you still (?P<x>\w+ing .+|at .+|in .+|with .+|on .+|(?:married|engaged) to .+|single|married)$",
         "I am still {x}", "I am no longer {x}"),
        (r"(?:so )?do you still (?P<x>.+)$", "I still {x}", "I no longer {x}"),
        (r"(?:so )?are you (?!sure|ready|ok|okay|there|looking|asking|interested|happy|free|able|familiar|"
         r"still)(?P<x>.+)$", "I am {x}", "I am not {x}"),
        (r"(?:so )?do you (?P<x>(?:live|work|like|love|eat|drink|speak|play|drive|own|use|hate|take|study|come|"
         r"belong) .+)$", "I {x}", "I do not {x}"),
        (r"(?:so )?do you (?P<x>smoke|drink|drive)$", "I {x}", "I do not {x}"),
        (r"(?:so )?do you (?P<x>have .+)$", "I {x}", ""),
        (r"(?:so )?(?:is your (?P<n>[\w'-]+(?: [\w'-]+)?)) (?P<x>called .+|[^ ]+)$", "My {n} is {x}", ""),
        (r"(?:so )?you (?P<x>(?:live|work|like|speak|play|drive|own|study|are|have) .+)$", "I {x}", ""),
    )
)  # fmt: skip
"""What asks for yes or no, and what either says."""

PLACE_IN = re.compile(
    r"^(?P<x>(?:still )?(?:living in|working (?:at|for|with|as)|live in|work (?:at|for|as|with)|come from|belong "
    r"to|study at|from|based in|at|in|with|on|allergic to|married to|engaged to))\b"
)
"""The words of a question before the value that an answer puts in its place: "live in"."""
