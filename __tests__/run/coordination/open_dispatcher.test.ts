import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { safetyMechanisms } from '../../../src/contract/coordination/mechanism.js';
import type { Guard, GuardRequest } from '../../../src/guard/guard.js';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { EventLog } from '../../../src/record/storage/event_log.js';
import { verifyHashChain } from '../../../src/record/storage/verify_hash_chain.js';
import { cleanUp } from '../../given.js';
import { givenDispatcher, operationsOf, short, told } from './given_dispatcher.js';

afterEach(cleanUp);

const FORCE = 'git push --force origin main';
const coded = (answer: Awaited<ReturnType<ReturnType<typeof givenDispatcher>['perform']>>) =>
  answer.outcome === 'done' ? 'done' : `${answer.outcome} ${answer.code}`;

describe('the order in which an operation is recorded', () => {
  it('decides, writes audit and event, and answers, for operations on the shared state', async () => {
    const { perform, events } = givenDispatcher();
    expect(await perform('agent', 'acquire_lock', { path: 'a.js' })).toMatchObject({ outcome: 'done' });
    expect(told(events())).toEqual(['audit 1 op-1 decided done', 'op-1 acquire_lock done: profile, execute, audit']);
    expect(operationsOf(events())[0]).toMatchObject({
      agent: 'agent',
      profile: 'default',
      arguments: { path: 'a.js' },
      transition: { kind: 'lock_acquired', path: 'a.js' },
      operations: 1,
    });
  });

  it('admits in the audit before a command is run, and completes after', async () => {
    const { perform, events } = givenDispatcher();
    expect(await perform('agent', 'run_command', { command: 'echo hi; exit 3' })).toEqual({
      outcome: 'done',
      result: { exit_code: 3, cause: 'exit', stdout: 'hi\n', stderr: '', truncated: false },
    });
    expect(told(events())).toEqual([
      'audit 1 op-1 admitted pending',
      'audit 1 op-1 completed done',
      'op-1 run_command done: profile, guardrails, network, execute, audit',
    ]);
  });

  it('tells the monitors of a refusal between the audit and the event', async () => {
    const { perform, events, folder } = givenDispatcher();
    expect(coded(await perform('agent', 'edit_file', { path: '.env', content: 'A=1' }))).toBe(
      'denied credential_file_protected',
    );
    expect(told(events())).toEqual([
      'audit 1 op-1 decided denied credential_file_protected',
      'alert credential_file_protected violation',
      'op-1 edit_file denied credential_file_protected: profile, guardrails denied, audit',
    ]);
    expect(events()[1]).toMatchObject({
      actor: 'monitor',
      payload: {
        format: 'code',
        message: expect.stringMatching(/^edit_file: /),
        signals: { rule: expect.any(String), operation: 'edit_file', agent: 'agent', id: 'op-1' },
        stage: 'write',
      },
    });
    expect(existsSync(join(folder, '.env'))).toBe(false);
  });

  it('judges what agents write to each other as natural text', async () => {
    const questions: GuardRequest[] = [];
    const guard: Guard = {
      parse: () => ({ invocations: [] }),
      judge(question) {
        questions.push(question);
        const code = 'destructive_operation_blocked';
        const of = { rule: 'r', category: 'git', severity: 'severe', format: 'natural_text' } as const;
        return { verdict: 'deny', ...of, code, reason: 'it loses commits' };
      },
    };
    const { perform, events } = givenDispatcher({ guard });
    const answers = [
      await perform('agent', 'submit_work', { title: 'next', description: 'force push' }),
      await perform('agent', 'remember', { text: 'force push' }),
      await perform('agent', 'write_handoff', { to: '*', summary: 's', done: ['a'], todo: ['b', 'c'], notes: 'n' }),
    ];
    expect(questions).toEqual([
      { text: 'next\n\nforce push' },
      { text: 'force push' },
      { text: 's\n\na\n\nb\n\nc\n\nn' },
    ]);
    expect(answers.map(coded)).toEqual(Array(3).fill('denied destructive_operation_blocked'));
    expect(selectEvents(events(), 'alert').map(({ payload }) => payload.format)).toEqual(Array(3).fill('natural_text'));
    expect(operationsOf(events()).map(({ transition }) => transition)).toEqual([null, null, null]);
  });
});

