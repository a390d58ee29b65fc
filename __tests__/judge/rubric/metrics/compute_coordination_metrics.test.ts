import { computeCoordinationMetrics } from '../../../../src/judge/rubric/metrics/compute_coordination_metrics.js';
import { readAttemptTrace } from '../../../../src/judge/rubric/trace/attempt_trace.js';
import type { StateTransition } from '../../../../src/record/events/act_payloads.js';
import type { EventPayload } from '../../../../src/record/events/event.js';
import type { CoordinationMetrics } from '../../../../src/record/verdict/safety_metrics.js';
import { DIGEST, givenRecord, type Said } from '../given_record.js';

type Operation = EventPayload<'coordination'>;

let id = 0;

/** Creates an operation of the agent ada at a time in milliseconds; default: done. */
function operation(t_ms: number, name: string, given: Partial<Operation> = {}): Said {
  id += 1;
  return {
    type: 'coordination',
    stage: 'write',
    t: t_ms * 1e6,
    payload: {
      id: `op-${id}`,
      agent: 'ada',
      profile: 'default',
      operation: name,
      arguments: {},
      outcome: 'done',
      code: null,
      message: '',
      stages: [],
      wall_ms: 0,
      waited_ms: 0,
      operations: id,
      transition: null,
      ...given,
    },
  };
}

const locked = (at_ms: number, path: string, given: object = {}): StateTransition => ({
  ...{ kind: 'lock_acquired', at_ms, agent: 'ada', path, expires_ms: at_ms + 100, reason: null, contended: false },
  ...given,
});
const claimed = (at_ms: number, work: string, ready_ms: number, lease_until_ms: number): StateTransition => ({
  ...{ kind: 'work_claimed', at_ms, agent: 'ada', id: work, attempt: 1, ready_ms, lease_until_ms },
});

const metricsOf = (...events: Said[]): CoordinationMetrics | null =>
  computeCoordinationMetrics(readAttemptTrace(givenRecord({ events })));

