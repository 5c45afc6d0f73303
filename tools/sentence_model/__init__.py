"""The recipe of ``sentence-256.npz``: what the default embedder of the conversation memories was trained on, and how."""
