import json

from tickets_case import VERSION_1, TicketsCase


class FileVersions(TicketsCase):
    def test_new_files_have_version_2(self):
        self.done("add", "a")
        self.assertEqual(
            json.loads(self.file.read_text()),
            {
                "version": 2,
                "next_id": 2,
                "tickets": [{"id": 1, "title": "a", "state": "open", "labels": [], "due": None}],
            },
        )

    def test_version_1_is_read(self):
        self.file.write_text(VERSION_1)
        self.assertEqual(self.found(), [1, 3])
        self.assertEqual(
            json.loads(self.done("show", "3")),
            {"id": 3, "title": "Fire drill", "state": "open", "labels": [], "due": None},
        )

    def test_reading_changes_no_file(self):
        self.file.write_text(VERSION_1)
        self.done("list")
        self.done("show", "1")
        self.assertEqual(self.file.read_text(), VERSION_1)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["t.json"])

    def test_the_first_change_upgrades_and_keeps_the_old_file(self):
        self.file.write_text(VERSION_1)
        self.assertEqual(self.done("add", "x"), "4\n")
        self.assertEqual(json.loads(self.file.read_text())["version"], 2)
        self.assertEqual((self.folder / "t.json.v1").read_text(), VERSION_1)

    def test_an_old_copy_is_never_overwritten(self):
        self.file.write_text(VERSION_1)
        (self.folder / "t.json.v1").write_text("mine")
        self.done("add", "x")
        self.assertEqual((self.folder / "t.json.v1").read_text(), "mine")
        self.assertEqual(json.loads(self.file.read_text())["version"], 2)

    def test_version_2_is_not_copied(self):
        self.done("add", "a")
        self.done("close", "1")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["t.json"])

    def test_a_refused_change_does_not_upgrade(self):
        self.file.write_text(VERSION_1)
        self.refused("close", "99")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["t.json"])

    def test_version_1_cannot_have_the_new_keys(self):
        data = json.loads(VERSION_1)
        data["tickets"][1]["due"] = None
        self.file.write_text(json.dumps(data))
        self.assertIn("tickets[1]: unknown key due", self.refused("list"))

    def test_version_2_must_have_them(self):
        data = json.loads(VERSION_1)
        data["version"] = 2
        self.file.write_text(json.dumps(data))
        self.assertIn("tickets[0]: missing key due", self.refused("list"))

    def test_damaged_values_are_refused(self):
        for key, value in [
            ("due", "tomorrow"), ("due", "2026-02-30"), ("due", 5), ("due", "20261010"),
            ("labels", "x"), ("labels", ["A"]), ("labels", [1]), ("labels", ["b", "a"]), ("labels", ["a", "a"]),
        ]:
            entry = {"id": 1, "title": "a", "state": "open", "labels": [], "due": None, key: value}
            self.file.write_text(json.dumps({"version": 2, "next_id": 2, "tickets": [entry]}))
            self.assertIn("tickets[0] is damaged", self.refused("list"), (key, value))

    def test_newer_versions_are_refused(self):
        for version in (3, "2", 0, None):
            self.file.write_text(json.dumps({"version": version, "next_id": 1, "tickets": []}))
            self.assertIn("version", self.refused("add", "a"))

    def test_unknown_keys_are_refused(self):
        self.file.write_text(VERSION_1.replace('"next_id": 4', '"next_id": 4, "colour": 1'))
        self.refused("list")
        self.file.write_text(VERSION_1.replace('"id": 3', '"id": 3, "colour": 1'))
        self.assertIn("tickets[1]: unknown key colour", self.refused("list"))

    def test_no_draft_is_left(self):
        self.done("add", "a")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["t.json"])