describe('everything is audited', () => {
  it('unknown agents, unknown operations, malformed arguments, refusals and failures included', async () => {
    const { perform, events, dispatcher, path } = givenDispatcher({
      coordination: {
        agents: [{ name: 'agent' }, { name: 'reader', profile: 'low' }],
        profiles: { low: { trust_level: 0 } },
      },
    });
    const answers = [
      await perform('nobody', 'recall'),
      await perform('agent', 'fly'),
      await perform('agent', 'acquire_lock', { path: 5 }),
      await perform('agent', 'acquire_lock', { path: '../x' }),
      await perform('reader', 'run_command', { command: 'true' }),
      await perform('agent', 'edit_file', { path: 'none', replace: 'a', with: 'b' }),
    ];
    expect(answers.map(coded)).toEqual([
      'denied unknown_agent',
      'failed malformed_request',
      'failed malformed_request',
      'failed path_outside_workspace',
      'denied insufficient_trust_level',
      'failed edit_failed',
    ]);
    expect(new Set(selectEvents(events(), 'audit').map(({ payload }) => payload.entry))).toEqual(
      new Set([1, 2, 3, 4, 5, 6]),
    );
    expect([dispatcher.operations, dispatcher.audited]).toEqual([6, 6]);
    expect(verifyHashChain(readFileSync(path, 'utf8')).faults).toEqual([]);
  });
});

describe('profiles', () => {
  it('an agent of trust level 1 may not lock a protected file', async () => {
    const { perform, events } = givenDispatcher({
      policy: { trust_level: 1 },
      coordination: { protected: ['deploy/**'] },
    });
    expect(short(await perform('agent', 'acquire_lock', { path: 'deploy/run.sh' }))).toBe(
      'denied insufficient_trust_level: deploy/run.sh is protected: changing or locking it needs trust level 3, this agent has 1',
    );
    expect(told(events())).toEqual([
      'audit 1 op-1 decided denied insufficient_trust_level',
      'alert insufficient_trust_level warning',
      'op-1 acquire_lock denied insufficient_trust_level: profile denied, audit',
    ]);
  });

  it('a protected file is protected from commands and edits too, and not from trust level 3', async () => {
    const given = { coordination: { protected: ['deploy/**'] } };
    const low = givenDispatcher({ ...given, policy: { trust_level: 2 } });
    expect(coded(await low.perform('agent', 'run_command', { command: 'mkdir deploy; echo x > deploy/a' }))).toBe(
      'denied insufficient_trust_level',
    );
    expect(coded(await low.perform('agent', 'edit_file', { path: './deploy//a', content: '' }))).toBe(
      'denied insufficient_trust_level',
    );
    expect(existsSync(join(low.folder, 'deploy'))).toBe(false);
    const high = givenDispatcher({ ...given, policy: { trust_level: 3 } });
    expect(coded(await high.perform('agent', 'edit_file', { path: 'deploy/a', content: '' }))).toBe('done');
  });

  it('what somebody else has locked is not changed by a command that names it, nor moved with its folder', async () => {
    const { perform, events } = givenDispatcher({ coordination: { agents: [{ name: 'ada' }, { name: 'bob' }] } });
    const run = async (agent: string, command: string) => coded(await perform(agent, 'run_command', { command }));
    await perform('bob', 'run_command', { command: 'mkdir src; echo 1 > src/a' });
    await perform('ada', 'acquire_lock', { path: 'src/a' });
    const refused = [
      'echo 2 > src/a',
      'cd src && echo 2 >> ./../src/a',
      'mv src lib',
      'git mv src lib',
      'git rm src/a',
    ];
    for (const command of refused) expect([command, await run('bob', command)]).toEqual([command, 'failed lock_held']);
    expect(told(events()).slice(-2)).toEqual([
      'audit 7 op-7 decided failed lock_held',
      'op-7 run_command failed lock_held: profile, guardrails, network, execute failed, audit',
    ]);
    expect([
      await run('bob', 'mkdir -p src'),
      await run('bob', 'cat src/a'),
      await run('ada', 'echo 3 > src/a'),
    ]).toEqual(['done', 'done', 'done']);
    await perform('ada', 'release_lock', { path: 'src/a' });
    expect(await run('bob', 'echo 4 > src/a')).toBe('done');
  });

  it('at trust level 1 a file is edited under its lock, or under that of its folder', async () => {
    const { perform } = givenDispatcher({ policy: { trust_level: 1 } });
    const edit = (path: string) => perform('agent', 'edit_file', { path, content: 'x' }).then(coded);
    expect(await edit('src/a.js')).toBe('denied insufficient_trust_level');
    await perform('agent', 'acquire_lock', { path: 'src' });
    expect(await edit('src/a.js')).toBe('done');
    await perform('agent', 'release_lock', { path: 'src' });
    expect(await edit('src/a.js')).toBe('denied insufficient_trust_level');
  });

  it('limits count refused operations as calls, and different files that were edited', async () => {
    const { perform } = givenDispatcher({
      coordination: {
        agents: [{ name: 'agent', profile: 'small' }],
        profiles: { small: { trust_level: 2, max_files: 1, max_calls: 6 } },
      },
    });
    const edit = (path: string, more = {}) =>
      perform('agent', 'edit_file', { path, content: 'x', ...more }).then(coded);
    expect(await perform('agent', 'fly').then(coded)).toBe('failed malformed_request');
    expect(await edit('gone', { content: undefined, replace: 'a', with: 'b' })).toBe('failed edit_failed');
    expect(await edit('a')).toBe('done');
    expect(await edit('./a')).toBe('done');
    expect(await edit('b')).toBe('denied resource_limit_exceeded');
    expect(await edit('a')).toBe('done');
    expect(await edit('a')).toBe('denied resource_limit_exceeded');
  });
});

