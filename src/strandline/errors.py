"""Every error Strandline raises, as one tree.

    StrandlineError
    ├── InputError (ValueError)
    │   ├── ScopeError              no user_id, or an empty id
    │   ├── MessageError            a role, content or metadata that cannot be stored
    │   ├── TextError               text that is not valid Unicode (lone surrogates)
    │   ├── NaiveTimeError          a datetime without a zone
    │   ├── FilterError             an unknown operator or a malformed filter
    │   ├── ConfigurationError      parts or settings that cannot work together
    │   └── StepError               a step that is not the next one
    ├── ConflictError               an id that exists with other content
    ├── NotFoundError (LookupError) an id this user does not have
    ├── PartialWriteError           a write that some of several memories have kept, and others not
    ├── VectorStoreError            a vector store that failed
    │   └── UnsupportedError        an operation that this store cannot do
    ├── EmbedderError               an embedder that failed, or returned the wrong shape
    │   ├── DimensionError          vectors of the wrong width
    │   └── EmbedderMismatchError   this store's vectors were made by another embedder
    ├── RerankerError               a reranker that failed, or gave something that is not one score a text
    ├── LLMError                    a language model that could not be called, refused or gave no text
    ├── MissingExtraError (ImportError) an optional dependency that is not installed
    ├── ModelFileError              weights that are missing, damaged or of another kind
    ├── LeftoverError               verify_forgotten found a trace of what was forgotten
    └── StoreError
        ├── StoreClosedError        a call after close()
        ├── StoreBusyError          another writer held the lock longer than the timeout
        ├── StoreFullError          the disk, or the size limit, is reached
        ├── StoreReadOnlyError      the file or its folder cannot be written
        ├── StoreCorruptError       the file is damaged
        ├── NotAStoreError          the path is a folder, or a file of another program
        └── SchemaError             the file was written by a newer Strandline

An error says what was got, what was wanted and what to do; where there are numbers, it carries them as attributes.
Wrong use of the language (an unknown keyword, an argument of another type) stays Python's own ``TypeError``.
"""

from __future__ import annotations


class StrandlineError(Exception):
    """The root: catch this to catch everything the library raises on purpose."""


class InputError(StrandlineError, ValueError):
    """A value that cannot be accepted. Nothing was stored."""


class ScopeError(InputError):
    """A read or write that does not say whose memory it is about."""


class MessageError(InputError):
    """A message whose role, content or metadata cannot be stored as it is."""


class TextError(InputError):
    """Text that is not valid Unicode: it has a lone surrogate and could not come back equal."""

    def __init__(self, *, field: str, position: int, codepoint: int) -> None:
        super().__init__(
            f"{field} has a lone surrogate U+{codepoint:04X} at position {position}; "
            "decode the source with errors='replace' or 'surrogatepass' repaired, then add it again"
        )
        self.field, self.position, self.codepoint = field, position, codepoint


class NaiveTimeError(InputError):
    """A datetime without a time zone."""

    def __init__(self, *, field: str, got: object) -> None:
        super().__init__(
            f"{field} has no time zone: got {got!r}; "
            "make it aware, for example value.replace(tzinfo=timezone.utc) or value.astimezone()"
        )
        self.field, self.got = field, got


class FilterError(InputError):
    """A filter with an unknown operator or of a shape that means nothing."""


class ConfigurationError(InputError):
    """Parts or settings that cannot work together, or one that is missing."""


class StepError(InputError):
    """A message that claims a step which is not the next one of its session."""

    def __init__(self, *, session_id: str, got: int, want: int) -> None:
        super().__init__(
            f"step {got} was given for session {session_id!r}, whose next step is {want}; "
            "leave step out to have it assigned, or add the messages in order"
        )
        self.session_id, self.got, self.want = session_id, got, want


class ConflictError(StrandlineError):
    """An id that already exists with other content. The stored row was left as it was."""

    def __init__(self, *, id: str, reason: str) -> None:
        super().__init__(f"id {id!r} already exists with another {reason}; use a new id, or edit the stored one")
        self.id, self.reason = id, reason


