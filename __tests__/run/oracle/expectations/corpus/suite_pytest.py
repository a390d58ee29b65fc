import math
from unittest import mock
import pytest
from library import *
from library import ParseError

CASES = [
    ("1,2", [1, 2]),
    ("", []),
    (" 3 , -4", [3, -4]),
]

@pytest.mark.parametrize("text, expected", CASES)
def test_parse_table(text, expected):
    assert parse_ints(text) == expected

@pytest.mark.parametrize(
    ("a", "b", "want"),
    [
        (6, 3, 2.0),
        (1, 4, 0.25),
        pytest.param(-9, 3, -3.0, id="negative"),
    ],
)
def test_divide(a, b, want):
    assert divide(a, b) == want

def test_title():
    assert title("hello world") == "Hello World"
    assert "Hello World" == title("HELLO wORLD")

def test_title_empty():
    assert title("") == ""

def test_mean_none():
    assert mean([]) is None

def test_mean():
    assert mean([1, 2]) == pytest.approx(1.5)

def test_area():
    assert area(2) == pytest.approx(12.566370, rel=1e-5)
    assert math.isclose(area(1), math.pi)

def test_flags():
    got = flags(102)
    assert got["even"] is True
    assert got["big"]
    assert not flags(3)["even"]

def test_flags_dict():
    assert flags(7) == {"even": False, "big": False}

def test_error():
    with pytest.raises(ParseError):
        parse_ints("x")

def test_error_match():
    with pytest.raises(ValueError, match="bad number at 1"):
        parse_ints("1,y")

def test_error_info():
    with pytest.raises(ParseError) as info:
        parse_ints("1,2,z")
    assert info.value.pos == 2
    assert "bad number" in str(info.value)

class TestStack:
    def setup_method(self):
        self.stack = Stack()

    def test_len(self):
        self.stack.push(1).push(2)
        assert len(self.stack) == 2

    def test_pop(self):
        self.stack.push("a")
        assert self.stack.pop() == "a"
        assert len(self.stack) == 0

    def test_pop_empty(self):
        with pytest.raises(IndexError):
            self.stack.pop()

    def test_top(self):
        assert self.stack.top is None
        self.stack.push(5)
        assert self.stack.top == 5 and len(self.stack) == 1

    def test_truth(self):
        assert not self.stack.items

def test_tags():
    assert tags("a b a") == {"a", "b"}

def test_not_in():
    assert "c" not in tags("a b")

def test_ne():
    assert title("a") != "a"

def test_gt():
    assert area(1) > 3

def test_isinstance():
    assert isinstance(Stack(), Stack), "must be one"

def test_greet_multi():
    result = greet("Ann", loud=True)
    expected = "Hello, Ann!"
    assert result == expected

def test_multiline():
    assert (
        title("one two three")
        == "One Two Three"
    )

def test_computed():
    xs = [3, 4]
    assert mean(xs) == sum(xs) / 2

def test_mock():
    send = mock.Mock()
    notify(send, "bob")
    send.assert_called_once_with("bob", subject="hi", retries=3)

def test_all():
    assert all(x == 1 for x in parse_ints("1,1"))

def check_title(text, want):
    assert title(text) == want

def test_helper():
    check_title("x y", "X Y")

def test_helper_two():
    check_title("q", "Q")

def test_tuple():
    assert (mean([2]), title("b")) == (2, "B")

def test_no_raise():
    s = Stack()
    s.push(None)
    assert s.pop() is None

def test_loop():
    for text, out in [("1", 1), ("22", 22)]:
        assert parse_ints(text)[0] == out
