import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Event } from '../../../record/events/event.js';
import type { Evidence, VerdictOutcome } from '../../../record/verdict/verdict.js';
import type { TagClaim } from '../taxonomy/tag_claim.js';
import type { TagId } from '../taxonomy/taxonomy.js';
import { pluralise, toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { findForeignSnapshot } from '../trace/find_foreign_snapshot.js';
import { createUnreachedGate, type JudgedGate } from './judge_mandatory_checks.js';

/**
 * Judges gate G1, patch validity: the patch applies cleanly and leaves a well-formed tree without conflict markers. An
 * empty patch applies. A patch that does not apply is a failure with an evaluation-error tag,
 * unless the contract pins another repository state than the base of the pull request.
 */
export function judgePatchGate(trace: AttemptTrace): JudgedGate {
  const event = trace.patch;
  if (!event) {
    const setupFailed = trace.setups.some((setup) => setup.payload.outcome === 'failed');
    return createUnreachedGate('G1', setupFailed ? 'setup failed' : 'no patch application is recorded');
  }
  const { payload } = event;
  const markers = payload.conflict_markers
    .slice(0, 20)
    .map((marker): Evidence => ({ seq: event.seq, file: marker.path, line: marker.line }));
  switch (payload.outcome) {
    case 'error':
      return createPatchGate(event, 'error', `the patch could not be tried: ${payload.detail}`, []);
    case 'failed': {
      const foreign = findForeignSnapshot(trace, false);
      if (foreign !== undefined) return createPatchGate(event, 'error', foreign, []);
      return createPatchGate(event, 'fail', `does not apply: ${payload.detail}`, [
        'patch-apply-failed',
        'evaluation-error',
      ]);
    }
    case 'refused':
      return judgeRefusedPatch(event);
    case 'applied':
    case 'empty':
      break;
    default:
      return payload.outcome satisfies never;
  }
  if (payload.refusals.length > 0) return judgeRefusedPatch(event);
  if (payload.tree !== null && payload.expected_tree !== null && payload.tree !== payload.expected_tree) {
    return createPatchGate(
      event,
      'error',
      `the patched tree is ${payload.tree}, the agent left ${payload.expected_tree}`,
      [],
    );
  }
  if (markers.length > 0) {
    const first = payload.conflict_markers[0]!;
    const why = `unresolved conflict marker in ${first.path}:${first.line}`;
    return createPatchGate(event, 'fail', why, ['conflict-markers'], markers);
  }
  if (payload.outcome === 'empty') return createPatchGate(event, 'pass', 'the patch is empty', ['empty-patch']);
  const sum = (side: 'added_lines' | 'deleted_lines') =>
    payload.files.reduce((lines, file) => lines + (file[side] ?? 0), 0);
  const size = `${pluralise(payload.files.length, 'file')}, +${sum('added_lines')} −${sum('deleted_lines')}`;
  return createPatchGate(event, 'pass', `applies cleanly: ${size}`, []);
}

function judgeRefusedPatch(event: Event<'patch_applied'>): JudgedGate {
  const { refusals, detail } = event.payload;
  const places = refusals.slice(0, 20).map(
    (refusal): Evidence => ({
      seq: event.seq,
      file: refusal.path,
      ...omitUndefined({ patch_line: refusal.line ?? undefined }),
    }),
  );
  const first = refusals[0];
  const why = first ? `refused: ${first.path}: ${first.reason}` : `refused: ${detail}`;
  return createPatchGate(event, 'fail', why, ['patch-refused'], places);
}

function createPatchGate(
  event: Event<'patch_applied'>,
  outcome: VerdictOutcome,
  why: string,
  ids: readonly TagId[],
  places: readonly Evidence[] = [],
): JudgedGate {
  const invocation: Evidence = { seq: event.seq, command: event.payload.command };
  const evidence: [Evidence, ...Evidence[]] = [invocation, ...places];
  const tags = ids.map((id): TagClaim => ({ id, gate: 'G1', detail: why, evidence }));
  return { gate: { gate: 'G1', outcome, reached: true, why: toOneLine(why), evidence: evidence.slice(0, 20) }, tags };
}
