import unittest

from billing import Money


class Canary(unittest.TestCase):
    # False on purpose: a quarter of 100 is 25.
    def test_a_quarter_of_100_is_26(self):
        self.assertEqual([part.minor for part in Money(100, "EUR").allocate([1, 3])], [26, 74])
