// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenShellTask, lineChange, tapCheck } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);

async function type(...argv: string[]) {
  const [log, error]: [string[], string[]] = [[], []];
  const out = {
    log: (line: string) => log.push(line),
    error: (line: string) => error.push(line),
    signal: new AbortController().signal,
    terminal: { columns: 100, colour: false },
  };
  const around = { cwd: room, search_path: process.env.PATH ?? '', user: 'tester' };
  try {
    const code = await runCommandLine(
      argv[0] === 'report' ? argv : [...argv, '--cache', join(room, 'cache')],
      out,
      around,
    );
    return { code, log, error: error.join('\n') };
  } catch (fault) {
    if (!(fault instanceof UserError)) throw fault;
    return { code: 2, log, error: fault.text };
  }
}

beforeAll(async () => {
  await givenShellTask(room, 'sound');
  await givenShellTask(room, 'other');
  await givenShellTask(room, 'golden-fails', { golden: lineChange('value', 'wrong', 'left') });
  await givenShellTask(room, 'noop-passes', {
    repo: { value: 'right\n' },
    golden: lineChange('kept', 'kept', 'kept!'),
  });
  await givenShellTask(room, 'unclear', { contract: { acceptance: [tapCheck({ run: 'true' })] } });
});

const WORKS = 'contract works: golden passes, noop fails';

describe('check says in one line whether golden passes and noop fails', () => {
  it('ends with it and with exit 0 for a contract that works', async () => {
    expect(await type('check', 'sound')).toMatchObject({ code: 0, log: [WORKS] });
    // The default folder is made anew each time.
    expect(await type('check', 'sound')).toMatchObject({ code: 0, log: [WORKS] });
  });

  it('names each of several contracts, with reason and next step where it does not work, and ends with a summary', async () => {
    const { code, log } = await type('check', 'sound', 'golden-fails', 'noop-passes');
    expect({ code, log }).toEqual({
      code: 1,
      log: [
        'golden-fails: contract does not work: golden fails at G3 functional acceptance: ' +
          'unit: required test failed: the value is right',
        '  Next: Correct the golden patch, or the check that it fails.',
        expect.stringMatching(/^noop-passes: contract does not work: (golden fails .*; )?noop passes: every gate/),
        ...log.slice(3, -3),
        `sound: ${WORKS}`,
        'records: gatebench-check/report.html',
        '2 of 3 contracts do not work, 1 works',
      ],
    });
    expect(log).toContain('  Next: Add a check that fails before the change, or name such a test under fail_to_pass.');
    expect(log.join('\n')).not.toMatch(/success rate|attempts failed|failure:/);
  });

  it('ends with 3 where a check could not decide', async () => {
    const { code, log } = await type('check', 'unclear');
    expect(log[0]).toMatch(/^unclear: contract undecided: golden is undecided at G3 functional acceptance: /);
    // One contract has one line that says so.
    expect([code, log.filter((line) => line.includes('contract undecided')).length]).toEqual([3, 1]);
  });

  it('prints JSON when told, and a mistake ends with 2', async () => {
    const { code, log } = await type('check', 'sound', '--json');
    expect({ code, said: JSON.parse(log.join('\n')) }).toMatchObject({
      code: 0,
      said: { conclusion: 'success', contracts: [{ task: 'sound', state: 'works', because: [], next: [] }] },
    });
    expect(await type('check', 'nowhere')).toMatchObject({ code: 2, error: expect.stringContaining('nowhere') });
  });
});

describe('pass_to_pass: all stands for what passes without the patch and with the reference solution', () => {
  const ALL = { acceptance: [tapCheck({ fail_to_pass: ['the value is right'], pass_to_pass: 'all' })] };
  const right = lineChange('value', 'wrong', 'right');
  const lost = lineChange('kept', 'kept', 'lost');

  it('check finds these tests by itself, and run asks a patch for them', async () => {
    await givenShellTask(room, 'all', { contract: ALL });
    expect(await type('check', 'all')).toMatchObject({ code: 0, log: [WORKS] });
    writeFileSync(join(room, 'half.patch'), right + lost);
    const { code, log } = await type('run', 'all', '--agent', 'patch:half.patch', '--out', 'half');
    expect({ code, why: log.join('\n').match(/required test failed: [\w ]*/)?.[0] }).toEqual({
      code: 1,
      why: 'required test failed: the rest is kept',
    });
  });

  it('check does not ask for a test that the reference solution breaks', async () => {
    await givenShellTask(room, 'breaks', { contract: ALL, golden: right + lost });
    expect(await type('check', 'breaks')).toMatchObject({ code: 0, log: [WORKS] });
  });

  it('check says where no listed test tells a fix from no change', async () => {
    const acceptance = [tapCheck({ fail_to_pass: [], pass_to_pass: 'all', run: 'sh tests/kept.sh "$REPORT"' })];
    const kept = 'printf "TAP version 13\\n1..1\\nok 1 - the rest is kept\\n" > "$1"\n';
    await givenShellTask(room, 'only-all', { contract: { acceptance }, repo: { 'tests/kept.sh': kept } });
    const { code, log } = await type('check', 'only-all');
    expect({ code, said: log.some((line) => line.includes('noop passes')) }).toEqual({ code: 1, said: true });
  });
});

describe('run with golden and noop alone is a check of contracts', () => {
  it('says the same line, ends with 0, and shows no rate over baselines', async () => {
    const { code, log } = await type('run', 'sound', 'other', '--agent', 'golden', '--agent', 'noop', '--out', 'both');
    const text = log.join('\n');
    expect({ code, said: text.includes('2 contracts work: golden passes, noop fails') }).toEqual({
      code: 0,
      said: true,
    });
    expect(text).not.toMatch(/success rate|failure:|attempts failed/);
  });

  it('in shards, each ends with 0, and so does the report over them', async () => {
    for (const shard of ['1/2', '2/2']) {
      const argv = ['run', 'sound', '--agent', 'golden', '--agent', 'noop', '--shard', shard, '--out', `s${shard[0]}`];
      expect((await type(...argv)).code).toBe(0);
    }
    const { code, log } = await type('report', 's1', 's2', '--out', 'merged');
    expect({ code, said: log.some((line) => line.includes(WORKS)) }).toEqual({ code: 0, said: true });
  });

  it('beside another agent, baselines are told apart and decide nothing', async () => {
    const patch = `patch:${join(room, 'sound/golden.patch')}`;
    const agents = ['--agent', 'golden', '--agent', 'noop', '--agent', patch];
    const { code, log } = await type('run', 'sound', ...agents, '--out', 'three');
    expect(code).toBe(0);
    expect(log).toContain('baselines: golden 1 of 1 pass, noop 0 of 1 pass, as they should');
    expect(log.join('\n')).toMatch(/success: 1 of 1 attempt passed/);
  });
});
