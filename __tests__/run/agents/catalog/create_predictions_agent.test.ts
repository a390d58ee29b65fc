import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom } from '../../../given.js';
import { typeCommand } from '../../../given_command_line.js';
import { GOLDEN, givenShellTask, lineChange } from '../../../given_task.js';
import { where } from '../../../machine.js';

const room = givenRoom();
afterAll(cleanUp);
beforeAll(async () => {
  await givenShellTask(room, 'solved');
  await givenShellTask(room, 'unsolved');
  await givenShellTask(room, 'given-up');
  const rows = [
    { instance_id: 'solved', model_name_or_path: 'team/model-1', model_patch: GOLDEN.trimEnd() },
    { instance_id: 'unsolved', model_name_or_path: 'team/model-1', model_patch: lineChange('value', 'wrong', 'left') },
    { instance_id: 'given-up', model_name_or_path: 'team/model-1', model_patch: null },
  ];
  writeFileSync(join(room, 'preds.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
});
const run = (...argv: string[]) =>
  typeCommand(room, ['run', ...argv, '--cache', join(room, 'cache'), '--json', '--replace', '--out', 'out']);

// Holds G11
where('sandbox')('judges each prediction at the contract of its id', async () => {
  const { log } = await run('solved', 'unsolved', 'given-up', '--agent', 'predictions:preds.jsonl');
  const { results } = JSON.parse(log) as {
    results: { contract: { id: string }; agent: object; verdict: { status: string } }[];
  };
  expect(results.map(({ contract, verdict }) => [contract.id, verdict.status]).sort()).toEqual([
    ['given-up', 'failure'],
    ['solved', 'success'],
    ['unsolved', 'failure'],
  ]);
  expect(results[0]!.agent).toEqual({ kind: 'patch', name: 'predictions:team/model-1' });
});

where('sandbox')('refuses a contract without a prediction before the run, or takes an empty patch for it', async () => {
  await givenShellTask(room, 'other');
  expect(await run('solved', 'other', '--agent', 'predictions:preds.jsonl')).toMatchObject({
    code: 2,
    error: expect.stringContaining('preds.jsonl has no prediction for "other"'),
  });
  const { log } = await run('other', '--agent', 'predictions-or-empty:preds.jsonl');
  expect(JSON.parse(log).results[0].verdict.status).toBe('failure');
});

it('has one clear error for a mistake', async () => {
  expect(await run('solved', '--agent', 'predictions:none.jsonl')).toMatchObject({
    code: 2,
    error: expect.stringContaining('none.jsonl is not there'),
  });
  expect(await run('solved', '--agent', 'predictions:preds.jsonl#x')).toMatchObject({
    code: 2,
    error: expect.stringContaining('has no predictions of "x"'),
  });
  expect(await run('solved', '--agent', 'predictions:')).toMatchObject({ code: 2 });
});
