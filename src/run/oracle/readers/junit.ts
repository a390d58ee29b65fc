import { Collection, type Observed } from './collection.js';
import type { Reader } from './reader.js';
import { isFileTest, isSourceFile, MAX_TEXT } from './text.js';
import { childrenNamed, type Element, parseXml } from './xml.js';

/**
 * Generic JUnit XML: surefire, gradle, jest-junit, mocha, vitest, go-junit-report, node:test and what follows them.
 *
 * There is no standard. Sure is only: `<testcase>` is a test, `<failure>` and `<error>` fail it, `<skipped>` skips it. Names are read by
 * what the known writers put into `name`, `classname` and the suites, see `placeOf`.
 */
export const readJunit: Reader = (text, root) => {
  const parsed = parseXml(text);
  if (!parsed.ok) return parsed;
  const top = parsed.root;
  if (top.name !== 'testsuites' && top.name !== 'testsuite') {
    return { ok: false, reason: `the root element is <${top.name}>, not <testsuites> or <testsuite>` };
  }
  const collection = new Collection(root);
  if (isNodeTest(top, text)) readNodeSuite(top, [], collection);
  else readSuite(top, top.name === 'testsuite' ? [top] : [], collection);
  return collection.reading();
};

/** How a `<testcase>` ended, with its message and duration: the part of JUnit that all writers agree on. */
export function endOf(testcase: Element): Pick<Observed, 'outcome' | 'duration_ms' | 'message'> {
  const failures = childrenNamed(testcase, 'failure', 'error');
  const skips = childrenNamed(testcase, 'skipped', 'ignored', 'disabled');
  const notRun = ['notrun', 'disabled', 'skipped', 'ignored', 'suppressed'];
  const status = [testcase.attributes.status, testcase.attributes.result].map((value) => value?.toLowerCase() ?? '');
  // node:test writes a failure beside <skipped type="todo">: a test that is to do may fail
  const todo = skips.some((skip) => skip.attributes.type === 'todo');
  const skipped = skips.length > 0 || status.some((value) => notRun.includes(value));
  const outcome = todo ? 'todo' : failures.length > 0 ? 'failed' : skipped ? 'skipped' : 'passed';
  return { outcome, duration_ms: millisecondsOf(testcase), message: failures.map(messageOf).join('\n') };
}

/** The message attribute, unless the text already says it, and the text. */
export function messageOf(failure: Element): string {
  const message = failure.attributes.message ?? '';
  const text = failure.text.trim();
  return text.includes(message) ? text : `${message}\n${text}`;
}

/** Seconds, in surefire with thousands separators. */
function millisecondsOf(testcase: Element): number | undefined {
  const seconds = testcase.attributes.time?.replaceAll(',', '');
  return seconds ? Number(seconds) * 1000 : undefined;
}

/** Reads one suite and those below it; returns how many failed cases were seen. */
function readSuite(suite: Element, stack: readonly Element[], collection: Collection): number {
  let failures = 0;
  const cases = childrenNamed(suite, 'testcase');
  const describes = vitestDescribes(cases);
  for (const testcase of cases) {
    const end = endOf(testcase);
    failures += childrenNamed(testcase, 'failure', 'error').length;
    const { path, file, classname } = placeOf(testcase, stack);
    const title = path.at(-1) ?? '';
    // a case without a name of its own stands for its class, file or describe block; runners write it when that failed
    const isSuite = title === '' || title === file || describes.has(testcase.attributes.name ?? '');
    if (isSuite && end.outcome === 'failed') {
      const name = title === file || title === '' ? (file ?? classname ?? 'suite') : path.join(' > ');
      collection.suiteFailure(name, end.message);
    } else if (title !== '') collection.test({ ...end, path, file, classname });
  }
  for (const failure of childrenNamed(suite, 'failure', 'error')) {
    failures++;
    collection.suiteFailure(suite.attributes.name ?? 'suite', messageOf(failure));
  }
  for (const inner of childrenNamed(suite, 'testsuite')) failures += readSuite(inner, [...stack, inner], collection);
  const counted = Number(suite.attributes.failures ?? 0) + Number(suite.attributes.errors ?? 0);
  if (counted > 0 && failures === 0) {
    collection.suiteFailure(suite.attributes.name ?? 'suite', `counts ${counted} failures and shows none`);
    return counted;
  }
  return failures;
}

/**
 * Where a test stands. In order:
 * jest-junit repeats the full title as classname; mocha-junit-reporter has the full title as name and the title as classname;
 * vitest has the file as classname and "describe > title" as name; others have a class or package (it becomes the first title),
 * or nested suites. Names of outer suites say the file, class or run and are no titles.
 */
function placeOf(testcase: Element, stack: readonly Element[]): Pick<Observed, 'path' | 'file' | 'classname'> {
  const name = (testcase.attributes.name ?? '').trim();
  const classname = (testcase.attributes.classname ?? '').trim();
  const owners = [testcase, ...stack.toReversed()];
  const file = owners.map(({ attributes }) => attributes.file ?? attributes.filepath).find(Boolean);

  if (isSourceFile(classname)) return { path: name.split(' > '), file: classname };
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

/** What runners call a suite that is none. */
const NO_TITLE: ReadonlySet<string> = new Set(['', 'undefined', 'Root Suite', 'Mocha Tests', 'pytest', 'jest tests']);

/** Deeper describe blocks are not looked for: the cost is the depth times the length of every name. */
const MAX_DESCRIBES = 10;

/** Names that are a proper "describe > …" prefix of another case: vitest reports a hook that threw as a case of that name. */
function vitestDescribes(cases: readonly Element[]): ReadonlySet<string> {
  const prefixes = new Set<string>();
  for (const { attributes } of cases) {
    if (!isSourceFile(attributes.classname ?? '')) continue;
    const titles = (attributes.name ?? '').slice(0, MAX_TEXT).split(' > ', MAX_DESCRIBES + 1);
    for (let depth = 1; depth < titles.length; depth++) prefixes.add(titles.slice(0, depth).join(' > '));
  }
  return prefixes;
}

/** node:test's own reporter: a bare <testsuites>, and its counters as comments at the end. */
function isNodeTest(top: Element, text: string): boolean {
  return (
    top.name === 'testsuites' &&
    Object.keys(top.attributes).length === 0 &&
    /<!-- suites \d+ -->/.test(text.slice(-2_000))
  );
}

/**
 * node:test nests a suite per `describe` and per test with subtests, so every suite is a title. A failed file without
 * tests appears as a case with the name of the file. Quotes in names are escaped twice by the reporter.
 */
function readNodeSuite(suite: Element, titles: readonly string[], collection: Collection): void {
  for (const child of suite.children) {
    const name = (child.attributes.name ?? '').replaceAll('&quot;', '"');
    if (child.name === 'testsuite') readNodeSuite(child, [...titles, name], collection);
    if (child.name !== 'testcase') continue;
    const end = endOf(child);
    const file = child.attributes.file;
    if (titles.length === 0 && isFileTest(name, file)) {
      if (end.outcome === 'failed') collection.suiteFailure(name, end.message);
    } else collection.test({ ...end, path: [...titles, name], file });
  }
}
