import type { EventPayload } from '../../../src/record/events/event.js';
import { act, sight } from '../rubric/given_acts.js';
import { DIGEST, execution, extracted, failing, patchApplied, type Said, terminated } from '../rubric/given_record.js';

/** Trees of the workspace before and after an edit. */
export const [BEFORE, AFTER] = ['c'.repeat(40), 'd'.repeat(40)];
/** A command or an edit that the harness made. */
export type Step = Partial<EventPayload<'act'>> & {
  /** End of a test run; null = unknown. */
  ended?: 'passed' | 'failed' | null;
  tree?: string;
  printed?: string;
  /** Nobody saw its end. */
  open?: true;
  /** End of its command; default: by itself. */
  cause?: 'cancelled';
};

const log = (head: string) => ({ sha256: DIGEST, bytes: head.length, truncated: false, head, tail: '' });

/** Events of steps that the harness made, one after the other: act, call and outcome. They have the numbers 3n + 1 to 3n + 3. */
export function made(...steps: Step[]): Said[] {
  return steps.flatMap(({ ended = null, tree = BEFORE, printed = '', open, cause, ...payload }, i): Said[] => {
    const [number, seq] = [i + 1, 3 * i + 2];
    const run = {
      command: payload.text ?? 'ls',
      started_ms: seq - 1,
      ended_ms: seq,
      stdout: log(printed),
      ...(cause === undefined ? {} : { cause }),
    };
    const call: Said = {
      type: 'tool_invocation',
      actor: 'agent',
      stage: 'write',
      payload: {
        tool: 'run',
        arguments: {},
        summary: 'made',
        ...(payload.form === 'edit' ? {} : { execution: execution(run) }),
      },
    };
    if (open) return [act(number, payload)];
    return [act(number, payload), call, sight(number, 'done', { of_seq: seq, cycle: ended, tree })];
  });
}

export const test = (ended: Step['ended'], more: Step = {}): Step => ({
  text: 'npm test',
  cycle: 'test',
  ended,
  ...more,
});
export const edit = (path: string, more: Step = {}): Step => ({
  form: 'edit',
  text: path,
  commands: [],
  tree: AFTER,
  ...more,
});

/** The end of an attempt whose acceptance check fails. */
export const failed = (tree = AFTER): Said[] => [extracted({ tree }), terminated({}), patchApplied(), failing()];
