import type { Evidence, GateId, Tag } from '../../record/verdict.js';
import { type TagId, taxonomy } from './taxonomy.js';
import { andMore, oneLine } from './why.js';

/** A failure tag about to be given. The evidence comes with it: there is no tag without. */
export interface TagClaim {
  id: TagId;
  gate: GateId | null;
  detail: string;
  evidence: readonly [Evidence, ...Evidence[]];
  format?: Tag['format'];
}

/** Evidence as a claim needs it: what there is, and `otherwise` when there is none. */
export function evidenceOf(evidence: readonly Evidence[], otherwise: Evidence): TagClaim['evidence'] {
  const [first, ...rest] = evidence;
  return first ? [first, ...rest] : [otherwise];
}

/** Pieces of evidence that one tag keeps; a patch may break a policy in thousands of places. */
const MOST_EVIDENCE = 20;

/**
 * The tagset F(a): one tag per mode, gate and format, in the order of the taxonomy. Claims of the same tag are joined: the
 * first one gives the detail, all of them the evidence.
 */
export function tagset(claims: readonly TagClaim[]): Tag[] {
  const tags = new Map<string, { claim: TagClaim; evidence: Evidence[]; count: number }>();
  for (const claim of claims) {
    const key = [claim.id, claim.gate ?? '', claim.format ?? ''].join(' ');
    const known = tags.get(key);
    if (known) {
      known.count += 1;
      known.evidence = [...known.evidence, ...claim.evidence];
    } else {
      tags.set(key, { claim, evidence: [...claim.evidence], count: 1 });
    }
  }
  const rank = new Map<string, number>(taxonomy.map((mode, i) => [mode.id, i]));
  return [...tags.values()]
    .sort((a, b) => rank.get(a.claim.id)! - rank.get(b.claim.id)! || compare(a.claim.gate, b.claim.gate))
    .map(({ claim, evidence, count }) => ({
      id: claim.id,
      gate: claim.gate,
      ...(claim.format ? { format: claim.format } : {}),
      detail: oneLine(claim.detail) + andMore(count),
      evidence: distinct(evidence).slice(0, MOST_EVIDENCE),
    }));
}

function distinct(evidence: readonly Evidence[]): Evidence[] {
  return [...new Map(evidence.map((place) => [JSON.stringify(place), place])).values()];
}

function compare(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;
}
