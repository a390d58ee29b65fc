// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { findAlertFaults } from '../../../src/run/supervisor/find_alert_faults.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran, type Seen } from '../../given_run.js';
import { type ContractInput, givenShellTask } from '../../given_task.js';
import { loopsIn } from '../agents/loop/given_loop.js';
import { CLIENT } from '../attempt/model_client.js';

const room = givenRoom();
afterAll(cleanUp);
const loop = loopsIn(room);
let n = 0;

/** A client as real ones are: a command that fails is told with its exit status, and the conversation goes on. */
const TELLING = CLIENT.replace(
  'execSync(JSON.parse(call.arguments).command).toString()',
  '(() => { try { return execSync(JSON.parse(call.arguments).command, { stdio: "pipe" }).toString(); } catch (error) { return "Exit code: " + error.status; } })()',
);
const TEST = 'grep -q right value';
const shell = (line: string) => ({ calls: [{ shell: line }] });
const times = (count: number, line: string) => Array.from({ length: count }, () => shell(line));

const contractOf = (
  breakers: NonNullable<ContractInput['policy']>['breakers'],
  budget: ContractInput['budget'] = {},
): Partial<ContractInput> => ({
  metadata: { tier: 1, test_command: TEST },
  policy: { breakers: { suspend_writes: 0, ...breakers } },
  budget: { memory: '1GiB', processes: 64, disk: '64MiB', ...budget },
});

/** One attempt of a command-line agent whose model follows these turns. Its record must hold every alert that its events call for. */
async function attempted(turns: object[], contract: Partial<ContractInput>): Promise<Seen> {
  const id = `c${n++}`;
  writeFileSync(join(room, `${id}.yml`), stringify({ turns, done: 'It is done.' }));
  const path = await givenShellTask(room, id, { repo: { 'client.mjs': TELLING }, contract });
  const { attempts } = await ran(room, {
    contracts: [path],
    agents: ['command:node client.mjs'],
    out: join(room, 'out', id),
    models: { name: 'scripted', upstreams: [`script:${id}.yml`] },
  });
  const [seen] = attempts as [Seen];
  const found = verifyRun(seen.path);
  expect(findAlertFaults(found, found.manifest!.harness.version)).toEqual([]);
  return seen;
}

const codes = (seen: Seen) => seen.of('alert').map(({ payload }) => payload.code);
const end = (seen: Seen) => {
  const { code, cap } = seen.of('termination')[0]!.payload;
  return [code, cap];
};

describe('a command-line agent that gets nowhere is stopped like any other', () => {
  // Holds R9
  it('by nine times the same command', async () => {
    const seen = await attempted(times(9, 'ls'), contractOf({ identical_calls: 3 }));
    expect([codes(seen), end(seen)]).toEqual([['identical-calls'], ['resource', 'identical-calls']]);
    // It was ended while it worked, not afterwards.
    expect(seen.of('prompt').length).toBeLessThan(9);
  });

  it('by failing tests, in the words of the contract and in others', async () => {
    const turns = [shell(TEST), shell(`cd . && ${TEST} 2>&1`), shell(`ls; ${TEST}`), ...times(5, 'pwd')];
    const seen = await attempted(turns, contractOf({}, { failed_cycles: 3 }));
    expect([codes(seen), end(seen)]).toEqual([['failed-cycle-cap'], ['resource', 'failed_cycles']]);
  });

  it('but not for waiting, looking around and testing what it wrote', async () => {
    const turns = [
      ...times(4, 'sleep 0; cat value'),
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => shell(`ls ${name} || true`)),
      shell(TEST),
      shell('echo right > value'),
      shell(TEST),
    ];
    const seen = await attempted(turns, contractOf({ identical_calls: 3, no_progress: 4 }, { failed_cycles: 2 }));
    expect([codes(seen), end(seen), seen.status]).toEqual([[], ['finished', undefined], 'success']);
  });

  it('goes on with the files of its last good state, which stand still meanwhile, and is told in a file', async () => {
    const turns = [
      shell('echo right > value'),
      shell(TEST),
      shell('echo worse > value; echo junk > junk'),
      shell(TEST),
      shell(`${TEST} 2>&1`),
      shell('cat value "$GATEBENCH_NOTICES"; ls'),
    ];
    const seen = await attempted(turns, contractOf({ rollback: 2 }));
    expect(codes(seen)).toEqual(['failed-since-good-tree']);
    expect(seen.of('intervention').map(({ payload }) => payload)).toMatchObject([
      { action: 'rollback', restored: { written: 1, removed: 1, kept: 0 } },
    ]);
    const told = seen.of('tool_invocation').at(-2)!.payload.asked!.result!.text;
    expect(told).toMatch(/right\\n2 build or test cycles in a row failed .*client\.mjs\\nkept\\nvalue/);
    expect(seen.status).toBe('success');
  });
});

describe('a call that a model asked for and that was made through us', () => {
  it('is one: cycles and calls of the built-in agent count once', async () => {
    const task = { contract: contractOf({ identical_calls: 0 }, { failed_cycles: 3, tool_calls: 4 }) };
    const seen = await loop([shell(TEST), shell(`${TEST} 2>&1`), shell('echo right > value'), shell(`ls; ${TEST}`)], {
      task,
    });
    expect(seen.of('tool_invocation').flatMap(({ payload }) => payload.cycle ?? [])).toEqual([
      'failed',
      'failed',
      'passed',
    ]);
    expect([codes(seen), end(seen), seen.status]).toEqual([[], ['finished', undefined], 'success']);
  });
});