class NotFoundError(StrandlineError, LookupError):
    """An id, session or user that is not there (or is another user's, which is the same answer)."""


class PartialWriteError(StrandlineError):
    """A write that some of several memories have kept, and others not.

    ``kept`` and ``failed`` name the members; ``errors`` are what those that failed raised, in the same order. Where
    nothing was kept the error of the member is raised itself.
    """

    def __init__(self, *, kept: tuple[str, ...], failed: tuple[str, ...], errors: tuple[Exception, ...]) -> None:
        said = "; ".join(f"{name}: {type(error).__name__}: {error}" for name, error in zip(failed, errors, strict=True))
        super().__init__(f"{', '.join(kept)} kept what was written, {', '.join(failed)} did not ({said})")
        self.kept, self.failed, self.errors = kept, failed, errors


class VectorStoreError(StrandlineError):
    """A vector store that failed: its driver's error is the cause."""


class UnsupportedError(VectorStoreError):
    """An operation, or a value, that this store cannot do or hold."""


class EmbedderError(StrandlineError):
    """An embedder that raised, or gave back something that is not one finite row a text."""


class DimensionError(EmbedderError):
    """Vectors of the wrong width, from an embedder or for a store."""

    def __init__(self, *, got: int, want: int, store: str | None = None) -> None:
        said = "the embedder returned vectors of {} dimensions and declares {}"
        if store is not None:
            said = f"vectors of {{}} dimensions were given to {store}, which holds vectors of {{}}; name another one"
        super().__init__(said.format(got, want))
        self.got, self.want = got, want


class EmbedderMismatchError(EmbedderError):
    """The store's vectors were made by another embedder than the one given."""

    def __init__(
        self,
        *,
        stored: str,
        given: str,
        remedy: str = 'or with on_mismatch="lexical" to recall by words alone, and call reembed() to switch',
    ) -> None:
        super().__init__(
            f"the vectors of this store were made by {stored}, but {given} was given; open it with the first, {remedy}"
        )
        self.stored, self.given = stored, given


class RerankerError(StrandlineError):
    """A reranker that raised, or gave back something that is not one probability a text."""


class LLMError(StrandlineError):
    """A language model that could not be called, that refused, or that gave no text."""


class MissingExtraError(StrandlineError, ImportError):
    """An optional dependency that is not installed."""

    def __init__(self, *, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs an optional dependency: pip install 'strandline[{extra}]'")
        self.feature, self.extra = feature, extra


class ModelFileError(StrandlineError):
    """A file of weights that is missing, damaged or of another kind."""


class LeftoverError(StrandlineError):
    """A trace of forgotten text is still there."""

    def __init__(self, *, places: tuple[str, ...]) -> None:
        super().__init__(f"forgotten text is still in: {', '.join(places)}")
        self.places = places


class StoreError(StrandlineError):
    """The store could not do what was asked. What it held before is untouched."""


class StoreClosedError(StoreError):
    """A call after close()."""


class StoreBusyError(StoreError):
    """Another writer held the lock longer than the timeout."""

    def __init__(self, *, path: str, waited: float) -> None:
        super().__init__(f"{path} is being written by another process; gave up after {waited:.1f} s, try again")
        self.path, self.waited = path, waited


class StoreFullError(StoreError):
    """The disk, or the size limit of the file, is reached."""


class StoreReadOnlyError(StoreError):
    """The file or its folder cannot be written."""


class StoreCorruptError(StoreError):
    """The file is damaged."""


class NotAStoreError(StoreError):
    """The path is a folder, or a file that another program made."""


class SchemaError(StoreError):
    """The file was written by a newer version of Strandline."""

    def __init__(self, *, path: str, got: int, want: int) -> None:
        super().__init__(
            f"{path} has schema version {got}, this library knows versions up to {want}; upgrade strandline to open it"
        )
        self.got, self.want = got, want
