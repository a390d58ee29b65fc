// Needs: sandbox
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanUp, givenRoom } from '../given.js';
import { ran, textOf } from '../given_run.js';
import { GOLDEN, givenShellTask, lineChange, tapCheck } from '../given_task.js';

/**
 * What was seen to go wrong in other harnesses, and what is right: each row is a test here, or names the test elsewhere that
 * holds it.
 */

const room = givenRoom();
afterAll(cleanUp);
let n = 0;

/** Contracts of their own in one order. */
async function tasks(...changes: Parameters<typeof givenShellTask>[2][]): Promise<string[]> {
  const paths: string[] = [];
  for (const change of changes) paths.push(await givenShellTask(room, `p${n++}`, change));
  return paths;
}
const out = () => join(room, 'out', String(n++));

describe('an infrastructure error is no failure, and no pass', () => {
  it('a setup that breaks is invalid, ends with 3, and does not touch the verdicts beside it', async () => {
    const contracts = await tasks({ contract: { setup: [{ run: 'exit 90' }] } }, {});
    const { outcome, attempts } = await ran(room, { contracts, agents: ['golden'], out: out() });
    expect([outcome.exit_code, outcome.conclusion, attempts.map(({ status }) => status)]).toEqual([
      3,
      'indecisive',
      ['invalid', 'success'],
    ]);
  });

  it.each([
    ['a runner that does not exist', 'no-such-runner "$REPORT"', 'runner-missing'],
    ['a runner that crashes', 'kill -SEGV $$', 'check-crash'],
    ['a runner that ends without a word', 'exit 0', 'report-missing'],
  ])('%s is an error with a record, and ends with 3', async (_, run, tag) => {
    const contracts = await tasks({ contract: { acceptance: [tapCheck({ run })] } });
    const { outcome, attempts } = await ran(room, { contracts, agents: ['golden'], out: out() });
    expect([outcome.exit_code, attempts[0]!.status, attempts[0]!.tags.includes(tag)]).toEqual([
      3,
      'acceptance_error',
      true,
    ]);
  });

  it('a wrong answer is a failure, and ends with 1', async () => {
    const { outcome, attempts } = await ran(room, { contracts: await tasks({}), agents: ['noop'], out: out() });
    expect([outcome.exit_code, attempts[0]!.status]).toEqual([1, 'failure']);
  });
});

describe('a timeout', () => {
  it('is an error, leaves no process behind, and leaves the next, innocent attempt alone', async () => {
    const marker = `8${process.pid}`;
    const run = `setsid sleep ${marker} & sleep ${marker}`;
    const contracts = await tasks({ contract: { acceptance: [tapCheck({ run, timeout: '1s' })] } }, {});
    const { attempts } = await ran(room, { contracts, agents: ['golden'], concurrency: 1, out: out() });
    expect(attempts.map(({ status, tags }) => [status, tags.includes('check-timeout')])).toEqual([
      ['acceptance_error', true],
      ['success', false],
    ]);
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(`sleep ${marker}`);
  });
});

describe('a result that is kept', () => {
  it('is not taken for a patch that changed under its name', async () => {
    const contracts = await tasks({});
    const patch = join(room, 'same-name.patch');
    const order = { contracts, agents: [`patch:${patch}`], out: out(), resume: true };
    writeFileSync(patch, GOLDEN);
    const first = await ran(room, order);
    writeFileSync(patch, lineChange('value', 'wrong', 'worse'));
    const second = await ran(room, order);
    expect([first, second].map(({ attempts }) => attempts[0]!.status)).toEqual(['success', 'failure']);
  });

  it('is not taken for hidden files that changed under their names', async () => {
    const [contract] = await tasks({});
    const order = { contracts: [contract!], agents: ['golden'], out: out(), resume: true };
    const first = await ran(room, order);
    const check = join(contract!, '../hidden/check.sh');
    writeFileSync(check, readFileSync(check, 'utf8').replace('value right', 'value different'));
    const second = await ran(room, order);
    expect([first, second].map(({ attempts }) => attempts[0]!.status)).toEqual(['success', 'failure']);
  });
});

