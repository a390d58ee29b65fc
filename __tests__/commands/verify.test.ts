import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOutput } from '../../src/commands/orders.js';
import { verify } from '../../src/commands/verify.js';
import { cleanUp, givenRoom } from '../given.js';
import { ran } from '../given_run.js';
import { givenShellTask } from '../given_task.js';

const room = givenRoom();
const out = join(room, 'out');
beforeAll(async () => {
  await ran(room, { contracts: [await givenShellTask(room, 'told')], agents: ['golden', 'noop'], out });
});
afterAll(cleanUp);

/** Verifies a copy of the output folder after a change: exit code, and what is said of faults. */
function verified(change: (folder: string, runs: string[]) => void): { code: number; faults: string[] } {
  const folder = join(givenRoom(), 'copy');
  cpSync(out, folder, { recursive: true });
  change(
    folder,
    readdirSync(join(folder, 'runs')).map((name) => join(folder, 'runs', name)),
  );
  const lines: string[] = [];
  const said = { log: (line: string) => lines.push(line) } as unknown as RunOutput;
  const code = verify([folder], { json: false }, said, folder);
  return { code, faults: lines.filter((line) => line.startsWith('  ')).map((line) => line.trim()) };
}
const edit = (file: string, from: RegExp, to: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));

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
      /^it is the record of told-/,
    ],
    [
      'a run took the place of another',
      (_, [one, two]) => {
        rmSync(one!, { recursive: true });
        renameSync(two!, one!);
      },
      /^it is the record of told-/,
    ],
  ])('is tampered with when %s', (_, change, fault) => {
    const { code, faults } = verified(change);
    expect(code).toBe(1);
    expect(faults).toContainEqual(expect.stringMatching(fault));
  });

  it('leads nowhere else by names in results.jsonl', () => {
    const { code } = verified((folder) => {
      mkdirSync(join(folder, '..', 'elsewhere'));
      writeFileSync(
        join(folder, 'results.jsonl'),
        '{"run":"runs/../../elsewhere","head":"x"}\n{"run":"runs/..","head":"x"}\n',
        { flag: 'a' },
      );
    });
    expect(code).toBe(0);
  });

  it('cannot speak to the terminal or to the runner of a workflow through file names', () => {
    const { faults } = verified((_, [run]) => writeFileSync(join(run!, 'a\x1b]0;title\x07\n::error::x'), ''));
    expect(faults).toEqual(['a\\x1b]0;title\\x07\\n::error::x does not belong to the record']);
  });
});
