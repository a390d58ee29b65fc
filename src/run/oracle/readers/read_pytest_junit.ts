import { findXmlChildren, type XmlElement } from './parse_xml.js';
import { parseJunit, readTestcaseResult } from './read_junit.js';
import type { ReportReader } from './report_reader.js';
import { type ReportedTest, TestCollection } from './test_collection.js';

/**
 * Reads `pytest --junit-xml` of both families: xunit1 with `file`, xunit2 without.
 *
 * A module that cannot be collected is a suite failure. An error in setup or teardown fails the test; pytest writes a
 * test twice that fails itself and in teardown, which counts as one failure. A test that is marked to
 * fail, and fails, is a todo; a non-strict xpass is passed.
 */
export const readPytestJunit: ReportReader = (text, root) => {
  const parsed = parseJunit(text);
  if (!parsed.ok) return parsed;
  const top = parsed.root;
  const collection = new TestCollection(root);
  for (const suite of top.name === 'testsuite' ? [top] : findXmlChildren(top, 'testsuite')) {
    readSuite(suite, collection);
  }
  return collection.reading();
};

function readSuite(suite: XmlElement, collection: TestCollection): void {
  let previous: (ReportedTest & { address: string }) | undefined;
  for (const testcase of findXmlChildren(suite, 'testcase')) {
    const { name = '', classname = '', file } = testcase.attributes;
    const end = readTestcaseResult(testcase);
    // the id of a test has a module as classname; only a collector has none
    if (end.outcome === 'failed' && (classname === '' || name === '' || isCollectionError(testcase))) {
      collection.suiteFailure(file || getModuleFile(classname, name), end.message);
      continue;
    }
    const address = JSON.stringify([classname, name]);
    if (previous?.address === address && previous.outcome === 'failed' && isTeardownError(testcase)) {
      previous.message = `${previous.message}\n${end.message}`;
      continue;
    }
    if (previous) collection.test(previous);
    previous = { ...end, ...locateTestcase(classname, name, file), address };
  }
  if (previous) collection.test(previous);
}

/**
 * Locates a test. pytest writes "tests.test_x.TestY" for the class TestY in tests/test_x.py: only the file (xunit1) or
 * naming conventions tell which part is the file.
 */
function locateTestcase(
  classname: string,
  name: string,
  file: string | undefined,
): Pick<ReportedTest, 'path' | 'file' | 'classname'> {
  const parts = classname === '' ? [] : classname.split('.');
  const modules = file?.endsWith('.py')
    ? file.slice(0, -3).split(/[/\\]/).join('.').split('.').length
    : countModuleParts(parts);
  const source = file ?? (modules > 0 ? `${parts.slice(0, modules).join('/')}.py` : undefined);
  return { path: [...parts.slice(modules), name], file: source, classname };
}

/** Counts the leading parts of the module: up to the last one named like a test module, else up to the first class. */
function countModuleParts(parts: readonly string[]): number {
  const module = parts.findLastIndex((part) => /^test_|_test$|^tests?$|^conftest$/.test(part));
  if (module !== -1) return module + 1;
  const type = parts.findIndex((part) => /^[A-Z]/.test(part));
  return type === -1 ? parts.length : type;
}

function getModuleFile(classname: string, name: string): string {
  return [classname, name].filter(Boolean).join('.') || 'pytest';
}

function isCollectionError(testcase: XmlElement): boolean {
  return findXmlChildren(testcase, 'error').some((error) => error.attributes.message === 'collection failure');
}

function isTeardownError(testcase: XmlElement): boolean {
  return findXmlChildren(testcase, 'error').some((error) => error.attributes.message?.startsWith('failed on teardown'));
}
