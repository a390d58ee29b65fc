import unittest

import pytest
from duration import kinds, name, parse, seconds, unit


def test_adds():
    assert seconds("1h30m") == 5400
    assert seconds("45s") == 45 and seconds("1m") == 60


def test_adds_about():
    assert seconds("1h30m") == pytest.approx(5400.0, abs=0.5)


def test_parts_are_deep():
    assert parse("1h30m") == {"text": "1h30m", "parts": [(1, "h"), (30, "m")], "empty": False, "rest": None}


def test_no_parts():
    want = []
    assert parse("")["parts"] == want


def test_kinds():
    assert kinds("1h30m") == {"h", "m"}
    assert len(kinds("1h30m")) == 2


def test_names():
    assert name("h") == "an hour"
    assert name("m") == "a minute"


def test_is_empty():
    assert parse("")["empty"] is True


def test_table():
    for text, want in [("1m", 60), ("2m", 120), ("3m", 180)]:
        assert seconds(text) == want, text


@pytest.mark.parametrize("text,want", [("1h", 3600), ("2h", 7200)], ids=["one", "two"])
def test_rows(text, want):
    assert seconds(text) == want


class Case(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(seconds("2h"), 7200, "two hours")
        self.assertCountEqual([unit("3m"), unit("4h")], ["h", "m"])
        self.assertAlmostEqual(seconds("1m"), 60, places=3)

    def test_subtests(self):
        for text, want in {"1s": 1, "2s": 2}.items():
            with self.subTest(text=text):
                self.assertEqual(seconds(text), want)

    def test_one_of_two_units(self):
        self.assertTrue(unit("5m2h") == "m" or unit("5m2h") == "h")


def test_none_or_an_error():
    try:
        value = seconds("")
    except ValueError as error:
        assert str(error) in ("nothing to read", "not a duration")
    else:
        assert value is None