describe('network policy', () => {
  const given = {
    policy: { network: { allow: ['a.test', 'b.test'] } },
    coordination: { network: [{ host: 'b.test', action: 'deny' as const, reason: 'not from here' }] },
  };

  it('refuses commands that name a destination outside of rules or allowlist, once', async () => {
    const { perform, events } = givenDispatcher(given);
    expect(short(await perform('agent', 'run_command', { command: 'curl https://b.test https://c.test' }))).toBe(
      'denied domain_blocked: b.test:443 may not be reached: not from here',
    );
    expect(coded(await perform('agent', 'run_command', { command: 'wget http://c.test/x' }))).toBe(
      'denied domain_blocked',
    );
    expect(told(events()).slice(0, 3)).toEqual([
      'audit 1 op-1 decided denied domain_blocked',
      'alert domain_blocked warning',
      'op-1 run_command denied domain_blocked: profile, guardrails, network denied, audit',
    ]);
    expect(operationsOf(events())[0]!.stages[2]).toMatchObject({
      checks: 2,
      rule: 'deny b.test (global, priority 100)',
    });
  });

  it('lets the others pass to the proxy, and asks the same rules there', async () => {
    const { perform, dispatcher } = givenDispatcher(given);
    expect(coded(await perform('agent', 'run_command', { command: 'echo curl https://c.test' }))).toBe('done');
    const at = (host: string) => dispatcher.network!({ host, port: 443, literal: false }).allowed;
    expect([at('a.test'), at('b.test'), at('c.test')]).toEqual([true, false, false]);
  });

  it('asks the rules of those who have a command under way', async () => {
    let answer = (_: boolean) => {};
    const asked = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    const { perform, dispatcher } = givenDispatcher({
      policy: given.policy,
      coordination: {
        agents: [
          { name: 'ada', profile: 'free' },
          { name: 'bob', profile: 'bound' },
        ],
        profiles: {
          free: { trust_level: 2 },
          bound: { trust_level: 2, network: [{ host: 'a.test', action: 'deny' }] },
        },
      },
      hands: {
        run: async () => {
          answer(dispatcher.network!({ host: 'a.test', port: 443, literal: false }).allowed);
          return { exit_code: 0, cause: 'exit', stdout: '', stderr: '', truncated: false };
        },
      },
    });
    await perform('ada', 'run_command', { command: 'true' });
    expect(await asked).toBe(true);
    expect(dispatcher.network!({ host: 'a.test', port: 443, literal: false }).allowed).toBe(false);
  });
});

