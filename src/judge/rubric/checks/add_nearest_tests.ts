import { distance } from 'fastest-levenshtein';
import { normalizeTestName } from '../../../contract/checks/name_pattern.js';
import type { RequiredTestResult } from '../../../record/tests/evaluate_required_tests.js';
import { formatTestId, formatTestName, getBaseTitle, type TestReport } from '../../../record/tests/test_report.js';

/** Most names that are suggested for a missing one. */
const MOST_NEAR = 3;
/** Number of tests that are compared. Beyond it, a report is searched by title only. */
const MOST_SEEN = 10_000;
/** Number of characters that are compared: the cost grows with the product of both lengths. */
const LONGEST = 200;

/** Number of missing names for which the nearest tests are searched. */
const MOST_HINTS = 10;

/** Adds the tests of the report that may be meant to each missing required test. */
export function addNearestTests(required: readonly RequiredTestResult[], report: TestReport): RequiredTestResult[] {
  const nearest = createNearestTestSearch(report);
  let hints = 0;
  return required.map((test): RequiredTestResult => {
    const looked = test.standing === 'missing' && !test.quarantined && hints++ < MOST_HINTS;
    const near = looked ? nearest(test.name) : [];
    return near.length > 0 ? { ...test, near } : test;
  });
}

/**
 * Creates a search for the tests of a report that a missing name may mean. Tests of the same title come first, whatever
 * suite, file or parameters surround it; then those that differ least. The report is indexed on the first search.
 */
function createNearestTestSearch(report: TestReport): (name: string) => string[] {
  let index: { forms: Map<string, string>; by_title: Map<string, string[]> } | undefined;
  return (name) => {
    index ??= { forms: indexForms(report), by_title: indexTitles(report) };
    const target = normalizeTestName(name);
    const same = (index.by_title.get(getTitleKey(target)) ?? []).filter((one) => one !== target);
    const near = new Set(same.slice(0, MOST_NEAR));
    if (near.size < MOST_NEAR) for (const one of findNearest(target, index.forms)) near.add(one);
    return [...near].slice(0, MOST_NEAR);
  };
}

/** Indexes full names and ids by the id that is shown. */
function indexForms({ tests }: TestReport): Map<string, string> {
  const forms = new Map<string, string>();
  for (const test of tests.slice(0, MOST_SEEN)) {
    const id = normalizeTestName(formatTestId(test));
    forms.set(normalizeTestName(formatTestName(test)), id);
    forms.set(id, id);
  }
  return forms;
}

function indexTitles({ tests }: TestReport): Map<string, string[]> {
  const titles = new Map<string, string[]>();
  for (const test of tests) {
    const key = getTitleKey(normalizeTestName(test.path.at(-1)!));
    const ids = titles.get(key);
    const shown = normalizeTestName(formatTestId(test));
    if (ids === undefined) titles.set(key, [shown]);
    else if (ids.length <= MOST_NEAR && !ids.includes(shown)) ids.push(shown);
  }
  return titles;
}

/** Returns the last part of a name in lower case, without parameters. */
function getTitleKey(name: string): string {
  const last = name.split(/ > |::/).at(-1)!;
  return (getBaseTitle(last) ?? last).toLowerCase();
}

function findNearest(wanted: string, forms: ReadonlyMap<string, string>): string[] {
  const text = wanted.slice(0, LONGEST).toLowerCase();
  const most = Math.floor(text.length / 3);
  const candidates: { id: string; far: number }[] = [];
  for (const [form, id] of forms) {
    const candidate = form.slice(0, LONGEST).toLowerCase();
    if (Math.abs(candidate.length - text.length) > most) continue;
    const far = distance(text, candidate);
    if (far <= most && far > 0) candidates.push({ id, far });
  }
  return candidates.sort((a, b) => a.far - b.far).map(({ id }) => id);
}
