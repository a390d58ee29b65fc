// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { findAlertFaults } from '../../../src/run/supervisor/find_alert_faults.js';
import { itInFull } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { type Attempted, attemptsIn, type Seen } from '../../given_run.js';
import type { ContractInput, GivenTask } from '../../given_task.js';
import { loopsIn, toldTo } from '../agents/loop/given_loop.js';

const room = givenRoom();
afterAll(cleanUp);
const attempt = attemptsIn(room);
const loop = loopsIn(room);
let n = 0;

const task = (rollback: number, others: ContractInput['policy'] = {}): GivenTask => ({
  contract: {
    metadata: { tier: 1, test_command: 'grep -q right value' },
    policy: { ...others, breakers: { rollback, suspend_writes: 0, identical_calls: 0 } },
    budget: { memory: '512MiB', processes: 64, disk: '64MiB' },
  },
});

async function by(kind: 'script' | 'agent', file: unknown, given: GivenTask): Promise<Attempted> {
  const path = join(room, `a${n++}.yml`);
  writeFileSync(path, stringify(file));
  const seen = await attempt(`${kind}:${path}`, given);
  const found = verifyRun(seen.path);
  expect(findAlertFaults(found, found.manifest!.harness.version)).toEqual([]);
  return seen;
}

const interventions = (seen: Seen) => seen.of('intervention').map(({ payload }) => payload);
const patched = (seen: Seen) => readFileSync(join(seen.path, 'patch.diff'), 'utf8');
const cycle = { run: 'grep -q right value', cycle: true };

describe('a workspace whose tests keep failing', () => {
  // Holds R9
  it('goes back to the last state that passed, between two calls, and the record names both', async () => {
    const operations = [
      { write: 'value', content: 'right\n' },
      cycle,
      { write: 'value', content: 'worse\n' },
      { write: 'junk', content: 'junk\n' },
      { run: 'rm kept; mkdir kept; ln -s /etc/passwd kept/link' },
      cycle,
      cycle,
      { run: 'cat value; ls' },
    ];
    const seen = await by('script', { operations }, task(2));
    expect(seen.of('alert').map(({ payload }) => payload.code)).toEqual(['failed-since-good-tree']);
    const calls = seen.of('tool_invocation').map(({ payload }) => payload);
    const [alert] = seen.of('alert');
    expect(interventions(seen)).toEqual([
      {
        action: 'rollback',
        alert_seq: alert!.seq,
        detail:
          'the workspace is as it last passed a build or test cycle: 2 files put back, 2 removed, 0 that no patch holds kept',
        restored: { from: calls[6]!.tree, to: calls[1]!.tree, written: 2, removed: 2, kept: 0 },
      },
    ]);
    expect(calls[7]!.execution!.stdout.head).toBe('right\nkept\nvalue\n');
    expect(calls[7]!.tree).toBe(calls[1]!.tree);
    expect(seen.status).toBe('success');
  });

  it('goes back to how it began where nothing passed', async () => {
    const operations = [{ write: 'value', content: 'worse\n' }, cycle, cycle, { write: 'kept', content: 'mine\n' }];
    const seen = await by('script', { operations }, task(2));
    expect(interventions(seen)).toMatchObject([{ action: 'rollback', restored: { written: 1, removed: 0 } }]);
    expect(seen.of('workspace_mutation')[0]!.payload.files.map(({ path }) => path)).toEqual(['kept']);
  });

  itInFull(
    'of an agent with rounds goes back once nothing is mounted above it, and the next round is told',
    async () => {
      const run = 'cat "$GATEBENCH_FEEDBACK"; cat value; echo $GATEBENCH_ROUND > value';
      const seen = await by('agent', { name: 'blind', run, test: true, rounds: 4 }, task(2));
      expect(interventions(seen).map(({ action }) => action)).toEqual(['rollback']);
      const out = seen.of('tool_invocation').map(({ payload }) => payload.execution!.stdout.head);
      expect(out[4]).toMatch(
        /^2 build or test cycles in a row failed .* The harness took the workspace back: it is as it began \(1 files put back, 0 removed\).*\n\ngrep .*\nwrong\n$/s,
      );
      // After the last round nobody goes on from there: what it left is its answer.
      expect(seen.of('note').map(({ payload }) => payload.text)).toContain(
        "the workspace was not taken back: the agent's part is over",
      );
      expect(patched(seen)).toContain('+4');
    },
  );

  it('of the built-in agent goes back between two of its commands, and the model is told', async () => {
    const shell = (line: string) => ({ calls: [{ shell: line }] });
    const test = 'grep -q right value';
    const turns = [shell('echo worse > value'), shell(test), shell(test), shell('cat value; echo right > value')];
    const seen = await loop(turns, { task: task(2) });
    expect(interventions(seen)).toMatchObject([{ action: 'rollback', restored: { written: 1, removed: 0, kept: 0 } }]);
    const told = toldTo(seen);
    expect(told.filter((text) => text.includes('The harness took the workspace back'))).toHaveLength(1);
    expect(told.some((text) => text.includes('\nwrong\n'))).toBe(true);
    expect(seen.status).toBe('success');
  });

  itInFull('stays as it is where a contract says nothing of it', async () => {
    const seen = await by('script', { operations: [cycle, cycle, cycle, cycle] }, task(0));
    expect([interventions(seen), seen.of('alert')]).toEqual([[], []]);
  });
});
