import { isForeignModule, isSourceFileTitle, isWholeFileTest, MAX_REPORT_TEXT } from './parsing/clean_report_text.js';
import { findXmlChildren, parseXml, type XmlElement } from './parsing/parse_xml.js';
import type { ReportReader } from './parsing/report_reader.js';
import { type ReportedTest, TestCollection } from './parsing/test_collection.js';
import { findFailureElements, getFailureMessage, readTestcaseResult } from './read_testcase_result.js';
import { readCountedFailures, ShownFailures } from './shown_failures.js';

/**
 * Reads generic JUnit XML: surefire, gradle, jest-junit, mocha, vitest, go-junit-report, node:test and their
 * successors; one document, or several one after another.
 *
 * There is no standard. All writers agree only that `<testcase>` is a test, that `<failure>` and `<error>` fail it, and
 * that `<skipped>` skips it. Names are read from `name`, `classname` and the suites as the known writers use them, see
 * `locateTestcase`.
 */
export const readJunit: ReportReader = (text, root) => {
  const parsed = parseJunit(text);
  if (!parsed.ok) return parsed;
  const collection = new TestCollection(root);
  const isNode = isNodeTest(parsed.roots, text);
  for (const top of parsed.roots) {
    if (isNode) readNodeSuite(top, [], collection);
    else readSuite(top, top.name === 'testsuite' ? [top] : [], collection);
  }
  if (isNode) compareNodeCounters(parsed.roots, text, collection);
  return collection.reading();
};

/** Parses XML documents whose roots are `<testsuites>` or `<testsuite>`. */
export function parseJunit(text: string): ReturnType<typeof parseXml> {
  const parsed = parseXml(text);
  const otherRoot = parsed.ok
    ? parsed.roots.find(({ name }) => !['testsuites', 'testsuite'].includes(name))
    : undefined;
  if (!otherRoot) return parsed;
  return { ok: false, reason: `the root element is <${otherRoot.name}>, not <testsuites> or <testsuite>` };
}

