import type { EventPayload } from '../../../src/record/events/event.js';
import { computeDigest } from '../../../src/record/json/compute_digest.js';
import type { Said } from './given_record.js';

type Operation = EventPayload<'coordination'>;
type Stage = Operation['stages'][number];

/** A stage that passed, in 1 ms, unless the test says otherwise. */
export const stage = (name: Stage['stage'], more: Partial<Stage> = {}): Stage => ({
  stage: name,
  outcome: 'passed',
  ms: 1,
  ...more,
});

/** The event of the operation with this number: done, unless the test says otherwise. */
export function operation(number: number, payload: Partial<Operation> = {}): Said {
  return {
    type: 'coordination',
    actor: 'agent',
    stage: 'write',
    payload: {
      id: `op-${number}`,
      agent: 'agent',
      profile: 'default',
      operation: 'recall',
      arguments: {},
      outcome: 'done',
      code: null,
      message: '',
      stages: [stage('profile'), stage('execute'), stage('audit', { ms: number })],
      wall_ms: 3,
      waited_ms: 0,
      operations: number,
      transition: null,
      ...payload,
    },
  };
}

/** Its audit entry. */
export function entry(number: number, payload: Partial<EventPayload<'audit'>> = {}): Said {
  return {
    type: 'audit',
    stage: 'write',
    payload: {
      entry: number,
      id: `op-${number}`,
      phase: 'decided',
      agent: 'agent',
      operation: 'recall',
      arguments_sha256: computeDigest({}),
      outcome: 'done',
      code: null,
      duration_ms: 1,
      ...payload,
    },
  };
}

/** The alert of an operation that was refused. */
export function refused(code: string, payload: Partial<EventPayload<'alert'>> = {}): Said {
  return {
    type: 'alert',
    actor: 'monitor',
    stage: 'write',
    payload: {
      code,
      severity: 'violation',
      stage: 'write',
      message: 'run_command: no',
      signals: { rule: 'r', operation: 'run_command', agent: 'agent', id: 'op-1' },
      format: 'code',
      ...payload,
    },
  };
}
