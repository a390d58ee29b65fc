import contextlib
import csv
import io
import json
import unittest
from decimal import Decimal
from unittest import mock

from billing import CurrencyMismatch, Invoice, Money, OrderError, read_order
from billing.cli import main


def invoice(lines, currency="EUR", **fields):
    rows = [{"text": f"line {i}", "quantity": q, "unit_price": p, "tax": t} for i, (q, p, t) in enumerate(lines)]
    return Invoice.from_order(read_order(json.dumps({"number": "1", "currency": currency, "lines": rows, **fields})))


def minors(amounts):
    return [amount.minor for amount in amounts]


class Rounding(unittest.TestCase):
    def test_halves_go_away_from_zero(self):
        for minor, expected in [(1, 1), (3, 2), (5, 3), (-1, -1), (-3, -2), (-5, -3)]:
            self.assertEqual(Money(minor, "EUR").times(Decimal("0.5")).minor, expected, minor)

    def test_less_than_half_goes_to_zero(self):
        self.assertEqual(Money(49, "EUR").times(Decimal("0.01")).minor, 0)
        self.assertEqual(Money(-49, "EUR").times(Decimal("0.01")).minor, 0)

    def test_fractional_quantities(self):
        self.assertEqual(invoice([("0.5", "0.05", "0"), ("2.5", "0.01", "0")]).net.minor, 3 + 3)


class Allocate(unittest.TestCase):
    def test_nothing_is_lost(self):
        for minor in (1, 2, 5, 99, 100, 101, 12345):
            for weights in ([1, 1, 1], [3, 7], [1, 2, 3, 5, 8], [0, 1, 0, 2], [1890, 8900, 1]):
                parts = Money(minor, "EUR").allocate(weights)
                self.assertEqual(sum(minors(parts)), minor, (minor, weights))
                for part, weight in zip(minors(parts), weights):
                    self.assertLess(abs(part - minor * weight / sum(weights)), 1, (minor, weights))

    def test_the_largest_remainders_get_the_rest(self):
        self.assertEqual(minors(Money(10, "EUR").allocate([5, 17, 26, 2])), [1, 4, 5, 0])
        self.assertEqual(minors(Money(100, "EUR").allocate([1, 1, 4])), [17, 17, 66])

    def test_equal_remainders_favour_the_earlier_part(self):
        self.assertEqual(minors(Money(5, "EUR").allocate([1, 1, 1])), [2, 2, 1])

    def test_negative_amounts_mirror_positive_ones(self):
        for minor in (1, 2, 5, 100, 101):
            for weights in ([1, 1, 1], [3, 7], [0, 1, 5]):
                positive = minors(Money(minor, "EUR").allocate(weights))
                negative = minors(Money(-minor, "EUR").allocate(weights))
                self.assertEqual(negative, [-part for part in positive], (minor, weights))

    def test_negative_weights_count_by_their_share(self):
        self.assertEqual(minors(Money(-5, "EUR").allocate([-1, -1, -1])), [-2, -2, -1])

    def test_a_weight_of_zero_gets_nothing(self):
        self.assertEqual(minors(Money(7, "EUR").allocate([0, 3, 0])), [0, 7, 0])


