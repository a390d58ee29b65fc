import { z } from 'zod';

/**
 * Report of a test runner, in one form for all formats (requirement K5).
 *
 * The readers in `run/oracle/readers` produce it, the acceptance event records it, and `judge` evaluates it.
 */
const testOutcomes = ['passed', 'failed', 'skipped', 'todo'] as const;

/** Test case of a report. */
const testCaseSchema = z.strictObject({
  path: z.array(z.string()).min(1).describe('suite titles, then the test title'),
  file: z.string().optional().describe('test file as the runner names it'),
  classname: z.string().optional().describe('JUnit classname'),
  outcome: z.enum(testOutcomes),
  flaky: z.literal(true).optional().describe('passed on a retry after it had failed, as the runner itself marks it'),
  disputed: z
    .literal(true)
    .optional()
    .describe('a failure that the report attributes to no test may be one of this test, which it calls passed'),
  file_guessed: z
    .literal(true)
    .optional()
    .describe('`file` follows from naming conventions: any module of `classname` may be the file'),
  duration_ms: z.number().optional(),
  message: z.string().optional().describe('first lines of the failure, at most 2,000 characters'),
});
export type TestCase = z.infer<typeof testCaseSchema>;

export const testReportSchema = z.strictObject({
  tests: z.array(testCaseSchema),
  /** Tests that ran, by the summary of a log that names failures only. */
  counted: z.int().positive().optional(),
  /** Contradiction in the report: a total that differs from what is listed, or a run that did not end. */
  contradiction: z.string().optional(),
  /** Failures outside any test: a file that did not load, a hook that threw, a bail-out. They count as failures. */
  suite_failures: z.array(z.strictObject({ name: z.string(), message: z.string().optional() })),
});
export type TestReport = z.infer<typeof testReportSchema>;

/** Tells whether a report shows that any test ran. */
export const hasReportedTests = ({ tests, counted = 0 }: TestReport): boolean => tests.length > 0 || counted > 0;

/** Counts failed tests and failures outside any test. */
export function countFailures(report: TestReport): number {
  return report.tests.filter((test) => test.outcome === 'failed').length + report.suite_failures.length;
}

/** Returns true if a test passed, and no failure of its report may be one of it. */
export const hasTestPassed = ({ outcome, disputed }: TestCase): boolean => outcome === 'passed' && !disputed;

/**
 * Returns true if a runner reported a file that it could not load as a test. The title is then the path of the file.
 */
export function isFileFailure({ path, file, outcome }: TestCase): boolean {
  const [title = ''] = path;
  return outcome === 'failed' && path.length === 1 && (title === file || /^[^\s]*\/[^\s/]+\.[a-z]{1,4}$/i.test(title));
}

/** Separator between suite titles in the full name of a test. */
export const TEST_NAME_SEPARATOR = ' > ';

/** Returns the full name of a test: its titles joined with " > ". */
export function formatTestName(test: Pick<TestCase, 'path'>): string {
  return test.path.join(TEST_NAME_SEPARATOR);
}

/**
 * Returns the name that identifies a test in its report: pytest's node id for Python files, else file or class before
 * the full name.
 */
export function formatTestId(test: TestCase): string {
  const full = formatTestName(test);
  if (test.file?.endsWith('.py')) return [test.file, ...test.path].join('::');
  const owner = test.file ?? (test.classname === test.path[0] ? undefined : test.classname);
  return owner === undefined ? full : `${owner}${TEST_NAME_SEPARATOR}${full}`;
}

/**
 * Rank of a test's names, most specific first. If a required name belongs to several tests, only those count of which
 * it is the most specific name: "adds" means the test "adds" if there is one, else every test with that title.
 */
export const TEST_ALIAS_RANK = {
  /** Full name, and the id that identifies the test. */
  exact: 0,
  /** File or class name before the titles. */
  qualified: 1,
  /** All titles, joined in another way. */
  titles: 2,
  /** Part of the class name, or the file, before the last title. */
  partial: 3,
  /** Last title alone. */
  title: 4,
  /** Added for the name without the parameters of a row: `test_x` for `test_x[1-2]`. */
  row: 5,
} as const;

/**
 * Returns every name under which a contract may require this test, with its rank.
 *
 * Runners and benchmarks spell the same test in several ways: joined with " > " or with spaces, title only,
 * `classname.name`, `file::name`, `file > name`, Java's `Class#method`, Go's `Test/sub`, unittest's `name
 * (module.Class)`. A parametrised test (`test_x[1-2]`) also has the names of its base name (`test_x`). A required name
 * matches a test if it equals one of these by `spelling`.
 */
