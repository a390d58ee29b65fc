import { formatTestId, getBaseTitle, type TestReport } from '../../../record/tests/test_report.js';
import type { TestMeasurement } from './measure_tests.js';

/** Words that runners print before the value that a test got. */
const RECEIVED = [
  /^\s*Received(?: \w+)?:\s*(\S.*)$/m,
  /^\s*actual: (\S.*?),?$/m,
  /^(\S.*?) !== \S/m,
  /^E\s+assert (\S+) == /m,
  /\bexpected (\S+) to (?:be|equal|deeply equal|strictly equal) /,
];
/** Error that code threw. That of an assertion states what it expects. */
const THROWN = /\b((?!Assertion)[A-Z]\w*(?:Error|Exception)): (\S.*)/;
const LITERAL = /(["'`])((?:(?!\1)[^\\\n]|\\.){1,200})\1|\b\d+(?:\.\d+)?\b/g;
const MAX_CHARACTERS = 160;

/**
 * Describes how the first test that begins to pass fails today, in one sentence: its name, and the error that was
 * thrown or the value that it got.
 *
 * An expected value is never told, nor a literal of the hidden files: a patch that knows the true values could forge
 * reports and still fail in challenge rounds, whose strength rests on that it cannot tell true values from wrong ones.
 *
 * @param texts texts of the hidden files
 * @returns undefined if nothing can be told
 */
export function describeSymptom(
  { base, golden }: Pick<TestMeasurement, 'base' | 'golden'>,
  texts: readonly string[],
): string | undefined {
  const failure = findFirstFailure(base[0], golden[0]);
  if (failure === undefined) return undefined;
  const { title, message } = failure;
  const literals = listLiterals(texts, title);
  const tell = (text: string | undefined) =>
    text === undefined || text.trim() === '' || holdsLiteral(text, literals) ? undefined : text;
  const name = tell(title === undefined ? undefined : (getBaseTitle(title) ?? title));
  const [, kind, detail = ''] = THROWN.exec(message) ?? [];
  const thrown = tell(kind === undefined ? undefined : `${kind}: ${removeFolders(detail)}`.slice(0, MAX_CHARACTERS));
  const received = RECEIVED.flatMap((pattern) => pattern.exec(message)?.[1] ?? [])[0];
  const value = tell(received?.slice(0, MAX_CHARACTERS));
  const outcome = thrown ?? (value === undefined ? undefined : `it gets ${value}`);
  if (name === undefined && outcome === undefined) return undefined;
  const subject = name === undefined ? 'One of the tests that decide' : `The test "${name}"`;
  const verb = title === undefined ? 'does not load' : 'fails';
  return `${subject} ${verb} today${outcome === undefined ? '.' : `: ${outcome}`}\n`;
}

/** Failure of a test, or of a file that does not load, which has no title. */
interface TestFailure {
  title: string | undefined;
  message: string;
}

/** Finds the first test that fails in one report and passes in another, else what does not load in the first alone. */
function findFirstFailure(base: TestReport | undefined, golden: TestReport | undefined): TestFailure | undefined {
  if (base === undefined || golden === undefined) return undefined;
  const passed = new Set(golden.tests.filter(({ outcome }) => outcome === 'passed').map(formatTestId));
  const failedTest = base.tests.find((test) => test.outcome === 'failed' && passed.has(formatTestId(test)));
  if (failedTest) return { title: failedTest.path.at(-1), message: failedTest.message ?? '' };
  const loaded = new Set(golden.suite_failures.map(({ name }) => name));
  const unloaded = base.suite_failures.find(({ name }) => !loaded.has(name));
  return unloaded && { title: undefined, message: unloaded.message ?? '' };
}

/** Lists the strings and numbers of the hidden files, other than the title itself. */
const listLiterals = (texts: readonly string[], title: string | undefined): Set<string> =>
  new Set(
    texts
      .flatMap((text) => [...text.matchAll(LITERAL)].map(([whole, , string]) => string ?? whole))
      .filter((literal) => literal !== title && /\w/.test(literal)),
  );

/** Tells whether a text holds one of the literals as a whole word. */
const holdsLiteral = (text: string, literals: ReadonlySet<string>): boolean =>
  [...literals].some((literal) => isApart(text, literal));

/** Tells whether a literal stands in a text with no letter or digit beside it. */
function isApart(text: string, literal: string): boolean {
  for (let start = text.indexOf(literal); start >= 0; start = text.indexOf(literal, start + 1))
    if (!/\w/.test(text[start - 1] ?? ' ') && !/\w/.test(text[start + literal.length] ?? ' ')) return true;
  return false;
}

/** Removes the folders of absolute paths: they are those of the sandbox. */
const removeFolders = (text: string): string => text.replace(/(?:file:\/\/)?\/(?:[^\s'"/]+\/)+/g, '');
