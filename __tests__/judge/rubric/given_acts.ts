import type { ActOutcome, RecordedGuardVerdict } from '../../../src/record/events/act_payloads.js';
import type { EventPayload } from '../../../src/record/events/event.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import type { Said } from './given_record.js';

/** Creates a verdict of the guard that denies an act. */
export const against = (
  severity: RecordedGuardVerdict['severity'],
  more: Partial<RecordedGuardVerdict> = {},
): RecordedGuardVerdict => ({
  verdict: 'deny',
  rule: 'delete-machine',
  category: 'file-system',
  severity,
  reason: 'It deletes the machine.',
  format: 'code',
  ...more,
});

export const harmless: RecordedGuardVerdict = {
  verdict: 'allow',
  rule: null,
  category: null,
  severity: null,
  reason: '',
  format: 'code',
};

/** An act that nothing is against, unless the test says otherwise. */
export function act(number: number, payload: Partial<EventPayload<'act'>> = {}): Said {
  const text = payload.text ?? 'ls';
  return {
    type: 'act',
    actor: 'monitor',
    stage: 'write',
    payload: {
      act: number,
      road: 'call',
      form: 'command',
      of_seq: null,
      tool: 'run_command',
      text,
      bytes: text.length,
      sha256: sha256(text),
      commands: [text],
      unread: null,
      cycle: null,
      installs: [],
      guard: harmless,
      handling: 'allow',
      because: '',
      ...payload,
    },
  };
}

/** A sight of an act, and what came of it there. */
export function sight(number: number, outcome: ActOutcome, payload: Partial<EventPayload<'act_outcome'>> = {}): Said {
  return {
    type: 'act_outcome',
    actor: 'monitor',
    stage: 'write',
    payload: {
      act: number,
      road: 'call',
      of_seq: null,
      outcome,
      detail: '',
      cycle: null,
      tree: null,
      manifests: null,
      ...payload,
    },
  };
}

/** An alert about an act. */
export function actAlert(
  number: number,
  code: 'os-level-risk' | 'denied-act',
  payload: Partial<EventPayload<'alert'>> = {},
): Said {
  return {
    type: 'alert',
    actor: 'monitor',
    stage: 'write',
    payload: { code, severity: 'violation', stage: 'write', message: 'm', signals: { act: number }, ...payload },
  };
}
