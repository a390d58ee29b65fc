import unittest
from decimal import Decimal

from billing import CurrencyMismatch, Money


class MoneyTest(unittest.TestCase):
    def test_parse_and_print(self):
        self.assertEqual(Money.parse("18.90", "EUR"), Money(1890, "EUR"))
        self.assertEqual(str(Money(5, "EUR")), "0.05")
        self.assertEqual(str(Money(-1890, "EUR")), "-18.90")
        self.assertEqual(str(Money(300, "JPY")), "300")
        self.assertEqual(str(Money(1500, "KWD")), "1.500")

    def test_too_many_decimals(self):
        with self.assertRaises(ValueError):
            Money.parse("1.005", "EUR")
        with self.assertRaises(ValueError):
            Money.parse("1.5", "JPY")

    def test_currencies_do_not_mix(self):
        with self.assertRaises(CurrencyMismatch):
            Money(1, "EUR") + Money(1, "USD")

    def test_times(self):
        self.assertEqual(Money(1000, "EUR").times(Decimal("0.19")), Money(190, "EUR"))

    def test_allocate(self):
        parts = Money(100, "EUR").allocate([1, 3])
        self.assertEqual([part.minor for part in parts], [25, 75])


if __name__ == "__main__":
    unittest.main()
