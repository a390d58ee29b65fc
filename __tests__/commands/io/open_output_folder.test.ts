// Needs: sandbox
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenShellTask } from '../../given_task.js';
import { givenRecorded } from '../../recorded/given_recorded.js';

const room = givenRoom();
afterAll(cleanUp);
const CACHE = ['--cache', join(room, 'cache')];

async function type(cwd: string, ...argv: string[]) {
  const log: string[] = [];
  const error: string[] = [];
  const terminal = { columns: 100, colour: false };
  const signal = new AbortController().signal;
  try {
    const out = { log: (line: string) => log.push(line), error: (line: string) => error.push(line), signal, terminal };
    const code = await runCommandLine(argv, out, { cwd, search_path: process.env.PATH ?? '', user: 'tester' });
    return { code, log: log.join('\n'), error: error.join('\n') };
  } catch (fault) {
    if (!(fault instanceof UserError)) throw fault;
    return { code: 2, log: log.join('\n'), error: [...error, fault.text].join('\n') };
  }
}

const attempts = (...path: string[]) =>
  readFileSync(join(...path, 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { attempt_id: string }).attempt_id.replace(/-[0-9a-f]+$/, ''));

/** A folder with two tasks. */
async function givenTasks(name: string): Promise<string> {
  const cwd = join(room, name);
  mkdirSync(cwd, { recursive: true });
  await givenShellTask(cwd, 'one');
  await givenShellTask(cwd, 'two');
  return cwd;
}

// Holds P4
describe('a run into a folder with results', () => {
  it('is refused where the folder was named, with the choices there are, and changes nothing', async () => {
    const cwd = await givenTasks('named');
    await givenRecorded('baselines', cwd);
    const before = readdirSync(join(cwd, 'out'), { recursive: true }).sort();
    const refused = await type(cwd, 'run', 'two', '--agent', 'golden', '--out', 'out', ...CACHE);
    expect(refused).toEqual({
      code: 2,
      log: '',
      error:
        'out holds an earlier run (2 records)\n  Go on with it (--resume), name another folder (--out DIR), or have it removed (--replace).',
    });
    expect(readdirSync(join(cwd, 'out'), { recursive: true }).sort()).toEqual(before);
    expect((await type(cwd, 'run', 'two', '--agent', 'golden', '--out', 'out', '--dry-run', ...CACHE)).code).toBe(0);
    writeFileSync(join(cwd, 'out', 'notes.txt'), 'mine');
    expect((await type(cwd, 'run', 'two', '--agent', 'golden', '--out', 'out', '--replace', ...CACHE)).code).toBe(0);
    expect([attempts(cwd, 'out'), readdirSync(join(cwd, 'out', 'runs')).length]).toEqual([['two-golden-1'], 1]);
    expect(readFileSync(join(cwd, 'out', 'notes.txt'), 'utf8')).toBe('mine');
    expect((await type(cwd, 'verify', 'out')).code).toBe(0);
  });

  it('renames the default folder, whose records stay whole; --reuse still finds them', async () => {
    const cwd = await givenTasks('default');
    await type(cwd, 'run', 'one', 'two', '--agent', 'golden', ...CACHE);
    const second = await type(cwd, 'run', 'one', '--agent', 'golden', '--reuse', 'gatebench-out', ...CACHE);
    expect(second.error).toContain('gatebench-out held an earlier run (2 records): it is in gatebench-out.1 now');
    expect(second.log).toContain(' · reused');
    await type(cwd, 'run', 'two', '--agent', 'noop', ...CACHE);
    expect([
      attempts(cwd, 'gatebench-out.1'),
      attempts(cwd, 'gatebench-out.2'),
      attempts(cwd, 'gatebench-out'),
    ]).toEqual([['one-golden-1', 'two-golden-1'], ['one-golden-1'], ['two-noop-1']]);
    for (const folder of ['gatebench-out', 'gatebench-out.1', 'gatebench-out.2'])
      expect([folder, (await type(cwd, 'verify', folder)).code]).toEqual([folder, 0]);
    expect(existsSync(join(cwd, 'gatebench-out.1', '.lock'))).toBe(false);
  });

  it('goes over a folder that holds only the plan that is run, and over no other plan', async () => {
    const cwd = await givenTasks('planned');
    await type(cwd, 'plan', 'one', '--agent', 'noop', '--out', 'out/plan.json', ...CACHE);
    const other = await type(cwd, 'run', 'two', '--agent', 'noop', '--out', 'out', ...CACHE);
    expect([other.code, other.error]).toEqual([
      2,
      expect.stringMatching(/^out holds the plan of something else\n {2}Name another/),
    ]);
    const run = ['run', 'one', '--agent', 'noop', '--plan', 'out/plan.json', '--out', 'out'];
    expect((await type(cwd, ...run, ...CACHE)).code).toBe(1);
  });
});

