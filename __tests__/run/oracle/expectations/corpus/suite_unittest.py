import unittest
from unittest.mock import Mock
import library as lib

class Parse(unittest.TestCase):
    def test_ints(self):
        self.assertEqual(lib.parse_ints("1,2"), [1, 2])
    def test_list(self):
        self.assertListEqual([5], lib.parse_ints("5"))
    def test_empty(self):
        self.assertEqual([], lib.parse_ints(""))
    def test_raises(self):
        with self.assertRaises(lib.ParseError):
            lib.parse_ints("q")
    def test_raises_call(self):
        self.assertRaises(ValueError, lib.parse_ints, "q")
    def test_regex(self):
        with self.assertRaisesRegex(ValueError, "bad number"):
            lib.parse_ints("q")
    def test_ctx(self):
        with self.assertRaises(lib.ParseError) as cm:
            lib.parse_ints("q")
        self.assertEqual(cm.exception.pos, 0)

class Other(unittest.TestCase):
    def setUp(self):
        self.s = lib.Stack()
    def test_true(self):
        self.assertTrue(lib.flags(2)["even"])
    def test_false(self):
        self.assertFalse(lib.flags(3)["even"])
    def test_none(self):
        self.assertIsNone(self.s.top)
    def test_not_none(self):
        self.s.push(1)
        self.assertIsNotNone(self.s.top)
    def test_in(self):
        self.assertIn("Ann", lib.greet("Ann"))
    def test_not_in(self):
        self.assertNotIn("!", lib.greet("Ann"))
    def test_almost(self):
        self.assertAlmostEqual(lib.area(1), 3.14159, places=4)
    def test_greater(self):
        self.assertGreater(lib.area(1), 3)
    def test_isinstance(self):
        self.assertIsInstance(self.s, lib.Stack)
    def test_count(self):
        self.assertCountEqual(lib.tags("b a"), ["a", "b"])
    def test_dict(self):
        self.assertDictEqual(lib.flags(2), {"even": True, "big": False})
    def test_is(self):
        self.assertIs(lib.flags(2)["even"], True)
    def test_msg(self):
        self.assertEqual(lib.title("a b"), "A B", "title failed")
    def test_mock(self):
        send = Mock()
        lib.notify(send, "x")
        send.assert_called_with("x", subject="hi", retries=3)
    def _greets(self, name, expected):
        self.assertEqual(lib.greet(name), expected)
    def test_greet_ann(self):
        self._greets("Ann", "Hello, Ann.")
    def test_greet_bob(self):
        self._greets("Bob", "Hello, Bob.")
    def test_format(self):
        name = "Zed"
        self.assertEqual(lib.greet(name), f"Hello, {name}.")
