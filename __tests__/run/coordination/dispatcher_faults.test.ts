import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Guard } from '../../../src/guard/guard.js';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { computeDigest } from '../../../src/record/json/compute_digest.js';
import { verifyHashChain } from '../../../src/record/storage/verify_hash_chain.js';
import { MachineError } from '../../../src/system/is_code_fault.js';
import { cleanUp, givenRoom } from '../../given.js';
import { where } from '../../machine.js';
import { givenDispatcher, operationsOf, short, told } from './given_dispatcher.js';

afterEach(cleanUp);

/** Nesting without end, made without recursion. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}
const cycle: Record<string, unknown> = {};
cycle.self = cycle;

describe('hostile arguments', () => {
  it.each<[string, string, unknown]>([
    ['none at all', 'acquire_lock', undefined],
    ['null', 'acquire_lock', null],
    ['a list', 'recall', []],
    ['a number that is none', 'acquire_lock', { path: Number.NaN }],
    ['ten megabytes', 'remember', { text: 'x'.repeat(10_000_000) }],
    ['a path of a megabyte', 'acquire_lock', { path: 'x'.repeat(1_000_000) }],
    ['100,000 fields', 'recall', Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i]))],
    ['nesting of 40', 'complete_work', { id: 'a', outcome: 'done', result: nested(40) }],
    ['nesting of 100,000', 'complete_work', { id: 'a', outcome: 'done', result: nested(100_000) }],
    ['a cycle', 'submit_work', { title: 'x', data: cycle }],
    ['a big integer', 'submit_work', { title: 'x', data: 10n }],
    ['prototype keys', 'recall', JSON.parse('{"__proto__": {"limit": 1}, "constructor": {"prototype": 1}}')],
    ['toJSON as data', 'recall', { toJSON: 'x' }],
    ['NUL in a path', 'edit_file', { path: 'a\0b', content: '' }],
    ['NUL in a command', 'run_command', { command: 'echo \0' }],
    ['half a surrogate pair', 'remember', { text: '\ud800' }],
    ['half a surrogate pair as a key', 'recall', { '\udc00': 1 }],
    ['an agent in the arguments', 'acquire_lock', { path: 'a', agent: 'somebody' }],
    ['the name of a property of every object', 'constructor', {}],
    ['the prototype', '__proto__', {}],
    ['an operation of a megabyte', 'x'.repeat(1_000_000), {}],
    ['an operation with half a pair', '\ud800', {}],
  ])('%s: refused, recorded, bounded, and nothing is changed', async (_, operation, given) => {
    const { perform, events, path, dispatcher, log } = givenDispatcher();
    const answer = await perform('agent', operation, given);
    expect(answer).toMatchObject({ outcome: 'failed', code: expect.any(String), message: expect.any(String) });
    if (answer.outcome !== 'done') expect(answer.message.length).toBeLessThan(600);
    const text = readFileSync(path, 'utf8');
    expect(text.length).toBeLessThan(20_000);
    const { events: read, faults } = verifyHashChain(text);
    expect(faults).toEqual([]);
    expect([dispatcher.operations, dispatcher.audited, selectEvents(read, 'coordination').length]).toEqual([1, 1, 1]);
    const [audit] = selectEvents(read, 'audit');
    const [recorded] = operationsOf(events());
    expect(audit!.payload.arguments_sha256).toBe(computeDigest(recorded!.arguments));
    expect(recorded!.transition).toBeNull();
    log.close();
  });

  it('long arguments stand in the record by field: what is short as it is, the rest by size, digest and beginning', async () => {
    const { perform, events } = givenDispatcher();
    await perform('agent', 'edit_file', { path: 'a.txt', content: 'y'.repeat(50_000), executable: true });
    expect(operationsOf(events())[0]!.arguments).toEqual({
      path: 'a.txt',
      content: {
        omitted: '50002 bytes',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        beginning: `"${'y'.repeat(255)}`,
      },
      executable: true,
    });
  });

  it('what the log hides is hidden in operation and audit alike', async () => {
    const { perform, events, log, path } = givenDispatcher();
    log.mask = (text) => text.replaceAll('s3cret', '***');
    await perform('agent', 'remember', { text: 'the word is s3cret' });
    expect(readFileSync(path, 'utf8')).not.toContain('s3cret');
    expect(selectEvents(events(), 'audit')[0]!.payload.arguments_sha256).toBe(
      computeDigest({ text: 'the word is ***' }),
    );
  });
});

describe('an audit that cannot be written', () => {
  const onFullDisk = where('root');

  onFullDisk('nothing is done on a full disk, and all goes on when there is room again', async () => {
    const disk = join(givenRoom(), 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', disk]);
    try {
      const { perform, dispatcher, folder, path, log } = givenDispatcher({ disk });
      await perform('agent', 'acquire_lock', { path: 'a' });
      let filling = 64;
      for (let size = 64 * 1024; size >= 1; size = Math.floor(size / 2))
        try {
          writeFileSync(join(disk, `filling-${filling++}`), Buffer.alloc(size));
        } catch {
          // Full by so much.
        }
      const before = readFileSync(path, 'utf8');
      // What is left of the last page holds a line or two.
      const answers = [];
      for (let i = 0; i < 12; i++) answers.push(await perform('agent', 'acquire_lock', { path: `b${i}` }));
      const refused = answers.findIndex((answer) => answer.outcome !== 'done');
      expect(short(answers[refused]!)).toBe(
        'denied audit_unavailable: the record of this task cannot be written (ENOSPC): nothing was done',
      );
      expect(answers.slice(refused).every((answer) => answer.outcome === 'denied')).toBe(true);
      expect(short(await perform('agent', 'run_command', { command: 'echo x > ran' }))).toMatch(/audit_unavailable/);
      expect(short(await perform('agent', 'edit_file', { path: 'edited', content: 'x' }))).toMatch(/audit_unavailable/);
      expect([existsSync(join(folder, 'ran')), existsSync(join(folder, 'edited'))]).toEqual([false, false]);
      expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);

      for (let i = 64; i < filling; i++) rmSync(join(disk, `filling-${i}`), { force: true });
      // What was refused did not happen: the lock is free, the chain whole; the gap in the count tells of it.
      const { result } = (await perform('agent', 'check_locks')) as { result: { locks: { path: string }[] } };
      expect(result.locks.map(({ path }) => path)).toEqual(['a', ...answers.slice(0, refused).map((_, i) => `b${i}`)]);
      expect(verifyHashChain(readFileSync(path, 'utf8')).faults).toEqual([]);
      expect(dispatcher.operations).toBe(16);
      expect(dispatcher.audited).toBeLessThan(16);
      log.close();
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });

  it('nothing is done after the log was closed', async () => {
    const { perform, folder, log, coordinator } = givenDispatcher();
    log.close();
    for (const [operation, given] of [
      ['acquire_lock', { path: 'a' }],
      ['run_command', { command: 'echo x > ran' }],
      ['run_command', { command: 'git push --force' }],
      ['edit_file', { path: 'ran', content: '' }],
      ['fly', {}],
    ] as const)
      expect(await perform('agent', operation, given)).toMatchObject({ outcome: 'denied', code: 'audit_unavailable' });
    expect(coordinator.holds('a', 'agent')).toBe(false);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('says so when how a command ended can no longer be written', async () => {
    const { perform, log } = givenDispatcher({
      hands: {
        run: async () => {
          log.close();
          return { exit_code: 0, cause: 'exit', stdout: '', stderr: '', truncated: false };
        },
      },
    });
    expect(short(await perform('agent', 'run_command', { command: 'true' }))).toMatch(
      /^denied audit_unavailable: .* it was begun, and how it ended is not recorded$/,
    );
  });

  it('a fault of ours is no unavailable audit', async () => {
    const { dispatcher, log } = givenDispatcher();
    log.append = () => {
      throw new TypeError('a fault of ours');
    };
    await expect(dispatcher.perform({ agent: 'agent', operation: 'recall', arguments: {} })).rejects.toThrow(
      'a fault of ours',
    );
  });
});

describe('faults of ours', () => {
  it('are recorded as a failed operation, done nothing, and stay faults', async () => {
    const guard: Guard = {
      parse: () => ({ invocations: [] }),
      judge() {
        throw new TypeError('a rule without a match');
      },
    };
    const { perform, events, folder, dispatcher } = givenDispatcher({ guard });
    const command = { command: 'echo x > ran' };
    await expect(perform('agent', 'run_command', command)).rejects.toThrow('a rule without a match');
    expect(told(events())).toEqual([
      'audit 1 op-1 decided failed agent_stopped',
      'op-1 run_command failed agent_stopped: profile, audit',
    ]);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
    expect([dispatcher.operations, dispatcher.audited]).toEqual([1, 1]);
  });
});

describe('hands with a fault of ours', () => {
  it.each([
    ['run_command', { command: 'true' }, 'failed command_failed'],
    ['edit_file', { path: 'a', content: '' }, 'failed edit_failed'],
  ] as const)('%s is recorded as a failed operation, and the fault stays one', async (operation, given, ended) => {
    const broken = () => Promise.reject(new TypeError('x is undefined'));
    const { perform, events } = givenDispatcher({ hands: { run: broken, edit: broken } });
    await expect(perform('agent', operation, given)).rejects.toThrow('x is undefined');
    expect(told(events())).toEqual([
      'audit 1 op-1 admitted pending',
      expect.stringMatching(new RegExp(`^audit 1 op-1 completed ${ended}`)),
      expect.stringContaining(`${ended}: `),
    ]);
  });
});

describe('hands that do not do it', () => {
  it.each<[string, () => Promise<never> | Promise<{ not_done: 'agent_stopped'; message: string }>, string]>([
    ['reject', () => Promise.reject(new MachineError('no such file')), 'failed edit_failed: no such file'],
    [
      'throw at once',
      () => {
        throw new MachineError('no hands');
      },
      'failed edit_failed: no hands',
    ],
    ['say why', async () => ({ not_done: 'agent_stopped', message: 'over' }), 'failed agent_stopped: over'],
  ])('%s', async (_, edit, said) => {
    const { perform, events } = givenDispatcher({ hands: { edit } });
    expect(short(await perform('agent', 'edit_file', { path: 'a', content: '' }))).toBe(said);
    expect(told(events()).slice(0, 2)).toEqual([
      'audit 1 op-1 admitted pending',
      expect.stringMatching(/^audit 1 op-1 completed failed /),
    ]);
  });
});