describe('--resume', () => {
  it('says what it keeps, what it makes, and why', async () => {
    const cwd = await givenTasks('resumed');
    const run = ['run', 'one', 'two', '--agent', 'golden', '--agent', 'noop', '--out', 'out'];
    await type(cwd, ...run, ...CACHE);
    expect((await type(cwd, ...run, '--resume', ...CACHE)).error).toContain('resume: kept 4 of 4 attempts');
    const contract = join(cwd, 'one', 'contract.yml');
    writeFileSync(contract, `${readFileSync(contract, 'utf8').replace('Make the value right', 'Make the value so')}`);
    const changed = await type(cwd, ...run, '--agent', 'patch:two/golden.patch', '--resume', ...CACHE);
    expect(changed.error.split('\n').filter((line) => line.startsWith('resume') || line.startsWith('  '))).toEqual([
      'resume: kept 2 of 6 attempts',
      expect.stringMatching(/^ {2}2 attempts made: one: contract version changed \([0-9a-f]{12}… → [0-9a-f]{12}…\)$/),
      '  1 attempt made: one: there is none of it yet',
      '  1 attempt made: two: there is none of it yet',
    ]);
    expect(attempts(cwd, 'out')).toHaveLength(6);
    const verified = await type(cwd, 'verify', 'out');
    expect([verified.code, verified.log.match(/tampered/g)]).toEqual([0, null]);
  });
});

describe('validate', () => {
  it('makes the proof of the same contracts anew, and keeps that of others beside it', async () => {
    const cwd = await givenTasks('proven');
    const validate = (...argv: string[]) => type(cwd, 'validate', ...argv, '--reruns', '0', '--mutants', '0', ...CACHE);
    const proven = (folder: string) =>
      (
        JSON.parse(readFileSync(join(cwd, folder, 'proof.json'), 'utf8')) as { proofs: { contract: string }[] }
      ).proofs.map(({ contract }) => contract);
    await validate('one');
    await validate('one');
    expect(existsSync(join(cwd, 'gatebench-proof.1'))).toBe(false);
    const other = await validate('two');
    expect(other.error).toContain('gatebench-proof held an earlier proof: it is in gatebench-proof.1 now');
    expect([proven('gatebench-proof.1'), proven('gatebench-proof')]).toEqual([['one'], ['two']]);
    const refused = await validate('one', '--out', 'gatebench-proof');
    expect([refused.code, refused.error]).toEqual([
      2,
      'gatebench-proof holds an earlier proof\n  Name another folder (--out DIR), or have it removed (--replace).',
    ]);
    expect((await validate('one', '--out', 'gatebench-proof', '--replace')).code).not.toBe(2);
    expect(proven('gatebench-proof')).toEqual(['one']);
  });
});

describe('what is made of results goes over no results and no file of somebody', () => {
  it.each<[string, string[], RegExp]>([
    [
      'report',
      ['report', 'first', '--out', 'second'],
      /^second holds an earlier run \(1 record\)\n {2}Name another folder/,
    ],
    [
      'plan',
      ['plan', 'one', '--agent', 'noop', '--out', 'one/contract.yml'],
      /^one\/contract\.yml is there and is no plan\n/,
    ],
    [
      'export',
      ['export', 'otel', 'first', '--out', 'one/contract.yml'],
      /^--out one\/contract\.yml: is there and is no export\n/,
    ],
  ])('%s', async (name, argv, message) => {
    const cwd = await givenTasks(`over-${name}`);
    await givenRecorded('noop', cwd, 'first');
    await givenRecorded('golden', cwd, 'second');
    const contract = readFileSync(join(cwd, 'one', 'contract.yml'), 'utf8');
    const { code, error } = await type(cwd, ...argv);
    expect([code, error]).toEqual([2, expect.stringMatching(message)]);
    expect([attempts(cwd, 'second'), readFileSync(join(cwd, 'one', 'contract.yml'), 'utf8')]).toEqual([
      ['task-golden-1'],
      contract,
    ]);
  });

  it('report renders a folder again in place, and goes over an earlier report', async () => {
    const cwd = await givenTasks('again');
    await givenRecorded('noop', cwd, 'first');
    for (const out of ['first', 'merged', 'merged'])
      expect([out, (await type(cwd, 'report', 'first', '--out', out)).code]).toEqual([out, 1]);
    expect((await type(cwd, 'verify', 'first')).code).toBe(0);
  });

  it('plan and export go over a plan and an export', async () => {
    const cwd = await givenTasks('twice');
    await givenRecorded('noop', cwd, 'first');
    for (const argv of [
      ['plan', 'one', '--agent', 'noop', '--out', 'p.json'],
      ['export', 'otel', 'first', '--out', 't.jsonl'],
    ])
      for (const _ of [1, 2]) expect([argv, (await type(cwd, ...argv)).code]).toEqual([argv, 0]);
  });
});
