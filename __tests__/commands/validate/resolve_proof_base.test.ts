import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Manifest } from '../../../src/record/manifest/manifest.js';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { GOLDEN, givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';
import { commit, givenHistory } from '../../workspace/given_history.js';

afterAll(cleanUp);

describe('a contract that begins at the base of a pull request', () => {
  const room = givenRoom();
  let clone: string;
  let base: string;
  let solved: string;
  const validate = (...argv: string[]) =>
    typeCommand(clone, [
      'validate',
      'review',
      ...argv,
      '--reruns',
      '1',
      '--mutants',
      '0',
      '--cache',
      join(room, 'cache'),
    ]);

  const readManifests = (out: string): Manifest[] =>
    readdirSync(join(clone, out, 'runs')).map((run) =>
      JSON.parse(readFileSync(join(clone, out, 'runs', run, 'manifest.json'), 'utf8')),
    );

  beforeAll(async () => {
    clone = givenHistory(room, 'clone');
    base = commit(clone, { value: 'wrong\n', kept: 'kept\n' });
    solved = commit(clone, { value: 'right\n' });
    await givenShellTask(clone, 'review');
    await givenShellTask(clone, 'pinned');
    const path = join(clone, 'review/contract.yml');
    const { acceptance: _, oracle: __, ...contract } = parse(readFileSync(path, 'utf8'));
    const light = {
      acceptance: [{ id: 'value', run: 'grep -qx right value' }],
      oracle: { canary: 'grep -qx never value', challenge: { rounds: 0 } },
    };
    writeFileSync(path, stringify({ ...contract, ...light, snapshot: { base: 'pull-request' } }));
    writeFileSync(join(clone, 'review/golden.patch'), GOLDEN);
  });

  where('sandbox')('is proven at the named commit, which the lock names', async () => {
    const { code, log } = await validate('--base', base.slice(0, 12));
    expect([code, log]).toEqual([0, expect.stringContaining('proven')]);
    const lock = parse(readFileSync(join(clone, 'review/contract.lock'), 'utf8'));
    expect(lock.snapshot).toMatchObject({ kind: 'pull-request', identity: base });
    const records = readManifests('gatebench-proof');
    const pair = { number: null, base_ref: null, base_sha: base, head_sha: base };
    expect(records.map(({ pull_request }) => pull_request)).toEqual(records.map(() => pair));
    expect(readContract('review/contract.yml', clone)).toMatchObject({
      proof: { base },
    });
  });

  where('sandbox')('is refuted at a commit that has the solution already', async () => {
    const { code, log } = await validate('--base', solved, '--no-lock', '--out', 'at-solved');
    expect([code, log]).toEqual([1, expect.stringContaining('refuted')]);
    const ids = (out: string) => readManifests(out).map(({ attempt_id }) => attempt_id);
    const first = new Set(ids('gatebench-proof'));
    expect(ids('at-solved').filter((id) => first.has(id))).toEqual([]);
  });

  it('asks for the commit, and says when there is none of that name', async () => {
    const without = await validate();
    expect([without.code, without.error]).toEqual([
      2,
      expect.stringMatching(/snapshot\.base: pull-request is proven at a commit[\s\S]*--base REVISION/),
    ]);
    expect(without.error).not.toContain('apart');
    const batch = await validate('pinned');
    expect([batch.code, batch.error.replace(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringContaining('Validate contracts with other bases apart.'),
    ]);
    const unknown = await validate('--base', 'nowhere');
    expect([unknown.code, unknown.error]).toEqual([2, expect.stringContaining('there is no commit "nowhere"')]);
  });
});

it('--base is refused for contracts that pin their repository', async () => {
  const room = givenRoom();
  await givenShellTask(room, 'pinned');
  const { code, error } = await typeCommand(room, ['validate', 'pinned', '--base', 'main']);
  expect([code, error]).toEqual([2, expect.stringContaining('none of the contracts begins at the base')]);
});
