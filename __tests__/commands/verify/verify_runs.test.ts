// Needs: sandbox
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from '../../../src/commands/io/command_context.js';
import { verifyRuns } from '../../../src/commands/verify/verify_runs.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenRecorded } from '../../recorded/given_recorded.js';

const room = givenRoom();
let out: string;
beforeAll(async () => {
  ({ out } = await givenRecorded('baselines', room));
});
afterAll(cleanUp);

/** Verifies a copy of the output folder after a change: exit code, and what is said of faults. */
function verified(change: (folder: string, runs: string[]) => void): { code: number; faults: string[] } {
  const folder = join(givenRoom(), 'copy');
  cpSync(out, folder, { recursive: true });
  // The list of heads has tests of its own: verify_heads.test.ts.
  rmSync(join(folder, 'attestation'), { recursive: true });
  change(
    folder,
    readdirSync(join(folder, 'runs')).map((name) => join(folder, 'runs', name)),
  );
  const lines: string[] = [];
  const said = { log: (line: string) => lines.push(line) } as unknown as CommandContext;
  const code = verifyRuns([folder], { json: false }, said, folder);
  return { code, faults: lines.filter((line) => line.startsWith('  ')).map((line) => line.trim()) };
}
const edit = (file: string, from: RegExp, to: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));

// Holds R16
describe('an output folder as a whole', () => {
  it('is whole as it was written', () => {
    expect(verified(() => {})).toEqual({ code: 0, faults: [] });
  });

  it.each<[string, (folder: string, runs: string[]) => void, RegExp]>([
    [
      'a line of results.jsonl says something else than the record',
      (folder) => edit(join(folder, 'results.jsonl'), /"status":"failure"/, '"status":"success"'),
      /^its line in results.jsonl is not/,
    ],
    [
      'a line of results.jsonl names no head',
      (folder) => edit(join(folder, 'results.jsonl'), /"head":"[0-9a-f]{64}"/, '"head":""'),
      /^its line in results.jsonl is not/,
    ],
    [
      'a published run is gone',
      (_, [run]) => rmSync(run!, { recursive: true }),
      /^results.jsonl has a line for it, but it has no report/,
    ],
    [
      'a run stands there twice',
      (folder, [run]) => cpSync(run!, join(folder, 'runs', 'twice'), { recursive: true }),
      /^it is the record of task-/,
    ],
    [
      'a run took the place of another',
      (_, [one, two]) => {
        rmSync(one!, { recursive: true });
        renameSync(two!, one!);
      },
      /^it is the record of task-/,
    ],
  ])('is tampered with when %s', (_, change, fault) => {
    const { code, faults } = verified(change);
    expect(code).toBe(1);
    expect(faults).toContainEqual(expect.stringMatching(fault));
  });

  it('leads nowhere else by names in results.jsonl', () => {
    const { code, faults } = verified((folder) => {
      mkdirSync(join(folder, '..', 'elsewhere'));
      writeFileSync(
        join(folder, 'results.jsonl'),
        '{"run":"runs/../../elsewhere","head":"x"}\n{"run":"runs/..","head":"x"}\n',
        { flag: 'a' },
      );
    });
    expect(faults).toEqual([
      'results.jsonl:3:1  is no result of this folder',
      'results.jsonl:4:1  is no result of this folder',
    ]);
    expect(code).toBe(1);
  });

  const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');
  const rewrite = (file: string, to: (all: string[]) => string[]) =>
    writeFileSync(
      file,
      to(lines(file))
        .map((line) => `${line}\n`)
        .join(''),
    );
  const idOf = (line: string) => (JSON.parse(line) as { attempt_id: string }).attempt_id;
  /** Takes an attempt away from where it can be seen: its line and its record. */
  const removeAttempt = (folder: string) =>
    rewrite(join(folder, 'results.jsonl'), ([first, ...rest]) => {
      rmSync(join(folder, 'runs', idOf(first!)), { recursive: true });
      return rest;
    });

  it.each<[string, (folder: string) => void, RegExp[]]>([
    ['results.jsonl is missing', (folder) => rmSync(join(folder, 'results.jsonl')), [/^results.jsonl is missing$/]],
    [
      'an attempt was taken out, line and record',
      removeAttempt,
      [/^results.jsonl has no line for task-\S+, which schedule.jsonl says was sealed$/],
    ],
    [
      'an attempt was taken out of the schedule as well',
      (folder) => {
        const [first] = lines(join(folder, 'results.jsonl'));
        removeAttempt(folder);
        rewrite(join(folder, 'schedule.jsonl'), (all) => all.filter((line) => !line.includes(idOf(first!))));
      },
      [/^results.jsonl has no line for task-\S+, which plan.json lists$/],
    ],
    [
      'there is no schedule any more either',
      (folder) => {
        removeAttempt(folder);
        rmSync(join(folder, 'schedule.jsonl'));
      },
      [/^results.jsonl has no line for task-\S+, which plan.json lists$/],
    ],
    [
      'only a line was taken out',
      (folder) => rewrite(join(folder, 'results.jsonl'), ([, ...rest]) => rest),
      [/^results.jsonl has no line for task-\S+, which schedule.jsonl says was sealed$/],
    ],
    [
      'a line is there twice',
      (folder) => rewrite(join(folder, 'results.jsonl'), (all) => [...all, all[0]!]),
      [/^results.jsonl:3:1 {2}attempt task-\S+ has a line already, 1$/],
    ],
    [
      'a line is cut off',
      (folder) => rewrite(join(folder, 'results.jsonl'), ([first, ...rest]) => [...rest, first!.slice(0, 100)]),
      [/^results.jsonl:2:1 {2}is no result of this folder$/, /^results.jsonl has no line for task-/],
    ],
    [
      'the plan was changed',
      (folder) => edit(join(folder, 'plan.json'), /"trials":1/, '"trials":2'),
      [/^plan.json:1:1 {2}the plan was changed after it was made/],
    ],
    [
      'everything but plan and schedule is gone',
      (folder) => {
        rmSync(join(folder, 'results.jsonl'));
        rmSync(join(folder, 'runs'), { recursive: true });
      },
      [/^results.jsonl is missing$/],
    ],
  ])('is not whole when %s', (_, change, expected) => {
    const { code, faults } = verified(change);
    expect([code, faults]).toEqual([1, expected.map((each) => expect.stringMatching(each))]);
  });

  it('that a killed process left is unfinished, and no fault', () => {
    const { code, faults } = verified((folder) => {
      rmSync(join(folder, 'results.jsonl'));
      rewrite(join(folder, 'schedule.jsonl'), (all) => all.slice(0, -1));
    });
    expect([code, faults]).toEqual([3, [expect.stringMatching(/^schedule.jsonl has no end: the run was cut off/)]]);
  });

  it('cannot speak to the terminal or to the runner of a workflow through file names', () => {
    const { faults } = verified((_, [run]) => writeFileSync(join(run!, 'a\x1b]0;title\x07\n::error::x'), ''));
    expect(faults).toEqual(['a\\x1b]0;title\\x07\\n::error::x does not belong to the record']);
  });
});