export function listTestAliases(test: TestCase): Map<string, number> {
  const names = new Map<string, number>();
  addAliases(names, test, 0);
  const base = getBaseTitle(test.path.at(-1)!);
  if (base !== undefined) addAliases(names, { ...test, path: [...test.path.slice(0, -1), base] }, TEST_ALIAS_RANK.row);
  return names;
}

/**
 * Returns the title of a parametrised test without its parameters: `test_x` of `test_x[1-2]`.
 *
 * @returns undefined if it has no parameters
 */
export const getBaseTitle = (title: string): string | undefined => /^([^[]*[^[\s])\[.*\]$/su.exec(title)?.[1];

function addAliases(names: Map<string, number>, test: TestCase, row: number): void {
  const add = (name: string, rank: number) => {
    const known_rank = names.get(name);
    if (known_rank === undefined || known_rank > row + rank) names.set(name, row + rank);
  };
  const title = test.path.at(-1)!;
  const full = formatTestName(test);
  const spaced = test.path.join(' ');
  const slashed = test.path.join('/');
  add(full, TEST_ALIAS_RANK.exact);
  add(formatTestId(test), TEST_ALIAS_RANK.exact);
  for (const name of [spaced, test.path.join('::'), slashed]) add(name, TEST_ALIAS_RANK.titles);
  add(title, TEST_ALIAS_RANK.title);
  if (test.classname) {
    for (const joint of ['.', '::', ' ', '#', TEST_NAME_SEPARATOR])
      add(`${test.classname}${joint}${title}`, TEST_ALIAS_RANK.qualified);
    if (slashed !== title)
      for (const joint of ['.', '/', ' ']) add(`${test.classname}${joint}${slashed}`, TEST_ALIAS_RANK.qualified);
    if (/^[^\s/]+$/.test(test.classname)) addDottedAliases(add, test.classname, title);
  }
  if (test.file) {
    const file = test.file;
    const [whole, last] = [
      TEST_ALIAS_RANK.qualified,
      title === full ? TEST_ALIAS_RANK.qualified : TEST_ALIAS_RANK.partial,
    ];
    for (const [name, rank] of [
      [full, whole],
      [spaced, whole],
      [title, last],
    ] as const)
      for (const joint of ['::', TEST_NAME_SEPARATOR, ' ', ': ']) add(`${file}${joint}${name}`, rank);
    add([file, ...test.path].join('::'), TEST_ALIAS_RANK.exact);
  }
}

/** Maximum number of dots in a class name: aliases grow with the square of the depth, and deeper names are attacks. */
const MAX_DOTS = 32;

/**
 * Adds names for a dotted class name. pytest writes "tests.test_x.TestY" for the node id
 * "tests/test_x.py::TestY::test_z", unittest and Django print "test_z (tests.test_x.TestY)", Java writes
 * "com.example.WindowTest" and people write "WindowTest.slides".
 */
function addDottedAliases(add: (name: string, rank: number) => void, classname: string, title: string): void {
  const parts = classname.split('.');
  add(`${title} (${classname})`, TEST_ALIAS_RANK.qualified);
  add(`${title} (${classname}.${title})`, TEST_ALIAS_RANK.qualified);
  for (const joint of ['.', '#']) add(`${parts.at(-1)}${joint}${title}`, TEST_ALIAS_RANK.partial);
  if (parts.length > MAX_DOTS) return;
  for (let i = 1; i <= parts.length; i++) {
    const inner = parts.slice(i);
    add([`${parts.slice(0, i).join('/')}.py`, ...inner, title].join('::'), TEST_ALIAS_RANK.qualified);
    if (inner.length > 0) add([...inner, title].join('::'), TEST_ALIAS_RANK.partial);
  }
}

/**
 * Returns the files that a test may belong to: the file that its runner names, or the Python modules with which its
 * class name begins.
 */
export function listTestFiles({ file, classname, file_guessed }: TestCase): string[] {
  if (file !== undefined && !file_guessed) return [file];
  const parts = classname !== undefined && /^[^\s/]+$/.test(classname) ? classname.split('.') : [];
  const modules = parts.length > MAX_DOTS ? [] : parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}.py`);
  return file === undefined ? modules : [...new Set([file, ...modules])];
}

/** Returns the names by which a pattern or an id finds a test: its full name, and its id for each file it may be in. */
export function listExactNames(test: TestCase): string[] {
  const names = [formatTestName(test), formatTestId(test)];
  if (!test.file_guessed || test.classname === undefined) return [...new Set(names)];
  const parts = test.classname.split('.');
  const title = test.path.at(-1)!;
  for (const file of listTestFiles(test)) {
    const modules = file.slice(0, -'.py'.length).split('/').length;
    if (file !== test.file) names.push([file, ...parts.slice(modules), title].join('::'));
  }
  return [...new Set(names)];
}
