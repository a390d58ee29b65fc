import unittest

from tickets.errors import QueryError
from tickets.model import Ticket
from tickets.query import parse_query

TICKETS = [Ticket(1, "Printer on fire", "closed"), Ticket(2, "Order toner"), Ticket(3, "Fire drill")]


def found(*words):
    query = parse_query(list(words))
    return [ticket.id for ticket in TICKETS if query.matches(ticket)]


class QueryTest(unittest.TestCase):
    def test_words(self):
        self.assertEqual(found("FIRE"), [1, 3])
        self.assertEqual(found("fire", "drill"), [3])

    def test_keys(self):
        self.assertEqual(found("state:open"), [2, 3])
        self.assertEqual(found("id:2"), [2])
        self.assertEqual(found("id:2..9"), [2, 3])

    def test_negation(self):
        self.assertEqual(found("-fire"), [2])
        self.assertEqual(found("-state:open"), [1])

    def test_mistakes(self):
        for word in ("state:lost", "id:x", "colour:red", "-"):
            with self.assertRaises(QueryError):
                parse_query([word])


if __name__ == "__main__":
    unittest.main()
