"""What every reranker must do. Inherit the class, give the fixture ``reranker``."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from strandline.rerankers.base import Reranker, RerankerIdentity, as_reranker, checked
from strandline.testing.embedders import ODD_TEXTS, TEXTS

QUESTIONS = (
    "Did I move to Oslo last month?",
    "Is the spare key under the third flowerpot?",
    "Is our dog Biscuit afraid of thunder?",
    "Is the meeting about the budget on Thursday?",
)
"""One question for each text, in its words."""


class RerankerContract:
    """Tests of the Protocol `strandline.rerankers.Reranker`."""

    texts: tuple[str, ...] = TEXTS
    """Four texts the reranker understands, about four things."""

    questions: tuple[str, ...] = QUESTIONS
    """What each of them answers, and the others do not."""

    tolerance: float = 1e-5
    """How far a score may differ between batches: 0 for a reranker that is exact."""

    @pytest.fixture
    def reranker(self) -> Reranker:
        """The reranker under test: override it."""
        raise NotImplementedError("give the fixture `reranker`")

    def test_identity_is_stable(self, reranker: Reranker) -> None:
        """Two reads of the identity are equal, before and after the first text."""
        before = as_reranker(reranker).identity
        reranker.score(self.questions[0], self.texts)
        assert isinstance(before, RerankerIdentity)
        assert before == reranker.identity
        assert before.name and before.version

    def test_one_float32_in_0_to_1_a_text(self, reranker: Reranker) -> None:
        """n texts give (n,) numbers between 0 and 1."""
        for question in self.questions:
            scores = reranker.score(question, self.texts)
            assert scores.shape == (len(self.texts),)
            assert scores.dtype == np.float32
            assert ((scores >= 0.0) & (scores <= 1.0)).all()

    def test_each_question_is_answered_best_by_its_text(self, reranker: Reranker) -> None:
        """The least a reranker has to know: higher is better."""
        best = [int(np.argmax(reranker.score(question, self.texts))) for question in self.questions]
        assert best == list(range(len(self.texts)))

    def test_no_texts_give_no_scores(self, reranker: Reranker) -> None:
        """An empty list is not an error."""
        assert reranker.score(self.questions[0], []).shape == (0,)

    def test_a_tuple_is_as_good_as_a_list(self, reranker: Reranker) -> None:
        """Any sequence of texts is taken."""
        question = self.questions[0]
        self._assert_equal(reranker.score(question, self.texts), reranker.score(question, list(self.texts)))

    def test_scores_come_in_the_order_of_the_texts(self, reranker: Reranker) -> None:
        """Turning the list around turns the scores around."""
        question = self.questions[1]
        self._assert_equal(reranker.score(question, self.texts)[::-1], reranker.score(question, self.texts[::-1]))

    def test_a_score_does_not_depend_on_the_other_texts(self, reranker: Reranker) -> None:
        """A text has the same score alone and among others, short and long."""
        question = self.questions[2]
        together = reranker.score(question, [*self.texts, "", self.texts[0] * 40])
        for score, text in zip(together, self.texts, strict=False):
            self._assert_equal(np.array([score]), reranker.score(question, [text]))

    def test_equal_calls_give_equal_bytes(self, reranker: Reranker) -> None:
        """The same question and list twice are the same scores, bit for bit."""
        first, second = (reranker.score(self.questions[3], self.texts).tobytes() for _ in range(2))
        assert first == second

    def test_threads_do_not_disturb_each_other(self, reranker: Reranker) -> None:
        """Many callers at once each get what one caller alone gets."""
        with ThreadPoolExecutor(max_workers=4) as pool:
            found = list(pool.map(lambda n: reranker.score(self.questions[n % 4], self.texts), range(8)))
        for number, scores in enumerate(found):
            self._assert_equal(scores, reranker.score(self.questions[number % 4], self.texts))

    @pytest.mark.parametrize("text", ODD_TEXTS, ids=ascii)
    def test_any_text_and_any_question_is_scored(self, reranker: Reranker, text: str) -> None:
        """Blank text, emoji, NUL, other scripts and very long words are scored on either side."""
        assert checked(reranker, self.questions[0], [text, self.texts[0]]).shape == (2,)
        assert checked(reranker, text, [text, self.texts[0]]).shape == (2,)

    def test_a_lone_surrogate_in_a_question_is_no_error(self, reranker: Reranker) -> None:
        """Any question may be asked."""
        assert checked(reranker, "who \ud800 am I?", self.texts).shape == (len(self.texts),)

    def _assert_equal(self, got: np.ndarray, want: np.ndarray) -> None:
        np.testing.assert_allclose(got, want, rtol=0, atol=self.tolerance)
