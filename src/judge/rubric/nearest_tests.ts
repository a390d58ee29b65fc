import { distance } from 'fastest-levenshtein';
import { spelling } from '../../contract/spelling.js';
import type { RequiredTest } from '../../record/required_tests.js';
import { baseTitle, type TestReport, testId, testName } from '../../record/test_report.js';

/** Names that are told for one that is missing. */
const MOST_NEAR = 3;
/** Tests among which it is looked; reports of more are searched by title only. */
const MOST_SEEN = 10_000;
/** Longer names are compared by their beginnings: the cost grows with the product of both lengths. */
const LONGEST = 200;

/** Missing names for which the nearest tests are looked for. */
const MOST_HINTS = 10;

/** Adds to the missing among required tests the tests of the report that may be meant. */
export function withNearestTests(required: readonly RequiredTest[], report: TestReport): RequiredTest[] {
  const nearest = createNearestTests(report);
  let hints = 0;
  return required.map((test): RequiredTest => {
    const looked = test.standing === 'missing' && !test.quarantined && hints++ < MOST_HINTS;
    const near = looked ? nearest(test.name) : [];
    return near.length > 0 ? { ...test, near } : test;
  });
}

/**
 * Prepares the search for tests of a report that may be meant by a name which is not there: first those of the same title, whatever
 * suite, file or parameters stand around it, then those that differ least. The report is read when the first name is looked for.
 */
export function createNearestTests(report: TestReport): (name: string) => string[] {
  let seen: { forms: Map<string, string>; by_title: Map<string, string[]> } | undefined;
  return (name) => {
    seen ??= { forms: formsOf(report), by_title: titlesOf(report) };
    const wanted = spelling(name);
    const same = (seen.by_title.get(titleKey(wanted)) ?? []).filter((one) => one !== wanted);
    const near = new Set(same.slice(0, MOST_NEAR));
    if (near.size < MOST_NEAR) for (const one of nearestOf(wanted, seen.forms)) near.add(one);
    return [...near].slice(0, MOST_NEAR);
  };
}

/** Full names and ids, each with the id that is told. */
function formsOf({ tests }: TestReport): Map<string, string> {
  const forms = new Map<string, string>();
  for (const test of tests.slice(0, MOST_SEEN)) {
    const id = spelling(testId(test));
    forms.set(spelling(testName(test)), id);
    forms.set(id, id);
  }
  return forms;
}

function titlesOf({ tests }: TestReport): Map<string, string[]> {
  const titles = new Map<string, string[]>();
  for (const test of tests) {
    const key = titleKey(spelling(test.path.at(-1)!));
    const known = titles.get(key);
    const shown = spelling(testId(test));
    if (known === undefined) titles.set(key, [shown]);
    else if (known.length <= MOST_NEAR && !known.includes(shown)) known.push(shown);
  }
  return titles;
}

/** The last part of a name, without parameters, in small letters. */
function titleKey(name: string): string {
  const last = name.split(/ > |::/).at(-1)!;
  return (baseTitle(last) ?? last).toLowerCase();
}

function nearestOf(wanted: string, forms: ReadonlyMap<string, string>): string[] {
  const text = wanted.slice(0, LONGEST).toLowerCase();
  const most = Math.floor(text.length / 3);
  const found: { id: string; far: number }[] = [];
  for (const [form, id] of forms) {
    const other = form.slice(0, LONGEST).toLowerCase();
    if (Math.abs(other.length - text.length) > most) continue;
    const far = distance(text, other);
    if (far <= most && far > 0) found.push({ id, far });
  }
  return found.sort((a, b) => a.far - b.far).map(({ id }) => id);
}
