"""Code of several honest people: SHAPE says whose."""

import os
import re
from decimal import Decimal

SHAPE = os.environ.get("SHAPE", "plain")
UNITS = {"h": 3600, "m": 60, "s": 1}


class Seconds(int):
    """An int of a class of its own."""


class Text(str):
    """A text that does not care about case and blanks."""

    def __eq__(self, other):
        return isinstance(other, str) and "".join(self.lower().split()) == "".join(other.lower().split())

    __hash__ = str.__hash__


def seconds(text):
    parts = re.findall(r"(\d+)([hms])", text)
    if not parts:
        if SHAPE == "null":
            return None
        raise ValueError("nothing to read" if SHAPE == "words" else "not a duration")
    total = sum(int(digits) * UNITS[unit] for digits, unit in parts)
    make = {"objects": Seconds, "floats": lambda n: n + 1e-9, "decimals": Decimal}.get(SHAPE, int)
    return make(total)


def unit(text):
    return text[-1] if SHAPE == "words" else re.search("[hms]", text).group()


def name(text):
    words = {"h": "an hour", "m": "a minute", "s": "a second"}[text]
    return Text(words.upper()) if SHAPE == "words" else words


def parse(text):
    parts = [(int(digits), unit) for digits, unit in re.findall(r"(\d+)([hms])", text)]
    return {"text": text, "parts": parts, "empty": text == "", "rest": None}


def kinds(text):
    found = [unit for _, unit in parse(text)["parts"]]
    return frozenset(found) if SHAPE == "objects" else set(found)
