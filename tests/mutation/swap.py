"""A broken function in the place of a sound one that is loaded already."""

from __future__ import annotations

import functools
import gc
from collections.abc import Iterator
from inspect import CO_NEWLOCALS
from types import CodeType, FunctionType

from tests.mutation.mutants import SOURCE, Mutant

Key = tuple[str, str, int]  # a file, a function of it, and where it begins


class Memory:
    """All functions that are loaded, and what is remembered of their answers."""

    def __init__(self) -> None:
        self.functions: dict[Key, list[FunctionType]] = {}
        for one in gc.get_objects():
            if isinstance(one, FunctionType):
                self.functions.setdefault(_key(one.__code__), []).append(one)
        kind = functools._lru_cache_wrapper
        self.answers = [one for one in gc.get_objects() if isinstance(one, kind)]

    def changes(self, mutant: Mutant) -> list[tuple[FunctionType, CodeType]]:
        """The functions that it breaks, and how; none: what it breaks is no code of a function."""
        path = SOURCE / mutant.path
        sound = list(_functions(_compiled(path.read_text(encoding="utf-8"), str(path))))
        broken = list(_functions(_compiled(mutant.source, str(path))))
        changed = [
            (one, other)
            for one, other in zip(sound, broken, strict=True)
            if _deeds(one) != _deeds(other)
        ]
        return [
            (function, other)
            for one, other in changed
            for function in self.functions.get(_key(one), ())
            if function.__code__.co_freevars == other.co_freevars
        ]

    def break_with(self, mutant: Mutant) -> None:
        """Break them, and forget what they have answered."""
        for function, code in self.changes(mutant):
            function.__code__ = code
        self.forget()

    def forget(self) -> None:
        for answers in self.answers:
            answers.cache_clear()


def _compiled(source: str, path: str) -> CodeType:
    code: CodeType = compile(source, path, "exec", dont_inherit=True)
    return code


def _functions(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and of its classes, in the order of the file."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            if part.co_flags & CO_NEWLOCALS:
                yield part
            else:
                yield from _functions(part)


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _deeds(code: CodeType) -> tuple[object, ...]:
    """What a function does, wherever in its file it stands."""
    consts = tuple(
        _deeds(part) if isinstance(part, CodeType) else (type(part), part)
        for part in code.co_consts
    )
    return code.co_code, consts, code.co_names, code.co_varnames, code.co_freevars