/** Writes a JUnit report in which all these tests passed. Names of suites and tests are joined by ` > `. */
export function writePassingJunit(names: readonly string[]): string {
  const cases = names.map((name) => {
    const titles = name.split(' > ');
    const classname = escapeAttribute(titles.slice(0, -1).join('.'));
    return `<testcase name="${escapeAttribute(titles.at(-1)!)}" classname="${classname}"/>`;
  });
  const suite = `<testsuite name="all" tests="${names.length}" failures="0" errors="0">${cases.join('')}</testsuite>`;
  return `<?xml version="1.0"?><testsuites>${suite}</testsuites>\n`;
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;');

/** Reads one suite and those below it. Returns the failures that it shows. */
function readSuite(suite: XmlElement, stack: readonly XmlElement[], collection: TestCollection): ShownFailures {
  const first = collection.size;
  const shown = new ShownFailures();
  const cases = findXmlChildren(suite, 'testcase');
  const describes = findVitestDescribes(cases);
  let disputed = false;
  for (const testcase of cases) {
    const end = readTestcaseResult(testcase);
    shown.addTestcase(testcase);
    const { path, file, classname } = locateTestcase(testcase, stack);
    const title = path.at(-1) ?? '';
    // a case without a name of its own stands for its class, file or describe block; runners write it when that failed
    const isDescribe = describes.has(testcase.attributes.name ?? '');
    if ((title === '' || title === file || isDescribe) && end.outcome === 'failed') {
      const name = title === file || title === '' ? (file ?? classname ?? 'suite') : path.join(' > ');
      const place = isDescribe ? { suite: path.join(' '), file } : file ? { file } : { classname };
      if (file || classname) collection.suiteFailure(name, end.message, place);
      else collection.suiteFailure(name, end.message);
      disputed ||= !file && !classname;
    } else if (title !== '')
      collection.test({ ...end, path, file, classname, file_guessed: isForeignModule(file, classname) });
  }
  for (const failure of findXmlChildren(suite, 'failure', 'error')) {
    shown.addFailures(1);
    disputed = true;
    collection.suiteFailure(suite.attributes.name ?? 'suite', getFailureMessage(failure));
  }
  for (const inner of findXmlChildren(suite, 'testsuite'))
    shown.addSuite(readSuite(inner, [...stack, inner], collection));
  const counted = readCountedFailures(suite);
  if (counted > 0 && shown.isEmpty) {
    collection.suiteFailure(suite.attributes.name ?? 'suite', `counts ${counted} failures and shows none`);
    disputed = true;
    shown.addFailures(counted);
  } else shown.compareWith(suite, collection);
  if (disputed) collection.disputeRange(first, collection.size);
  return shown;
}

/**
 * Locates a test: path of titles, file and classname.
 *
 * jest-junit repeats the full title as classname; mocha-junit-reporter has the full title as name and the title as
 * classname; vitest has the file as classname and "describe > title" as name; others have a class or package, which
 * becomes the first title, or nested suites. Names of outer suites are files, classes or runs, and no titles.
 */
function locateTestcase(
  testcase: XmlElement,
  stack: readonly XmlElement[],
): Pick<ReportedTest, 'path' | 'file' | 'classname'> {
  const name = (testcase.attributes.name ?? '').trim();
  const classname = (testcase.attributes.classname ?? '').trim();
  const owners = [testcase, ...stack.toReversed()];
  const file = owners.map(({ attributes }) => attributes.file ?? attributes.filepath).find(Boolean);

  if (isSourceFileTitle(classname)) return { path: name.split(' > '), file: classname };
  if (classname !== '' && classname === name) return { path: [name], file };
  if (classname !== '' && name.endsWith(` ${classname}`)) {
    return { path: [name.slice(0, -classname.length).trim(), classname], file };
  }
  const nested = stack
    .slice(1)
    .map((suite) => suite.attributes.name ?? '')
    .filter((title) => title !== '' && title !== classname && title !== file);
  const outer = stack[0]?.attributes.name ?? '';
  const first = classname || (outer !== file && !NO_TITLE.has(outer) ? outer : '');
  const titles = nested.length > 0 ? nested : [first];
  return { path: [...titles, name].filter((title, i, all) => title !== '' || i === all.length - 1), file, classname };
}

/** Names of runners for suites without a title. */
const NO_TITLE: ReadonlySet<string> = new Set(['', 'undefined', 'Root Suite', 'Mocha Tests', 'pytest', 'jest tests']);

/** Most describe blocks in a name; the cost is the depth times the length of every name. */
const MAX_DESCRIBES = 10;

/**
 * Finds names that are a proper "describe > …" prefix of another case. vitest reports a hook that threw as a case of
 * that name.
 */
function findVitestDescribes(cases: readonly XmlElement[]): ReadonlySet<string> {
  const prefixes = new Set<string>();
  for (const { attributes } of cases) {
    if (!isSourceFileTitle(attributes.classname ?? '')) continue;
    const titles = (attributes.name ?? '').slice(0, MAX_REPORT_TEXT).split(' > ', MAX_DESCRIBES + 1);
    for (let depth = 1; depth < titles.length; depth++) prefixes.add(titles.slice(0, depth).join(' > '));
  }
  return prefixes;
}

/** Detects the report of node:test: a bare <testsuites>, with counters as comments at the end. */
function isNodeTest(roots: readonly XmlElement[], text: string): boolean {
  return (
    roots.every((top) => top.name === 'testsuites' && Object.keys(top.attributes).length === 0) &&
    /<!-- suites \d+ -->/.test(text.slice(-2_000))
  );
}

/**
 * Compares the failures that node:test counts with those that it shows. A test that has subtests and fails by itself is
 * only counted: its suite shows no failure.
 */
function compareNodeCounters(roots: readonly XmlElement[], text: string, collection: TestCollection): void {
  const count = (suite: XmlElement): number =>
    suite.children.reduce((sum, child) => {
      const shown = new ShownFailures();
      if (child.name === 'testcase') shown.addTestcase(child);
      // A failed subtest fails the tests around it.
      const elementCount = child.name === 'testcase' ? shown.elements : count(child);
      return sum + elementCount + (child.name === 'testsuite' && elementCount > 0 ? 1 : 0);
    }, 0);
  const counted = [...text.slice(-2_000).matchAll(/<!-- fail (\d{1,9}) -->/g)].at(-1)?.[1];
  if (roots.length === 1)
    collection.compareFailures(counted === undefined ? undefined : Number(counted), count(roots[0]!));
}

/**
 * Reads a suite of node:test, which writes one for each `describe` and each test with subtests, so that every suite is
 * a title.
 *
 * A failed file without tests is a case with the name of the file. The reporter escapes quotes in names twice.
 */
function readNodeSuite(suite: XmlElement, titles: readonly string[], collection: TestCollection): void {
  const failed = suite.children.filter(
    (child) => findFailureElements(child).failures.length > 0 || readCountedFailures(child) > 0,
  );
  collection.compareFailures(readCountedFailures(suite), failed.length);
  for (const child of suite.children) {
    const name = (child.attributes.name ?? '').replaceAll('&quot;', '"');
    if (child.name === 'testsuite') readNodeSuite(child, [...titles, name], collection);
    if (child.name !== 'testcase') continue;
    const end = readTestcaseResult(child);
    const file = child.attributes.file;
    if (titles.length === 0 && isWholeFileTest(name, file)) {
      if (end.outcome === 'failed') collection.suiteFailure(name, end.message, { file: file ?? name });
    } else collection.test({ ...end, path: [...titles, name], file });
  }
}