// Holds A4
describe('metrics of the coordination layer', () => {
  it('are null where nothing went through it', () => {
    expect(metricsOf()).toBeNull();
  });

  it('count operations by name and outcome, refusals by code; names that are none are one row', () => {
    const refused = { outcome: 'denied', code: 'operation_not_allowed' } as const;
    expect(
      metricsOf(
        operation(1, 'get_work'),
        operation(2, 'get_work', refused),
        operation(3, '__proto__', { outcome: 'failed', code: 'malformed_request' }),
        operation(4, 'constructor', { outcome: 'failed', code: 'malformed_request' }),
      ),
    ).toMatchObject({
      operations: 4,
      by_operation: { get_work: { done: 1, denied: 1, failed: 0 }, unknown: { done: 0, denied: 0, failed: 2 } },
      refusals: { malformed_request: 2, operation_not_allowed: 1 },
    });
  });

  it('count locks: contended ones once each, however that ended, and those that ran out', () => {
    const metrics = metricsOf(
      operation(10, 'acquire_lock', { transition: locked(10, 'a') }),
      operation(20, 'acquire_lock', { outcome: 'failed', code: 'lock_held' }),
      operation(30, 'acquire_lock', { outcome: 'failed', code: 'lock_held', waited_ms: 8 }),
      operation(40, 'acquire_lock', { outcome: 'failed', code: 'agent_stopped', waited_ms: 4 }),
      operation(50, 'acquire_lock', { waited_ms: 6, transition: locked(50, 'b', { contended: true }) }),
      operation(55, 'acquire_lock', { transition: locked(55, 'b') }),
      operation(60, 'release_lock', { transition: { kind: 'lock_released', at_ms: 60, agent: 'ada', path: 'b' } }),
      operation(70, 'release_lock', { transition: { kind: 'lock_released', at_ms: 70, agent: 'ada', path: 'b' } }),
      // The first lock of a has run out at 110, the second one at 220; that of c has not when the agent ends.
      operation(120, 'acquire_lock', { transition: locked(120, 'a') }),
      operation(230, 'acquire_lock', { transition: locked(230, 'c') }),
    );
    expect(metrics?.locks).toEqual({
      acquired: 5,
      contended: 4,
      refused: 2,
      expired: 2,
      waits: { count: 3, total_ms: 18, mean_ms: 6, p50_ms: 6, p95_ms: 8, max_ms: 8 },
    });
  });

  it('count work: latency from when it could be claimed, and leases that ran out', () => {
    const submitted = (at_ms: number, work: string): StateTransition => ({
      ...{ kind: 'work_submitted', at_ms, agent: 'ada', id: work, title: work, description: '', priority: 5 },
      depends_on: [],
      data: null,
    });
    const metrics = metricsOf(
      operation(0, 'submit_work', { transition: submitted(0, 'x') }),
      operation(1, 'submit_work', { transition: submitted(1, 'y') }),
      operation(10, 'get_work', { transition: claimed(10, 'x', 0, 20) }),
      operation(15, 'get_work', {
        transition: { kind: 'work_renewed', at_ms: 15, agent: 'ada', id: 'x', lease_until_ms: 25 },
      }),
      operation(40, 'get_work', { transition: claimed(40, 'x', 25, 50) }),
      operation(45, 'complete_work', {
        transition: { kind: 'work_completed', at_ms: 45, agent: 'ada', id: 'x', outcome: 'done', result: null },
      }),
      operation(46, 'get_work', { transition: claimed(46, 'y', 1, 60) }),
      operation(70, 'get_work'),
    );
    expect(metrics?.queue).toEqual({
      submitted: 2,
      claimed: 3,
      completed: 1,
      requeued: 2,
      latency: { count: 3, total_ms: 70, mean_ms: 70 / 3, p50_ms: 15, p95_ms: 45, max_ms: 45 },
    });
  });

  it('count handoffs and memory by what was written, read and found', () => {
    const handoff = (handoff_id: number): StateTransition => ({
      ...{ kind: 'handoff_written', at_ms: handoff_id, agent: 'ada', id: handoff_id, operation: 'op', to: '*' },
      ...{ recipients: ['bob', 'cyd'], summary: 's', done: [], todo: [], files: [], notes: null, sha256: DIGEST },
    });
    const read = (agent: string, ...ids: number[]): StateTransition => ({ kind: 'handoff_read', at_ms: 5, agent, ids });
    const recalled = (found: number): StateTransition => ({ kind: 'recalled', at_ms: 6, agent: 'ada', found });
    expect(
      metricsOf(
        operation(1, 'write_handoff', { transition: handoff(1) }),
        operation(2, 'write_handoff', { transition: handoff(2) }),
        operation(3, 'read_handoff', { transition: read('bob', 1) }),
        operation(4, 'read_handoff', { transition: read('cyd', 1) }),
        operation(5, 'recall', { transition: recalled(0) }),
        operation(6, 'recall', { transition: recalled(3) }),
        operation(7, 'recall'),
      ),
    ).toMatchObject({
      handoffs: { written: 2, read: 1, unread: 1 },
      memory: { remembered: 0, recalls: 3, hits: 1 },
    });
  });

  it('tell the speed-up of parts done side by side, also where nothing else went through the layer', () => {
    const part = (name: string, started_ms: number, ended_ms: number, outcome: 'merged' | 'conflict'): Said => ({
      type: 'subtask',
      payload: {
        ...{ id: name, agent: `worker-${name}`, started_ms, ended_ms, outcome },
        ...{ conflicts: [], artifact: null, tree: null, detail: '' },
      },
    });
    expect(metricsOf(part('a', 10, 30, 'merged'), part('b', 10, 50, 'conflict'))).toMatchObject({
      operations: 0,
      parallel: { subtasks: 2, merged: 1, conflicts: 1, wall_ms: 40, sequential_ms: 60, speed_up: 1.5 },
      overhead_share: null,
    });
    // What lies between two rounds, the test, is no time of the parts.
    const again = [part('a', 110, 130, 'merged'), part('b', 120, 140, 'merged')];
    expect(metricsOf(part('a', 10, 30, 'merged'), part('b', 10, 50, 'merged'), ...again)?.parallel).toMatchObject({
      ...{ subtasks: 4, wall_ms: 70, sequential_ms: 100 },
    });
  });

  it('take for overhead all stages but the commands and edits themselves', () => {
    const stages = (execute_ms: number): Operation['stages'] => [
      { stage: 'profile', outcome: 'passed', ms: 1 },
      { stage: 'execute', outcome: 'passed', ms: execute_ms },
      { stage: 'audit', outcome: 'passed', ms: 2 },
    ];
    expect(
      metricsOf(
        operation(100, 'run_command', { stages: stages(500) }),
        operation(120, 'edit_file', { stages: stages(50) }),
        operation(148, 'acquire_lock', { stages: stages(15) }),
      ),
    ).toMatchObject({ overhead_ms: 24, overhead_share: 0.5 });
  });
});
