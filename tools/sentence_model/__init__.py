"""The recipe of ``sentence-256.npz``: what the default embedder of the conversation memories learned from, and how."""
