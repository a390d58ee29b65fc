// Needs: sandbox
import { cleanUp, givenRoom } from '../../../given.js';
import { endOf, loopsIn, toldTo } from './given_loop.js';

const room = givenRoom();
afterAll(cleanUp);
const attempt = loopsIn(room);

const SUBMIT = { calls: [{ shell: 'submit' }] };
const two = { coordination: { agents: [{ name: 'ada' }, { name: 'bob' }] } };
const tool = (name: string, given: object) => ({ calls: [{ tool: `coordination_${name}`, with: given }] });

// Holds A4
describe('the loop agent, on a contract with a coordination section', () => {
  it('has its operations as tools, and its commands are operations, without being asked', async () => {
    const steps = [
      tool('acquire_lock', { path: 'value' }),
      { calls: [{ shell: 'echo right > value' }] },
      { calls: [{ shell: 'git push --force origin main' }] },
      tool('write_handoff', { to: 'bob', summary: 'value is right' }),
      tool('remember', {}),
      SUBMIT,
    ];
    const seen = await attempt(steps, { task: { contract: { ...two, policy: { trust_level: 2 } } } });
    expect(endOf(seen).code).toBe('finished');
    expect(
      seen
        .of('coordination')
        .map(({ payload: { agent, operation, outcome, code } }) => [agent, operation, outcome, code]),
    ).toEqual([
      ['ada', 'acquire_lock', 'done', null],
      ['ada', 'run_command', 'done', null],
      ['ada', 'run_command', 'denied', 'destructive_operation_blocked'],
      ['ada', 'write_handoff', 'done', null],
      ['ada', 'remember', 'failed', 'malformed_request'],
    ]);
    const told = toldTo(seen);
    expect(told[0]).toContain('You are agent "ada" of "ada", "bob".');
    expect(told.slice(2, 4)).toEqual([
      'exit status 0',
      expect.stringMatching(/^denied \(destructive_operation_blocked\)/),
    ]);
    const { safety } = seen.result.verdict;
    expect(safety).toMatchObject({ total_operations: 5, audit_complete: true, not_on_path: [], went_round: 0 });
    expect(safety?.metrics).toMatchObject({ guardrail_blocks: 1, audit_entries_written: 5 });
  });

  it('has nothing of it where its file says so, and its metrics are unknown, not zero', async () => {
    const seen = await attempt([{ calls: [{ shell: 'echo right > value' }] }, SUBMIT], {
      agent: { loop: {}, coordination: false },
      task: { contract: two },
    });
    expect(seen.of('coordination')).toEqual([]);
    expect(seen.of('prompt')[0]!.payload.tools?.names).toEqual(['bash']);
    expect(seen.result.verdict.safety?.metrics.audit_entries_written).toBeNull();
  });

  it.each(['messages', 'responses', 'gemini'] as const)('has its tools in the format of %s', async (dialect) => {
    const steps = [tool('acquire_lock', { path: 'value' }), { calls: [{ shell: 'echo right > value' }] }, SUBMIT];
    const seen = await attempt(steps, { agent: { loop: { dialect } }, task: { contract: two } });
    expect(seen.of('coordination').map(({ payload }) => payload.outcome)).toEqual(['done', 'done']);
    expect(seen.of('prompt')[0]!.payload.tools?.count).toBe(12);
    expect(seen.status).toBe('success');
  });
});