class Totals(unittest.TestCase):
    def assert_adds_up(self, made):
        self.assertEqual(sum(minors(line.discount for line in made.lines)), made.discount.minor)
        self.assertEqual(sum(minors(line.tax for line in made.lines)), made.tax.minor)
        self.assertEqual(sum(minors(line.total for line in made.lines)), made.total.minor)
        self.assertEqual(sum(minors(row.tax for row in made.taxes)), made.tax.minor)
        for row in made.taxes:
            of_rate = [line for line in made.lines if line.tax_rate == row.rate]
            self.assertEqual(sum(minors(line.tax for line in of_rate)), row.tax.minor)

    def test_the_discount_reaches_the_lines_whole(self):
        made = invoice([("1", "0.10", "0")] * 3, discount={"amount": "0.20"})
        self.assertEqual(minors(line.discount for line in made.lines), [7, 7, 6])
        self.assert_adds_up(made)

    def test_tax_is_rounded_once_per_rate(self):
        made = invoice([("1", "0.03", "19")] * 10)
        self.assertEqual(made.tax.minor, 6)
        self.assertEqual(minors(line.tax for line in made.lines), [1, 1, 1, 1, 1, 1, 0, 0, 0, 0])
        self.assertEqual(made.total.minor, 36)

    def test_tax_is_on_what_is_left_after_the_discount(self):
        made = invoice([("3", "18.90", "7"), ("1", "89.00", "19")], discount={"percent": "10"})
        self.assertEqual(minors(line.discount for line in made.lines), [567, 890])
        self.assertEqual([(row.base.minor, row.tax.minor) for row in made.taxes], [(5103, 357), (8010, 1522)])
        self.assertEqual(made.total.minor, 14992)

    def test_lines_add_up_with_awkward_prices(self):
        lines = [("1", "0.99", "7"), ("3", "1.01", "19"), ("7", "0.07", "7"), ("1.5", "3.33", "19"), ("1", "0.01", "0")]
        for discount in (None, {"percent": "3"}, {"percent": "33.3"}, {"amount": "1.00"}, {"percent": "100"}):
            self.assert_adds_up(invoice(lines, **({"discount": discount} if discount else {})))

    def test_a_credit_note_mirrors_its_invoice(self):
        lines = [("1", "0.99", "7"), ("3", "1.01", "19"), ("7", "0.07", "7"), ("1.5", "3.33", "19")]
        bill = invoice(lines, discount={"amount": "1.00"})
        note = invoice(lines, discount={"amount": "1.00"}, kind="credit_note")
        self.assert_adds_up(note)
        self.assertEqual(minors(line.tax for line in note.lines), [-m for m in minors(line.tax for line in bill.lines)])
        self.assertEqual(
            minors(line.discount for line in note.lines), [-m for m in minors(line.discount for line in bill.lines)]
        )
        self.assertEqual(note.total.minor, -bill.total.minor)

    def test_csv_columns_add_up(self):
        order = {
            "number": "1",
            "currency": "EUR",
            "discount": {"percent": "7.5"},
            "lines": [{"text": "x", "quantity": "1", "unit_price": "0.33", "tax": "19"}] * 7,
        }
        out = io.StringIO()
        with contextlib.redirect_stdout(out), mock.patch("sys.stdin", io.StringIO(json.dumps(order))):
            self.assertEqual(main(["--format", "csv", "-"]), 0)
        rows = list(csv.DictReader(io.StringIO(out.getvalue())))
        for column in ("net", "discount", "tax", "total"):
            self.assertEqual(sum(Decimal(row[column]) for row in rows[:-1]), Decimal(rows[-1][column]), column)


class Unchanged(unittest.TestCase):
    def test_free_orders_are_fine(self):
        made = invoice([("1", "0.00", "19"), ("2", "0.00", "7")])
        self.assertEqual((made.total.minor, made.tax.minor), (0, 0))
        self.assertEqual(minors(line.discount for line in made.lines), [0, 0])

    def test_allocating_nothing(self):
        self.assertEqual(minors(Money(0, "EUR").allocate([0, 0])), [0, 0])
        self.assertEqual(minors(Money(0, "EUR").allocate([2, 1])), [0, 0])
        self.assertEqual(Money(0, "EUR").allocate([]), [])

    def test_currencies_without_decimals(self):
        made = invoice([("2", "150", "10")], currency="JPY")
        self.assertEqual((str(made.tax), str(made.total)), ("30", "330"))

    def test_currencies_do_not_mix(self):
        with self.assertRaises(CurrencyMismatch):
            Money(1, "EUR") - Money(1, "USD")

    def test_rates_are_listed_from_low_to_high(self):
        made = invoice([("1", "1.00", "19"), ("1", "1.00", "0"), ("1", "1.00", "7")])
        self.assertEqual([str(row.rate) for row in made.taxes], ["0", "7", "19"])

    def test_lines_keep_their_order(self):
        made = invoice([("1", "3.00", "19"), ("1", "1.00", "7"), ("1", "2.00", "19")])
        self.assertEqual(minors(line.net for line in made.lines), [300, 100, 200])
        self.assertEqual(minors(line.tax for line in made.lines), [57, 7, 38])

    def test_a_discount_above_the_order_is_refused(self):
        with self.assertRaises(OrderError):
            invoice([("1", "1.00", "19")], discount={"amount": "1.01"})