describe('much output', () => {
  it('of five megabytes changes no verdict, and little of it is kept', async () => {
    const run = 'head -c 5000000 /dev/zero | tr "\\0" x; sh hidden/check.sh "$REPORT"';
    const contracts = await tasks({ contract: { acceptance: [tapCheck({ run })] } });
    const { attempts } = await ran(room, { contracts, agents: ['golden'], out: out() });
    const { stdout } = attempts[0]!.of('acceptance_check')[0]!.payload.execution!;
    const kept = Number(execFileSync('du', ['-sb', attempts[0]!.path], { encoding: 'utf8' }).split('\t')[0]);
    expect([attempts[0]!.status, stdout.bytes, stdout.truncated, kept < 2_000_000]).toEqual([
      'success',
      5_000_000,
      true,
      true,
    ]);
  });
});

describe('secrets of the machine', () => {
  it('are not in the environment of agents and checks, and so cannot be printed into a record', async () => {
    const secret = `secret-${process.pid}-of-the-machine`;
    process.env.GATEBENCH_PEER_TOKEN = secret;
    try {
      const contracts = await tasks({
        contract: { acceptance: [tapCheck({ run: 'env; sh hidden/check.sh "$REPORT"' })] },
      });
      const agents = ['command:env; cat /proc/*/environ; echo right > value'];
      const { attempts } = await ran(room, { contracts, agents, out: out() });
      expect([attempts[0]!.status, textOf(attempts[0]!).includes(secret)]).toEqual(['success', false]);
      expect(textOf(attempts[0]!)).toContain('GATEBENCH_SEED');
    } finally {
      delete process.env.GATEBENCH_PEER_TOKEN;
    }
  });
});

describe('retries', () => {
  it('do not exist: what failed ran once, and what runs again says so in the record', async () => {
    const contracts = await tasks({}, { contract: { acceptance: [tapCheck({ reruns: 2 })] } });
    const { attempts } = await ran(room, { contracts, agents: ['command:false'], out: out() });
    const ran_ = attempts.map((seen) => ({
      agents: seen.of('tool_invocation').length,
      checks: seen.of('acceptance_check').map(({ payload }) => payload.run),
      status: seen.status,
    }));
    expect(ran_).toEqual([
      { agents: 1, checks: [1], status: 'failure' },
      { agents: 1, checks: [1, 2, 3], status: 'failure' },
    ]);
  });
});

describe('servers of ours', () => {
  it('listen on the loopback or at a path, nowhere else', () => {
    const source = fileURLToPath(new URL('../../src/', import.meta.url));
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const calls = files.flatMap((name) =>
      [...readFileSync(join(source, name), 'utf8').matchAll(/[sS]erver\w*\.listen\(([^)]*)\)?/g)].map(([, given]) => [
        name,
        given!,
      ]),
    );
    expect(calls.filter(([, given]) => !/127\.0\.0\.1|::1|path|socket/i.test(given!))).toEqual([]);
  });
});

/** Rows whose test stands where its subject is. */
const elsewhere: [row: string, file: string, title: string][] = [
  [
    'Ctrl-C',
    'commands/run/interruption.test.ts',
    'that is interrupted twice stops at once, and leaves no record that looks finished',
  ],
  ['Ctrl-C and orphans', 'commands/run/interruption.test.ts', 'takes the commands of its agents with it'],
  [
    'resume',
    'commands/run/interruption.test.ts',
    'at any moment loses no sealed attempt and makes none twice; --resume completes it',
  ],
  [
    'a full disk',
    'commands/run/interruption.test.ts',
    'because it is full ends with 2 and says so; what was recorded stays and is whole',
  ],
  ['a reader that goes away', 'cli/closed_output.test.ts', 'describe('],
  ['answer key in reach', 'red_team/cheats/agent.ts', "id: 'hidden-files-searched'"],
  [
    'a partial run shown as whole',
    'run/attempt/lifecycle/run_attempt.test.ts',
    'before the first attempt makes none, and says which are missing',
  ],
];

describe('rows that are held elsewhere', () => {
  it.each(elsewhere)('%s: %s', (_, file, title) => {
    expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toContain(title);
  });
});
