"""An object that is used like a SentenceTransformer, without torch: its vectors are those of words."""

from __future__ import annotations

import numpy as np

from strandline.embedders import HashEmbedder


class Tokenizer:
    """A token a word, and one at each end."""

    def encode(self, text):
        return [0, *(len(word) for word in text.split()), 0]


class Encoder:
    """What version 4 of sentence-transformers has; reads ``longest`` tokens and no more."""

    def __init__(self, *, prompts=None, longest=None, width=256):
        self.prompts, self.max_seq_length, self.tokenizer = prompts or {}, longest, Tokenizer()
        self.width, self.calls = width, []

    def get_sentence_embedding_dimension(self):
        return self.width

    def encode(self, texts, **options):
        self.calls.append(("encode", list(texts), options))
        return self.rows([options["prompt"] + text for text in texts])

    def rows(self, texts):
        longest = None if self.max_seq_length is None else self.max_seq_length - 2
        return 3 * HashEmbedder(self.width).embed([" ".join(text.split()[:longest]) for text in texts])


class NewEncoder(Encoder):
    """What version 5 and later have besides."""

    def get_embedding_dimension(self):
        return self.width

    def get_sentence_embedding_dimension(self):
        raise AssertionError("it is deprecated")

    def encode_query(self, texts, **options):
        self.calls.append(("encode_query", list(texts), options))
        return self.rows([options["prompt"] + text for text in texts])

    def encode_document(self, texts, **options):
        self.calls.append(("encode_document", list(texts), options))
        return self.rows([options["prompt"] + text for text in texts])


class Broken(Encoder):
    """Gives or raises whatever it is told."""

    def __init__(self, answer):
        super().__init__(width=2)
        self.answer = answer

    def encode(self, texts, **options):
        if isinstance(self.answer, Exception):
            raise self.answer
        return np.array(self.answer)
