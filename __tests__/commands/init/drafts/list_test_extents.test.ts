import { listTestExtents } from '../../../../src/commands/init/drafts/list_test_extents.js';
import { detectProjects } from '../../../../src/project/detection/detect_projects.js';
import { createProjectFiles } from '../../../project/create_project_files.js';

const names = Array.from({ length: 12 }, (_, at) => `test/${String.fromCharCode(97 + at)}.test.js`);
const [hidden, ...others] = names as [string, ...string[]];

function list(script: string, slow: string[] = [], tests = [hidden], rest = others) {
  const manifest = { scripts: { test: script }, devDependencies: { mocha: '10' } };
  const files = Object.fromEntries(names.map((name) => [name, '']));
  const { projects } = detectProjects(createProjectFiles({ 'package.json': manifest, ...files }));
  return listTestExtents(
    { project: projects[0]!, split: { tests }, others: rest },
    { suite_ms: 4000, slow_suites: new Set(slow) },
  );
}

it('a slow suite is replaced by the hidden files and some others, then by the hidden files alone', () => {
  const extents = list('mocha');
  expect(extents.map(({ kind, files, most_ms, hidden: alone }) => [kind, files, most_ms, alone])).toEqual([
    ['suite', [], 4000, [hidden]],
    ['sample', [hidden, ...['b', 'd', 'f', 'h', 'j'].map((name) => `test/${name}.test.js`)], 4000, [hidden]],
    ['hidden', [hidden], 300_000, undefined],
  ]);
  const [suite, sample] = extents.map(({ key }) => key);
  expect(list('mocha', [suite!]).map(({ kind }) => kind)).toEqual(['sample', 'hidden']);
  expect(list('mocha', [suite!, sample!]).map(({ kind }) => kind)).toEqual(['hidden']);
  expect(list('mocha', [], [hidden], []).map(({ kind }) => kind)).toEqual(['suite', 'hidden']);
});

it('a runner that selects no files runs all, and test data are tested by the whole suite', () => {
  expect(list('node test/a.test.js').map(({ kind, most_ms }) => [kind, most_ms])).toEqual([['suite', 300_000]]);
  expect(list('mocha', [], []).map(({ kind, most_ms }) => [kind, most_ms])).toEqual([['suite', 30_000]]);
});
