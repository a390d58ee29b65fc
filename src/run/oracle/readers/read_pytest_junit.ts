import { isForeignModule } from './parsing/clean_report_text.js';
import { findXmlChildren, type XmlElement } from './parsing/parse_xml.js';
import type { FileLookup, ReportReader } from './parsing/report_reader.js';
import { type ReportedTest, TestCollection } from './parsing/test_collection.js';
import { parseJunit } from './read_junit.js';
import { readTestcaseResult } from './read_testcase_result.js';
import { ShownFailures } from './shown_failures.js';

/**
 * Reads `pytest --junit-xml` of both families: xunit1 with `file`, xunit2 without.
 *
 * A module that cannot be collected is a suite failure. An error in setup or teardown fails the test; pytest writes a
 * test twice that fails itself and in teardown, which counts as one failure. A test that is marked to
 * fail, and fails, is a todo; a non-strict xpass is passed.
 */
export const readPytestJunit: ReportReader = (text, root, hasFile) => {
  const parsed = parseJunit(text);
  if (!parsed.ok) return parsed;
  const collection = new TestCollection(root);
  for (const top of parsed.roots)
    for (const suite of top.name === 'testsuite' ? [top] : findXmlChildren(top, 'testsuite'))
      readSuite(suite, collection, hasFile);
  return collection.reading();
};

function readSuite(suite: XmlElement, collection: TestCollection, hasFile: FileLookup | undefined): void {
  const first = collection.size;
  let previous: (ReportedTest & { address: string }) | undefined;
  const shown = new ShownFailures();
  for (const testcase of findXmlChildren(suite, 'testcase')) {
    shown.addTestcase(testcase);
    const { name = '', classname = '', file } = testcase.attributes;
    const end = readTestcaseResult(testcase);
    // the id of a test has a module as classname; only a collector has none
    if (end.outcome === 'failed' && (classname === '' || name === '' || isCollectionError(testcase))) {
      const module = file || getModuleFile(classname, name);
      collection.suiteFailure(module, end.message, { file: toModulePath(module) });
      continue;
    }
    const address = JSON.stringify([classname, name]);
    if (previous?.address === address && previous.outcome === 'failed' && isTeardownError(testcase)) {
      previous.message = `${previous.message}\n${end.message}`;
      continue;
    }
    if (previous) collection.test(previous);
    previous = { ...end, ...locateTestcase(classname, name, file, hasFile), address };
  }
  if (previous) collection.test(previous);
  const failures = findXmlChildren(suite, 'failure', 'error');
  for (const { attributes, text } of failures)
    collection.suiteFailure(suite.attributes.name ?? 'pytest', attributes.message ?? text);
  if (failures.length > 0) collection.disputeRange(first, collection.size);
  shown.addFailures(failures.length);
  shown.compareWith(suite, collection);
}

/**
 * Locates a test. pytest writes "tests.test_x.TestY" for the class TestY in tests/test_x.py: the file (xunit1) or the
 * files that exist tell which part is the file. If neither does, naming conventions give a guess. The file of a test
 * that a class inherits is that of its base class, and tells nothing.
 */
function locateTestcase(
  classname: string,
  name: string,
  file: string | undefined,
  hasFile: FileLookup | undefined,
): Pick<ReportedTest, 'path' | 'file' | 'classname' | 'file_guessed'> {
  const parts = classname === '' ? [] : classname.split('.');
  const place = (modules: number) => ({ path: [...parts.slice(modules), name], classname });
  if (file !== undefined && !isForeignModule(file, classname)) {
    const modules = file.endsWith('.py')
      ? file.slice(0, -3).split(/[/\\]/).join('.').split('.').length
      : countModuleParts(parts);
    return { ...place(modules), file };
  }
  const toFile = (modules: number) => `${parts.slice(0, modules).join('/')}.py`;
  const existing = parts.length > MAX_MODULES ? [] : parts.map((_, i) => i + 1).filter((n) => hasFile?.(toFile(n)));
  const [only] = existing;
  if (only !== undefined && existing.length === 1) return { ...place(only), file: toFile(only) };
  const modules = countModuleParts(parts);
  return { ...place(modules), file: modules > 0 ? toFile(modules) : undefined, file_guessed: parts.length > 1 };
}

/** Most modules of a test's address that are looked up as files. */
const MAX_MODULES = 32;

/** Counts the leading parts of the module: up to the last one named like a test module, else up to the first class. */
function countModuleParts(parts: readonly string[]): number {
  const module = parts.findLastIndex((part) => /^test_|_test$|^tests?$|^conftest$/.test(part));
  if (module !== -1) return module + 1;
  const type = parts.findIndex((part) => /^[A-Z]/.test(part));
  return type === -1 ? parts.length : type;
}

/** Returns the path of a module that is named by its path or by its import name. */
const toModulePath = (module: string): string =>
  /^[\w.]+$/.test(module) && !module.endsWith('.py') ? `${module.replaceAll('.', '/')}.py` : module;

function getModuleFile(classname: string, name: string): string {
  return [classname, name].filter(Boolean).join('.') || 'pytest';
}

function isCollectionError(testcase: XmlElement): boolean {
  return findXmlChildren(testcase, 'error').some((error) => error.attributes.message === 'collection failure');
}

function isTeardownError(testcase: XmlElement): boolean {
  return findXmlChildren(testcase, 'error').some((error) => error.attributes.message?.startsWith('failed on teardown'));
}