// Holds A5
describe('a mechanism that is switched off is absent', () => {
  it('from the stages, and so is its harm no longer kept away', async () => {
    const { perform, events, dispatcher, folder } = givenDispatcher({
      without: safetyMechanisms,
      policy: { trust_level: 0 },
      coordination: { protected: ['**'] },
    });
    expect(coded(await perform('agent', 'edit_file', { path: '.env', content: 'A=1' }))).toBe('done');
    expect(coded(await perform('agent', 'run_command', { command: `${FORCE}; wget http://c.test` }))).toBe('done');
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('A=1');
    expect(told(events())).toEqual(['op-1 edit_file done: execute', 'op-2 run_command done: execute']);
    expect([dispatcher.operations, dispatcher.audited, dispatcher.network]).toEqual([2, 0, undefined]);
  });

  it.each([
    ['guardrails', 'profile, network, execute, audit'],
    ['profiles', 'guardrails denied, audit'],
    ['network_policies', 'profile, guardrails denied, audit'],
    ['audit', 'profile, guardrails denied'],
  ] as const)('%s: %s', async (mechanism, stages) => {
    const { perform, events } = givenDispatcher({ without: [mechanism] });
    await perform('agent', 'run_command', { command: FORCE });
    expect(told(events()).at(-1)).toMatch(new RegExp(`: ${stages}$`));
  });

  it('locking: lifts no rule of a profile, for which a lock that was asked for is enough', async () => {
    const { perform } = givenDispatcher({ without: ['locking'], policy: { trust_level: 1 } });
    const edit = async (path: string) => coded(await perform('agent', 'edit_file', { path, content: '' }));
    expect(await edit('src/a')).toBe('denied insufficient_trust_level');
    await perform('agent', 'acquire_lock', { path: 'src' });
    expect([await edit('src/a'), await edit('b')]).toEqual(['done', 'denied insufficient_trust_level']);
    await perform('agent', 'release_lock', { path: 'src' });
    expect(await edit('src/a')).toBe('denied insufficient_trust_level');
  });
});

describe('a log that goes on', () => {
  it('goes on counting operations, entries and what profiles limit', async () => {
    const coordination = {
      agents: [{ name: 'agent', profile: 'small' }],
      profiles: { small: { trust_level: 2, max_files: 1, max_calls: 3 } },
    };
    const first = givenDispatcher({ coordination });
    await first.perform('agent', 'acquire_lock', { path: 'a' });
    await first.perform('agent', 'edit_file', { path: 'a', content: 'x'.repeat(100_000) });
    first.log.close();
    const log = EventLog.reopen(first.path, () => 1e9);
    const { perform, dispatcher, events } = givenDispatcher({ coordination, log });
    expect([dispatcher.operations, dispatcher.audited]).toEqual([2, 2]);
    expect(coded(await perform('agent', 'edit_file', { path: 'b', content: '' }))).toBe(
      'denied resource_limit_exceeded',
    );
    expect(told(events()).slice(-3)[0]).toBe('audit 3 op-3 decided denied resource_limit_exceeded');
    expect(coded(await perform('agent', 'recall'))).toBe('denied resource_limit_exceeded');
    expect(new Set(selectEvents(events(), 'audit').map(({ payload }) => payload.entry)).size).toBe(4);
    expect(verifyHashChain(readFileSync(first.path, 'utf8')).faults).toEqual([]);
  });
});
