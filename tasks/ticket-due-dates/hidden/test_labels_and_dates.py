import json

from tickets_case import VERSION_1, TicketsCase


class Changing(TicketsCase):
    def fields(self, number):
        ticket = json.loads(self.done("show", str(number)))
        return ticket["labels"], ticket["due"]

    def test_add_takes_labels_and_a_date(self):
        self.done("add", "a", "-l", "urgent", "--label", "home", "-l", "urgent", "-d", "2026-10-12")
        self.done("add", "b", "--due", "2028-02-29")
        self.assertEqual(self.fields(1), (["home", "urgent"], "2026-10-12"))
        self.assertEqual(self.fields(2), ([], "2028-02-29"))

    def test_due_sets_and_clears(self):
        self.done("add", "a")
        self.done("add", "b")
        self.done("due", "2026-10-12", "1", "2")
        self.assertEqual([self.fields(1)[1], self.fields(2)[1]], ["2026-10-12"] * 2)
        self.done("due", "none", "1")
        self.assertEqual([self.fields(1)[1], self.fields(2)[1]], [None, "2026-10-12"])

    def test_label_and_unlabel(self):
        self.done("add", "a", "-l", "x")
        self.done("add", "b")
        self.done("label", "home", "1", "2")
        self.assertEqual([self.fields(1)[0], self.fields(2)[0]], [["home", "x"], ["home"]])
        self.done("unlabel", "x", "1", "2")
        self.assertEqual([self.fields(1)[0], self.fields(2)[0]], [["home"], ["home"]])

    def test_all_or_none(self):
        self.done("add", "a")
        for command in (["due", "2026-10-12"], ["label", "x"], ["unlabel", "x"]):
            self.assertIn("there is no ticket 9", self.refused(*command, "1", "9"))

    def test_dates_are_checked(self):
        self.done("add", "a")
        for text in ("tomorrow", "2026-02-30", "2026-1-2", "20261010", "2026-W41-6", "", "12.10.2026"):
            self.assertIn("date", self.refused("due", text, "1"))
            self.assertIn("date", self.refused("add", "b", "-d", text))

    def test_labels_are_checked(self):
        self.done("add", "a")
        for text in ("", "Urgent", "two words", "a_b", "-a", "a-", "a,b", "ä", "a:b", "none"):
            self.refused("label", f"{text}", "1") if not text.startswith("-") else None
            self.refused("add", "b", f"--label={text}")
        self.done("label", "a-1-b", "1")

    def test_other_changes_keep_labels_and_date(self):
        self.done("add", "a", "-l", "x", "-d", "2026-10-12")
        self.done("close", "1")
        self.done("reopen", "1")
        self.assertEqual(self.fields(1), (["x"], "2026-10-12"))


class Finding(TicketsCase):
    def setUp(self):
        super().setUp()
        for number, (labels, due) in enumerate(
            [("home", "2026-10-09"), ("home urgent", "2026-10-10"), ("", "2026-10-11"), ("urgent", None), ("", None)], 1
        ):
            options = [f"--label={label}" for label in labels.split()] + ([f"--due={due}"] if due else [])
            self.done("add", f"ticket {number}", *options)

    def test_by_label(self):
        self.assertEqual(self.found("label:home"), [1, 2])
        self.assertEqual(self.found("label:home", "label:urgent"), [2])
        self.assertEqual(self.found("-label:home"), [3, 4, 5])
        self.assertEqual(self.found("label:none"), [3, 5])
        self.assertEqual(self.found("-label:none"), [1, 2, 4])
        self.assertEqual(self.found("label:hom"), [])

    def test_by_date(self):
        self.assertEqual(self.found("due:2026-10-10"), [2])
        self.assertEqual(self.found("due:<2026-10-10"), [1])
        self.assertEqual(self.found("due:<=2026-10-10"), [1, 2])
        self.assertEqual(self.found("due:>2026-10-10"), [3])
        self.assertEqual(self.found("due:>=2026-10-10"), [2, 3])
        self.assertEqual(self.found("due:>=2026-10-10", "due:<2026-10-11"), [2])

    def test_tickets_without_a_date_are_only_found_as_such(self):
        self.assertEqual(self.found("due:none"), [4, 5])
        self.assertEqual(self.found("-due:none"), [1, 2, 3])
        self.assertEqual(self.found("-due:<2026-10-10"), [2, 3, 4, 5])

    def test_relative_to_today(self):
        self.assertEqual(self.found("due:today"), [2])
        self.assertEqual(self.found("due:<today"), [1])
        self.assertEqual(self.found("due:<=today"), [1, 2])
        self.assertEqual(self.found("due:overdue"), [1])

    def test_closed_tickets_are_not_overdue(self):
        self.done("close", "1")
        self.assertEqual(self.found("due:overdue"), [])
        self.assertEqual(self.found("-due:overdue"), [1, 2, 3, 4, 5])
        self.assertEqual(self.found("due:<today"), [1])

    def test_mistakes(self):
        for term in ("due:", "due:<", "due:=2026-10-10", "due:<none", "due:<overdue", "due:2026-13-01", "due:soon", "label:", "label:A", "-label:a b"):
            self.assertIn(term, self.refused("list", term))

    def test_words_and_states_as_before(self):
        self.done("close", "2")
        self.assertEqual(self.found("TICKET", "-state:closed", "id:2..4"), [3, 4])


class Showing(TicketsCase):
    def test_columns_with_labels_and_dates(self):
        self.done("add", "a", "-l", "urgent", "-l", "home")
        self.done("add", "b", "-d", "2026-10-12")
        self.done("add", "c")
        self.assertEqual(
            self.done("list"),
            "ID  STATE  DUE         LABELS       TITLE\n"
            " 1  open               home,urgent  a\n"
            " 2  open   2026-10-12               b\n"
            " 3  open                            c\n",
        )

    def test_only_the_columns_that_are_needed(self):
        self.done("add", "a", "-l", "x")
        self.done("add", "b", "-d", "2026-10-12")
        self.assertEqual(self.done("list", "id:1"), "ID  STATE  LABELS  TITLE\n 1  open   x       a\n")
        self.assertEqual(self.done("list", "id:2"), "ID  STATE  DUE         TITLE\n 2  open   2026-10-12  b\n")

    def test_json_has_the_new_fields(self):
        self.done("add", "ä", "-l", "x", "-d", "2026-10-12")
        line = '{"id": 1, "title": "ä", "state": "open", "labels": ["x"], "due": "2026-10-12"}\n'
        self.assertEqual(self.done("list", "--json"), line)

    def test_plain_tickets_look_as_before(self):
        self.file.write_text(VERSION_1)
        self.assertEqual(self.done("list"), "ID  STATE  TITLE\n 3  open   Fire drill\n")
        self.assertEqual(
            self.done("list", "--all"), "ID  STATE   TITLE\n 1  closed  Printer on fire\n 3  open    Fire drill\n"
        )

    def test_finding_nothing_is_status_1(self):
        self.file.write_text(VERSION_1)
        self.assertEqual(self.tickets("list", "unicorn"), (1, "", ""))
