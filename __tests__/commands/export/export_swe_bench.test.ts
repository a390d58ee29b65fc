// Needs: sandbox
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { GOLDEN } from '../../given_task.js';
import { givenRecorded } from '../../recorded/given_recorded.js';

const room = givenRoom();
const cache = ['--cache', join(room, 'cache')];
afterAll(cleanUp);

beforeAll(async () => {
  await givenRecorded('predictions', room);
});

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(room, ...path), 'utf8'));

it('writes the files of the harness', async () => {
  const { code, log } = await typeCommand(room, ['export', 'swe-bench', 'out', '--out', 'swe', '--run-id', 'r1']);
  expect([code, log]).toEqual([0, 'team/m 1: 1 of 4 resolved, 1 empty, 1 errors']);
  expect(readJson('swe/team__m_1.r1.json')).toEqual({
    ...{ total_instances: 4, submitted_instances: 4, completed_instances: 2, resolved_instances: 1 },
    ...{
      unresolved_instances: 1,
      infra_failure_instances: 0,
      ambiguous_failure_instances: 0,
      empty_patch_instances: 1,
    },
    ...{ error_instances: 1, completed_ids: ['broken', 'solved'], incomplete_ids: [], empty_patch_ids: ['empty'] },
    ...{ submitted_ids: ['broken', 'empty', 'odd', 'solved'], resolved_ids: ['solved'], unresolved_ids: ['broken'] },
    ...{ infra_failure_ids: [], ambiguous_failure_ids: [], failure_reasons: {}, error_ids: ['odd'], schema_version: 2 },
  });
  const place = 'swe/logs/run_evaluation/r1/team__m_1';
  expect(readJson(place, 'broken/report.json')).toEqual({
    broken: {
      ...{
        patch_is_None: false,
        patch_exists: true,
        patch_successfully_applied: true,
        resolved: false,
        infra_failure: false,
      },
      tests_status: {
        FAIL_TO_PASS: { success: ['the value is right'], failure: [] },
        PASS_TO_PASS: { success: [], failure: ['the rest is kept'] },
        FAIL_TO_FAIL: { success: [], failure: [] },
        PASS_TO_FAIL: { success: [], failure: [] },
      },
    },
  });
  // Upstream counts an instance as completed if it has a report, and never runs an empty patch.
  expect(readdirSync(join(room, place)).sort()).toEqual(['broken', 'odd', 'solved']);
  expect(existsSync(join(room, place, 'odd/report.json'))).toBe(false);
  expect(readFileSync(join(room, place, 'odd/run_instance.log'), 'utf8')).toMatch(/^>>>>> Patch Apply Failed\n/);
  expect(readFileSync(join(room, place, 'solved/patch.diff'), 'utf8')).toBe(GOLDEN);
  expect(readFileSync(join(room, place, 'solved/test_output.txt'), 'utf8')).toContain('>>>>> Test Exit Code: 0');
});

it('writes predictions that are judged alike again', async () => {
  const again = [
    'run',
    'solved',
    'broken',
    '--agent',
    'predictions:swe/team__m_1.r1.preds.jsonl',
    '--out',
    'again',
    '--json',
  ];
  const { results } = JSON.parse((await typeCommand(room, [...again, ...cache])).log);
  expect(results.map((result: { verdict: { status: string } }) => result.verdict.status).sort()).toEqual([
    'failure',
    'success',
  ]);
});

it('leaves out a record that was changed, and says so', async () => {
  await givenRecorded('golden', room, 'changed');
  const [run] = readdirSync(join(room, 'changed/runs'));
  appendFileSync(join(room, 'changed/runs', run!, 'patch.diff'), '\n');
  const { code, error } = await typeCommand(room, ['export', 'swe-bench', 'changed', '--out', 'none']);
  expect([code, error]).toEqual([1, expect.stringContaining('not exported')]);
  expect(existsSync(join(room, 'none'))).toBe(false);
});

it('has one clear error for a mistake', async () => {
  const type = (...argv: string[]) => typeCommand(room, ['export', 'swe-bench', ...argv]);
  expect(await type('out', '--out', 'out')).toMatchObject({
    code: 2,
    error: expect.stringContaining('out is not empty'),
  });
  expect(await type('out', '--out', 'x', '--run-id', '../x')).toMatchObject({ code: 2 });
  expect(await type('nothing', '--out', 'x')).toMatchObject({ code: 2 });
});
