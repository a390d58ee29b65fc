import { Collection, type Observed } from './collection.js';
import { endOf } from './junit.js';
import type { Reader } from './reader.js';
import { childrenNamed, type Element, parseXml } from './xml.js';

/**
 * `pytest --junit-xml`, both families (xunit1 with `file`, xunit2 without).
 *
 * A module that cannot be collected is a suite failure. An error in setup or teardown fails the test; when a failed test also
 * fails in teardown pytest writes it twice, which is one failure here. xfail is skipped, a non-strict xpass is passed: what pytest
 * itself counts them as.
 */
export const readPytestJunit: Reader = (text, root) => {
  const parsed = parseXml(text);
  if (!parsed.ok) return parsed;
  const top = parsed.root;
  if (top.name !== 'testsuites' && top.name !== 'testsuite') {
    return { ok: false, reason: `the root element is <${top.name}>, not <testsuites> or <testsuite>` };
  }
  const collection = new Collection(root);
  for (const suite of top.name === 'testsuite' ? [top] : childrenNamed(top, 'testsuite')) {
    readSuite(suite, collection);
  }
  return collection.reading();
};

function readSuite(suite: Element, collection: Collection): void {
  let previous: (Observed & { address: string }) | undefined;
  for (const testcase of childrenNamed(suite, 'testcase')) {
    const { name = '', classname = '', file } = testcase.attributes;
    const end = endOf(testcase);
    // an id of a test has a module as classname; only a collector has none
    if (end.outcome === 'failed' && (classname === '' || name === '' || ofCollection(testcase))) {
      collection.suiteFailure(file || moduleFile(classname, name), end.message);
      continue;
    }
    const address = JSON.stringify([classname, name]);
    if (previous?.address === address && previous.outcome === 'failed' && inTeardown(testcase)) {
      previous.message = `${previous.message}\n${end.message}`;
      continue;
    }
    if (previous) collection.test(previous);
    previous = { ...end, ...placeOf(classname, name, file), address };
  }
  if (previous) collection.test(previous);
}

/**
 * pytest writes "tests.test_x.TestY" for the class TestY in tests/test_x.py: which part is the file can only be told by
 * the file itself (xunit1) or by the naming conventions.
 */
function placeOf(
  classname: string,
  name: string,
  file: string | undefined,
): Pick<Observed, 'path' | 'file' | 'classname'> {
  const parts = classname === '' ? [] : classname.split('.');
  const modules = file?.endsWith('.py')
    ? file.slice(0, -3).split(/[/\\]/).join('.').split('.').length
    : moduleLength(parts);
  const source = file ?? (modules > 0 ? `${parts.slice(0, modules).join('/')}.py` : undefined);
  return { path: [...parts.slice(modules), name], file: source, classname };
}

/** How many leading parts are the module: up to the last one that is named like a test module, else up to the first class. */
function moduleLength(parts: readonly string[]): number {
  const module = parts.findLastIndex((part) => /^test_|_test$|^tests?$|^conftest$/.test(part));
  if (module !== -1) return module + 1;
  const type = parts.findIndex((part) => /^[A-Z]/.test(part));
  return type === -1 ? parts.length : type;
}

function moduleFile(classname: string, name: string): string {
  return [classname, name].filter(Boolean).join('.') || 'pytest';
}

function ofCollection(testcase: Element): boolean {
  return childrenNamed(testcase, 'error').some((error) => error.attributes.message === 'collection failure');
}

function inTeardown(testcase: Element): boolean {
  return childrenNamed(testcase, 'error').some((error) => error.attributes.message?.startsWith('failed on teardown'));
}
