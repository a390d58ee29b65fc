import { z } from 'zod';

/**
 * What a test runner reported, in one shape for all formats (K5: "failing tests by name").
 *
 * Readers in `run/oracle/readers` produce it, the acceptance event records it, `judge` decides over it.
 */
export const testOutcomes = ['passed', 'failed', 'skipped', 'todo'] as const;

export const testCaseSchema = z.strictObject({
  path: z.array(z.string()).min(1).describe('suite titles, then the test title'),
  file: z.string().optional().describe('test file as the runner names it'),
  classname: z.string().optional().describe('JUnit classname'),
  outcome: z.enum(testOutcomes),
  duration_ms: z.number().optional(),
  message: z.string().optional().describe('first lines of the failure, at most 2,000 characters'),
});
export type TestCase = z.infer<typeof testCaseSchema>;

export const testReportSchema = z.strictObject({
  tests: z.array(testCaseSchema),
  /** Failures outside any test: a file that could not be loaded, a hook that threw, a bail-out. They count as failures. */
  suite_failures: z.array(z.strictObject({ name: z.string(), message: z.string().optional() })),
});
export type TestReport = z.infer<typeof testReportSchema>;

/** Counts failed tests and failures outside any test. */
export function failuresIn(report: TestReport): number {
  return report.tests.filter((test) => test.outcome === 'failed').length + report.suite_failures.length;
}

/** Whether a runner reports a file that it could not load as if it were a test: its title is then the path of the file. */
export function isFailureOfFile({ path, file, outcome }: TestCase): boolean {
  const [title = ''] = path;
  return outcome === 'failed' && path.length === 1 && (title === file || /^[^\s]*\/[^\s/]+\.[a-z]{1,4}$/i.test(title));
}

/** Separator between suite titles in the full name of a test. */
export const NAME_SEPARATOR = ' > ';

/** The full name of a test: its titles joined with " > ". */
export function testName(test: Pick<TestCase, 'path'>): string {
  return test.path.join(NAME_SEPARATOR);
}

/**
 * Returns the one name that tells a test from all others of its report: pytest's node id for files of Python, else file or class
 * before the full name.
 */
export function testId(test: TestCase): string {
  const full = testName(test);
  if (test.file?.endsWith('.py')) return [test.file, ...test.path].join('::');
  const owner = test.file ?? (test.classname === test.path[0] ? undefined : test.classname);
  return owner === undefined ? full : `${owner}${NAME_SEPARATOR}${full}`;
}

/**
 * How specific a name of a test is, most specific first. Where a required name is a name of several tests, only those count of which it
 * is the most specific one: "adds" is the test "adds" where there is one, and else every test that has this title.
 */
export const ALIAS_RANK = {
  /** The full name, and the id that tells the test from all others. */
  exact: 0,
  /** File or classname before the titles. */
  qualified: 1,
  /** All titles, joined in another way. */
  titles: 2,
  /** Part of the classname, or the file, before the last title. */
  partial: 3,
  /** The last title alone. */
  title: 4,
  /** Added for the name without the parameters of a row: `test_x` for `test_x[1-2]`. */
  row: 5,
} as const;

/**
 * Every name under which a contract may require this test, with its rank.
 *
 * Runners and benchmarks spell the same test in several ways: joined with " > " or with spaces, title only,
 * `classname.name`, `file::name`, `file > name`, Java's `Class#method`, Go's `Test/sub`, unittest's `name (module.Class)`.
 * A parametrised test (`test_x[1-2]`) has those of its base name (`test_x`) too.
 * A required name matches a test when it equals one of these by `spelling`.
 */
export function testAliases(test: TestCase): Map<string, number> {
  const names = new Map<string, number>();
  addAliases(names, test, 0);
  const base = baseTitle(test.path.at(-1)!);
  if (base !== undefined) addAliases(names, { ...test, path: [...test.path.slice(0, -1), base] }, ALIAS_RANK.row);
  return names;
}

/** The title of a parametrised test without its parameters: `test_x` of `test_x[1-2]`. @returns undefined if it has none */
export const baseTitle = (title: string): string | undefined => /^([^[]*[^[\s])\[.*\]$/su.exec(title)?.[1];

function addAliases(names: Map<string, number>, test: TestCase, row: number): void {
  const add = (name: string, rank: number) => {
    const known = names.get(name);
    if (known === undefined || known > row + rank) names.set(name, row + rank);
  };
  const title = test.path.at(-1)!;
  const full = testName(test);
  const spaced = test.path.join(' ');
  const slashed = test.path.join('/');
  add(full, ALIAS_RANK.exact);
  add(testId(test), ALIAS_RANK.exact);
  for (const name of [spaced, test.path.join('::'), slashed]) add(name, ALIAS_RANK.titles);
  add(title, ALIAS_RANK.title);
  if (test.classname) {
    for (const joint of ['.', '::', ' ', '#', NAME_SEPARATOR])
      add(`${test.classname}${joint}${title}`, ALIAS_RANK.qualified);
    if (slashed !== title)
      for (const joint of ['.', '/', ' ']) add(`${test.classname}${joint}${slashed}`, ALIAS_RANK.qualified);
    if (/^[^\s/]+$/.test(test.classname)) addDotted(add, test.classname, title);
  }
  if (test.file) {
    const file = test.file;
    const [whole, last] = [ALIAS_RANK.qualified, title === full ? ALIAS_RANK.qualified : ALIAS_RANK.partial];
    for (const [name, rank] of [
      [full, whole],
      [spaced, whole],
      [title, last],
    ] as const)
      for (const joint of ['::', NAME_SEPARATOR, ' ', ': ']) add(`${file}${joint}${name}`, rank);
    add([file, ...test.path].join('::'), ALIAS_RANK.exact);
  }
}

/** Deeper class names are attacks: aliases grow with the square of the depth. */
const MAX_DOTS = 32;

/**
 * Names for a dotted classname. pytest writes "tests.test_x.TestY" for the node id "tests/test_x.py::TestY::test_z",
 * unittest and Django print "test_z (tests.test_x.TestY)", Java writes "com.example.WindowTest" and people "WindowTest.slides".
 */
function addDotted(add: (name: string, rank: number) => void, classname: string, title: string): void {
  const parts = classname.split('.');
  add(`${title} (${classname})`, ALIAS_RANK.qualified);
  add(`${title} (${classname}.${title})`, ALIAS_RANK.qualified);
  for (const joint of ['.', '#']) add(`${parts.at(-1)}${joint}${title}`, ALIAS_RANK.partial);
  if (parts.length > MAX_DOTS) return;
  for (let i = 1; i <= parts.length; i++) {
    const inner = parts.slice(i);
    add([`${parts.slice(0, i).join('/')}.py`, ...inner, title].join('::'), ALIAS_RANK.qualified);
    if (inner.length > 0) add([...inner, title].join('::'), ALIAS_RANK.partial);
  }
}

/** Files that a test may be said to stand in: the one that its runner names, or modules of Python that its classname begins with. */
export function testFiles({ file, classname }: TestCase): string[] {
  if (file !== undefined) return [file];
  const parts = classname !== undefined && /^[^\s/]+$/.test(classname) ? classname.split('.') : [];
  return parts.length > MAX_DOTS ? [] : parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}.py`);
}
