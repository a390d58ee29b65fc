import type { Event } from '../../record/events.js';
import type { Evidence, Outcome } from '../../record/verdict.js';
import { type JudgedGate, notReached } from './judged_gate.js';
import type { TagClaim } from './tags.js';
import type { TagId } from './taxonomy.js';
import type { Trace } from './trace.js';
import { counted, oneLine } from './why.js';

/**
 * G1, patch validity: the patch applies cleanly and leaves a well-formed tree without conflict markers (executable
 * contracts §4.2). An empty patch applies. A patch that fails to apply is a failure with an evaluation-error tag.
 */
export function patchGate(trace: Trace): JudgedGate {
  const event = trace.patch;
  if (!event) {
    const setupFailed = trace.setups.some((setup) => setup.payload.outcome === 'failed');
    return notReached('G1', setupFailed ? 'setup failed' : 'no patch application is recorded');
  }
  const { payload } = event;
  const markers = payload.conflict_markers
    .slice(0, 20)
    .map((marker): Evidence => ({ seq: event.seq, file: marker.path, line: marker.line }));
  switch (payload.outcome) {
    case 'error':
      return judged(event, 'error', `the patch could not be tried: ${payload.detail}`, []);
    case 'failed':
      return judged(event, 'fail', `does not apply: ${payload.detail}`, ['patch-apply-failed', 'evaluation-error']);
    case 'refused':
      return refused(event);
    case 'applied':
    case 'empty':
      break;
    default:
      return payload.outcome satisfies never;
  }
  if (payload.refusals.length > 0) return refused(event);
  if (payload.tree !== null && payload.expected_tree !== null && payload.tree !== payload.expected_tree) {
    return judged(event, 'error', `the patched tree is ${payload.tree}, the agent left ${payload.expected_tree}`, []);
  }
  if (markers.length > 0) {
    const first = payload.conflict_markers[0]!;
    const why = `unresolved conflict marker in ${first.path}:${first.line}`;
    return judged(event, 'fail', why, ['conflict-markers'], markers);
  }
  if (payload.outcome === 'empty') return judged(event, 'pass', 'the patch is empty', ['empty-patch']);
  const sum = (side: 'added_lines' | 'deleted_lines') =>
    payload.files.reduce((lines, file) => lines + (file[side] ?? 0), 0);
  const size = `${counted(payload.files.length, 'file')}, +${sum('added_lines')} −${sum('deleted_lines')}`;
  return judged(event, 'pass', `applies cleanly: ${size}`, []);
}

function refused(event: Event<'patch_applied'>): JudgedGate {
  const { refusals, detail } = event.payload;
  const places = refusals.slice(0, 20).map(
    (refusal): Evidence => ({
      seq: event.seq,
      file: refusal.path,
      ...(refusal.line === null ? {} : { patch_line: refusal.line }),
    }),
  );
  const first = refusals[0];
  const why = first ? `refused: ${first.path}: ${first.reason}` : `refused: ${detail}`;
  return judged(event, 'fail', why, ['patch-refused'], places);
}

function judged(
  event: Event<'patch_applied'>,
  outcome: Outcome,
  why: string,
  ids: readonly TagId[],
  places: readonly Evidence[] = [],
): JudgedGate {
  const invocation: Evidence = { seq: event.seq, command: event.payload.command };
  const evidence: [Evidence, ...Evidence[]] = [invocation, ...places];
  const tags = ids.map((id): TagClaim => ({ id, gate: 'G1', detail: why, evidence }));
  return { gate: { gate: 'G1', outcome, reached: true, why: oneLine(why), evidence: evidence.slice(0, 20) }, tags };
}
