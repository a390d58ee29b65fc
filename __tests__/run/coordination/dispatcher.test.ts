import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkChain } from '../../../src/record/chain.js';
import { cleanUp } from '../../given.js';
import { givenDispatcher, operationsOf, short, told } from './given_dispatcher.js';

afterEach(cleanUp);

describe('the order in which an operation is recorded', () => {
  it('decides, writes audit and event, and answers, for operations on the shared state', async () => {
    const { perform, events } = givenDispatcher();
    expect(await perform('agent', 'acquire_lock', { path: 'a.js' })).toMatchObject({ outcome: 'done' });
    expect(told(events())).toEqual(['audit 1 op-1 decided done', 'op-1 acquire_lock done: profile, execute, audit']);
  });

  it('is admitted in the audit before a command is run, and completed after', async () => {
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
    expect(short(await perform('agent', 'edit_file', { path: '.env', content: 'A=1' }))).toBe(
      'denied credential_file_protected: a file of credentials',
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
        message: 'edit_file: a file of credentials',
        signals: { rule: 'env-file', operation: 'edit_file', agent: 'agent', id: 'op-1' },
        stage: 'write',
      },
    });
    expect(() => readFileSync(join(folder, '.env'))).toThrow('ENOENT');
  });

  it('judges what agents write to each other as natural text', async () => {
    const { perform, events } = givenDispatcher();
    const answers = [
      await perform('agent', 'submit_work', { title: 'then force the push' }),
      await perform('agent', 'remember', { text: 'we force' }),
      await perform('agent', 'write_handoff', { to: '*', summary: 'x', todo: ['force it'] }),
    ];
    expect(answers.map((answer) => answer.outcome)).toEqual(['denied', 'denied', 'denied']);
    expect(
      operationsOf(events()).map(({ stages }) => stages.find(({ stage }) => stage === 'guardrails')?.format),
    ).toEqual(['natural_text', 'natural_text', 'natural_text']);
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
    expect(answers.map((answer) => (answer.outcome === 'done' ? answer : `${answer.outcome} ${answer.code}`))).toEqual([
      'denied unknown_agent',
      'failed malformed_request',
      'failed malformed_request',
      'failed path_outside_workspace',
      'denied insufficient_trust_level',
      'failed edit_failed',
    ]);
    const audits = events().flatMap((event) => (event.type === 'audit' ? [event.payload] : []));
    expect(new Set(audits.map(({ entry }) => entry))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    expect([dispatcher.operations, dispatcher.audited]).toEqual([6, 6]);
    expect(checkChain(readFileSync(path, 'utf8')).faults).toEqual([]);
  });
});
