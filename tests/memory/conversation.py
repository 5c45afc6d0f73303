"""Sixty turns of one conversation, with statements planted at known steps and the questions they answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

BEGAN = datetime(2026, 4, 6, 9, 0, tzinfo=UTC)
"""When step 1 was said; each later turn follows three minutes after the one before."""

PLANTED = (
    (1, "Where did the person move to, and from where?", "moved from Lyon to Bergen"),
    (5, "What is she allergic to?", "allergic to cashews"),
    (9, "What is the name of the dog?", "dog is called Biscuit"),
    (13, "Where is the spare key of the cabin?", "spare key of the cabin"),
    (15, "When does the lease of the flat end?", "lease on the flat ends"),
    (19, "Which instrument is she learning to play?", "learning the cello"),
    (23, "What is the wifi password?", "wifi password"),
    (27, "What does her brother Tomas do for work?", "brother Tomas"),
    (29, "Which train does she take to the office?", "07:42 train"),
    (33, "What did the dentist say about the wisdom tooth?", "wisdom tooth"),
    (37, "What is the budget for the kitchen renovation?", "kitchen renovation"),
    (39, "Who recommended the ceramics workshop?", "ceramics workshop"),
)
"""(step, a question, words of the statement): nothing else in the conversation has these words."""

_TURNS = """\
Hi! Small update before we start: last week I moved from Lyon to Bergen for the new position.
Congratulations! How are you settling in over there?
Slowly. Half of the boxes are still taped shut and it has rained every single day.
That sounds about right for the season. Shall we plan the week together?
Yes, and please keep in mind for all meals that I'm allergic to cashews.
Understood, I will leave them out of every suggestion.
Good. Monday is full of introductions, so nothing complicated in the evening.
Then I would suggest a simple soup, ready in twenty minutes.
Perfect. By the way, my dog is called Biscuit and needs a walk before eight.
A morning walk it is. Do you want a reminder for that?
No need, the barking is reminder enough.
Fair enough. What about the weekend?
We go to the mountains. The spare key of the cabin hangs behind the woodpile, in case I forget.
Noted. Shall I look up the weather there?
Later. First the paperwork: the lease on the flat ends on 30 September, so we need to renew in time.
That leaves a few months. I can draft a letter when you are ready.
Let us do that in June then.
June works. Anything fun among all these errands?
Actually yes, since January I am learning the cello, and tonight I have my third lesson.
How lovely! How is it going so far?
It squeaks. The neighbours are patient people, luckily.
They will be glad about every lesson you take.
Ha, surely. For guests: the wifi password here is heron-94-lantern.
Thanks. Guests will ask for it within minutes.
They always do. My family comes to visit at Easter.
Nice. Who is coming?
Mostly my parents. My brother Tomas works as a beekeeper near Avignon and cannot leave in spring.
Spring is the busy season for him then.
Exactly. On weekdays I take the 07:42 train to the office, so breakfast has to be quick.
Overnight oats would be quick, or a boiled egg prepared the evening before.
Oats then. I never liked eggs this early in the day.
Oats it is. How was your appointment yesterday?
The dentist says the wisdom tooth has to come out before the summer.
Ouch. Do you want help choosing a date?
Not today, I would rather not think about it.
Of course. Let us talk about something nicer.
All right: for the kitchen renovation we have put aside 18,000 euros at most.
That is a workable frame. Do you have drawings already?
Not yet. And Ingrid recommended the ceramics workshop in the old harbour to me.
Pottery would be a nice way to get to know people.
That was my thought as well. What should I read on the way?
Something short, perhaps a collection of essays.
I like essays about islands and lighthouses.
Then there are a few good ones, I will make a list.
Please do, but not more than five titles.
Five at most. Would you like them ordered by length?
Yes, shortest first.
Good. Should I also put in one novel?
One is fine, as long as it is not a sad one.
A cheerful one, then. Anything else for today?
Let me think. The parcel from the furniture shop is late again.
I can write to them if you give me the number of the order.
I will look for it after lunch.
Take your time. I will be here.
The sun has come out, can you believe it?
Enjoy it while it lasts!
I think I will sit outside for an hour.
A good plan. The rest can wait.
See you later, then.
See you later!
"""


def turns() -> list[dict[str, Any]]:
    """The conversation as chat messages: the user has the odd steps."""
    return [
        {
            "role": "user" if number % 2 == 0 else "assistant",
            "content": text,
            "at": BEGAN + timedelta(minutes=3 * number),
        }
        for number, text in enumerate(_TURNS.splitlines())
    ]
