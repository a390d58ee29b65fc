import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Evidence, FailureTag, GateId } from '../../../record/verdict/verdict.js';
import { formatRemainder, toOneLine } from '../text/to_one_line.js';
import { type TagId, taxonomy } from './taxonomy.js';

/** Failure tag to be given, with its evidence: no tag is given without any. */
export interface TagClaim {
  id: TagId;
  gate: GateId | null;
  detail: string;
  evidence: readonly [Evidence, ...Evidence[]];
  format?: FailureTag['format'];
}

/** Returns the evidence for a claim, or `otherwise` if there is none. */
export function selectEvidence(evidence: readonly Evidence[], otherwise: Evidence): TagClaim['evidence'] {
  const [first, ...rest] = evidence;
  return first ? [first, ...rest] : [otherwise];
}

/** Most pieces of evidence that one tag keeps: a patch may break a policy in thousands of places. */
const MOST_EVIDENCE = 20;

/**
 * Creates the tags of an attempt: one per mode, gate and format, in the order of the taxonomy. Claims of the same tag
 * are merged: the first one gives the detail, all of them the evidence.
 */
export function createTagset(claims: readonly TagClaim[]): FailureTag[] {
  const tags = new Map<string, { claim: TagClaim; evidence: Evidence[]; count: number }>();
  for (const claim of claims) {
    const key = [claim.id, claim.gate ?? '', claim.format ?? ''].join(' ');
    const tag = tags.get(key);
    if (tag) {
      tag.count += 1;
      tag.evidence = [...tag.evidence, ...claim.evidence];
    } else {
      tags.set(key, { claim, evidence: [...claim.evidence], count: 1 });
    }
  }
  const rank = new Map<string, number>(taxonomy.map((mode, i) => [mode.id, i]));
  return [...tags.values()]
    .sort((a, b) => rank.get(a.claim.id)! - rank.get(b.claim.id)! || compareTexts(a.claim.gate, b.claim.gate))
    .map(({ claim, evidence, count }) => ({
      id: claim.id,
      gate: claim.gate,
      ...omitUndefined({ format: claim.format }),
      detail: toOneLine(claim.detail) + formatRemainder(count),
      evidence: removeDuplicates(evidence).slice(0, MOST_EVIDENCE),
    }));
}

function removeDuplicates(evidence: readonly Evidence[]): Evidence[] {
  return [...new Map(evidence.map((place) => [JSON.stringify(place), place])).values()];
}

function compareTexts(a: string | null, b: string | null): number {
  if ((a ?? '') === (b ?? '')) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
