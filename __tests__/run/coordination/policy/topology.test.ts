import { cleanUp } from '../../../given.js';
import { givenDispatcher, operationsOf } from '../given_dispatcher.js';

afterEach(cleanUp);

const agents = [{ name: 'ada' }, { name: 'bob' }, { name: 'cy' }];
const star = { agents, topology: { kind: 'star' as const, center: 'bob' } };
const handoff = (to: string) => ['write_handoff', { to, summary: 's' }] as const;
const code = (answer: { outcome: string; code?: string }) => answer.code ?? answer.outcome;

// Holds A4
describe('the topology of a contract', () => {
  it('has handoffs go along its paths only; each refusal is audited and names whom the agent may reach', async () => {
    const { perform, events } = givenDispatcher({ coordination: star });
    expect(code(await perform('ada', ...handoff('bob')))).toBe('done');
    expect(await perform('ada', ...handoff('cy'))).toEqual({
      outcome: 'denied',
      code: 'operation_not_allowed',
      message: 'ada may do that with bob only',
    });
    expect(operationsOf(events()).at(-1)).toMatchObject({
      stages: [{ stage: 'profile', outcome: 'denied', rule: 'topology' }, { stage: 'audit' }],
    });
    expect(code(await perform('ada', ...handoff('nobody')))).toBe('unknown_agent');
  });

  it('has a handoff to all reach those on a path', async () => {
    const { perform } = givenDispatcher({ coordination: star });
    expect(await perform('cy', ...handoff('*'))).toMatchObject({ result: { recipients: ['bob'] } });
    expect(await perform('bob', ...handoff('*'))).toMatchObject({ result: { recipients: ['ada', 'cy'] } });
  });

  it('has work go out from the middle of a star, and no other way', async () => {
    const { perform } = givenDispatcher({ coordination: star });
    await perform('ada', 'submit_work', { id: 'mine', title: 't', priority: 9 });
    await perform('bob', 'submit_work', { id: 'theirs', title: 't' });
    expect(await perform('cy', 'get_work', {})).toMatchObject({ result: { work: { id: 'theirs' } } });
    expect(await perform('bob', 'get_work', {})).toMatchObject({ result: { work: null } });
    expect(await perform('ada', 'get_work', {})).toMatchObject({ result: { work: { id: 'mine' } } });
    expect(code(await perform('ada', 'submit_work', { title: 't', assignee: 'cy' }))).toBe('operation_not_allowed');
  });

  it('has work that names its agent go to that agent only', async () => {
    const { perform } = givenDispatcher({ coordination: { agents } });
    await perform('ada', 'submit_work', { id: 'for-cy', title: 't', assignee: 'cy' });
    expect(await perform('bob', 'get_work', {})).toMatchObject({ result: { work: null } });
    expect(await perform('cy', 'get_work', {})).toMatchObject({ result: { work: { id: 'for-cy' } } });
    expect(code(await perform('ada', 'submit_work', { title: 't', assignee: 'nobody' }))).toBe('unknown_agent');
  });

  it('is one direction in a chain, and up and down in a tree', async () => {
    const chain = givenDispatcher({ coordination: { agents, topology: { kind: 'chain' } } });
    expect(code(await chain.perform('ada', ...handoff('bob')))).toBe('done');
    expect(code(await chain.perform('bob', ...handoff('ada')))).toBe('operation_not_allowed');
    const links = [
      { from: 'ada', to: 'bob' },
      { from: 'bob', to: 'cy' },
    ];
    const tree = givenDispatcher({ coordination: { agents, topology: { kind: 'tree', links } } });
    expect(code(await tree.perform('cy', ...handoff('bob')))).toBe('done');
    expect(code(await tree.perform('cy', ...handoff('ada')))).toBe('operation_not_allowed');
    expect(code(await tree.perform('cy', 'submit_work', { title: 't', assignee: 'bob' }))).toBe(
      'operation_not_allowed',
    );
    expect(code(await tree.perform('bob', 'submit_work', { title: 't', assignee: 'cy' }))).toBe('done');
  });

  it('is not enforced where profiles are switched off', async () => {
    const { perform } = givenDispatcher({ coordination: star, without: ['profiles'] });
    expect(code(await perform('ada', ...handoff('cy')))).toBe('done');
    await perform('ada', 'submit_work', { id: 'mine', title: 't' });
    expect(await perform('cy', 'get_work', {})).toMatchObject({ result: { work: { id: 'mine' } } });
  });
});
