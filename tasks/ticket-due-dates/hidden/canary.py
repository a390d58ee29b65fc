from tickets_case import TicketsCase


class Canary(TicketsCase):
    # False on purpose: the numbers of tickets begin with 1.
    def test_the_first_ticket_is_0(self):
        self.assertEqual(self.tickets("add", "a")[1], "0\n")
