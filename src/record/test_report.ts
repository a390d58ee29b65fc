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
 * A name as it is compared: ends trimmed, each run of white space one blank. Lists of required tests are often read off
 * printed logs, where a title's trailing blank or line break is lost.
 */
export function spelling(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}

/**
 * Every name under which a contract may require this test.
 *
 * Runners and benchmarks spell the same test in several ways: joined with " > " or with spaces, title only,
 * `classname.name`, `file::name`, `file > name`, Java's `Class#method`, Go's `Test/sub`, unittest's `name (module.Class)`.
 * A required name matches a test when it equals one of these by `spelling`.
 */
export function testAliases(test: TestCase): string[] {
  const title = test.path.at(-1)!;
  const full = testName(test);
  const spaced = test.path.join(' ');
  const slashed = test.path.join('/');
  const names = new Set([full, spaced, title, test.path.join('::'), slashed]);
  if (test.classname) {
    for (const joint of ['.', '::', ' ', '#', NAME_SEPARATOR]) names.add(`${test.classname}${joint}${title}`);
    if (slashed !== title) for (const joint of ['.', '/', ' ']) names.add(`${test.classname}${joint}${slashed}`);
    if (/^[^\s/]+$/.test(test.classname)) addDotted(names, test.classname, title);
  }
  if (test.file) {
    for (const name of [full, spaced, title]) {
      for (const joint of ['::', NAME_SEPARATOR, ' ', ': ']) names.add(`${test.file}${joint}${name}`);
    }
    names.add([test.file, ...test.path].join('::'));
  }
  return [...names];
}

/** Deeper class names are attacks: aliases grow with the square of the depth. */
const MAX_DOTS = 32;

/**
 * Names for a dotted classname. pytest writes "tests.test_x.TestY" for the node id "tests/test_x.py::TestY::test_z",
 * unittest and Django print "test_z (tests.test_x.TestY)", Java writes "com.example.WindowTest" and people "WindowTest.slides".
 */
function addDotted(names: Set<string>, classname: string, title: string): void {
  const parts = classname.split('.');
  names.add(`${title} (${classname})`);
  names.add(`${title} (${classname}.${title})`);
  for (const joint of ['.', '#']) names.add(`${parts.at(-1)}${joint}${title}`);
  if (parts.length > MAX_DOTS) return;
  for (let i = 1; i <= parts.length; i++) {
    const inner = parts.slice(i);
    names.add([`${parts.slice(0, i).join('/')}.py`, ...inner, title].join('::'));
    if (inner.length > 0) names.add([...inner, title].join('::'));
  }
}
