import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPredictions } from '../../../src/adapters/predictions/read_predictions.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

function read(name: string, content: unknown, model?: string) {
  const path = join(givenRoom(), name);
  const rows = name.endsWith('.jsonl')
    ? (content as unknown[]).map((row) => `${JSON.stringify(row)}\n`).join('')
    : undefined;
  writeFileSync(path, rows ?? JSON.stringify(content));
  return readPredictions(path, model);
}
const patch = 'diff --git a/a b/a\n';

it.each<[what: string, name: string, content: unknown, model: string | undefined, key: string]>([
  [
    'SWE-bench, lines',
    'p.jsonl',
    [{ instance_id: 'a__b-1', model_name_or_path: 'm', model_patch: patch }],
    'm',
    'a__b-1',
  ],
  [
    'SWE-bench, a list',
    'p.json',
    [{ instance_id: 'A__b-1', model_name_or_path: 'm', model_patch: patch }],
    'm',
    'a__b-1',
  ],
  ['mini-swe-agent, a map', 'preds.json', { 'a__b-1': { model_name_or_path: 'm', model_patch: patch } }, 'm', 'a__b-1'],
  ['Multi-SWE-bench', 'p.jsonl', [{ org: 'a', repo: 'b', number: 1, fix_patch: patch }], undefined, 'a__b-1'],
  ['SWE-bench Pro', 'p.json', [{ instance_id: 'instance_a/b-1', patch, prefix: 'm' }], 'm', 'instance_a__b-1'],
  [
    'OpenHands',
    'output.jsonl',
    [{ instance_id: 'a__b-1', test_result: { git_patch: patch }, metadata: { llm_config: { model: 'm' } } }],
    'm',
    'a__b-1',
  ],
])('reads predictions of %s', async (_, name, content, model, key) => {
  expect(await read(name, content)).toEqual({ model, patches: new Map([[key, patch]]) });
});

it('takes null and blanks for an empty patch', async () => {
  const rows = [null, '', ' \n'].map((model_patch, at) => ({ instance_id: `a-${at}`, model_patch }));
  expect([...(await read('p.jsonl', rows)).patches.values()]).toEqual(['', '', '']);
});

it('takes one model of several, by its name', async () => {
  const rows = ['x', 'y'].map((name) => ({ instance_id: 'a-1', model_name_or_path: name, model_patch: name }));
  expect(await read('p.jsonl', rows, 'y')).toEqual({ model: 'y', patches: new Map([['a-1', 'y']]) });
  await expect(read('p.jsonl', rows)).rejects.toThrow('has predictions of 2 models: x, y');
  await expect(read('p.jsonl', rows, 'z')).rejects.toThrow('has no predictions of "z"');
});

it.each<[what: string, rows: unknown[], error: RegExp]>([
  ['a row without a patch', [{ instance_id: 'a' }], /p\.jsonl:1 {2}there is no model_patch/],
  ['a row without an id', [{ model_patch: patch }], /p\.jsonl:1 {2}there is no instance_id/],
  ['a patch of a wrong type', [{ instance_id: 'a', model_patch: [] }], /model_patch is a list, not a text/],
  [
    'two rows of one task',
    [
      { instance_id: 'a', model_patch: '' },
      { instance_id: 'A', model_patch: '' },
    ],
    /p\.jsonl:2 {2}"A" has a prediction already, at p\.jsonl:1/,
  ],
  ['no row', [], /has no predictions/],
  ['a row that is no object', [7], /p\.jsonl:1 {2}is no object/],
])('refuses %s', async (_, rows, error) => {
  await expect(read('p.jsonl', rows)).rejects.toThrow(error);
});
