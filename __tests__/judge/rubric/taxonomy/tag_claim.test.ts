import { createTagset, selectEvidence } from '../../../../src/judge/rubric/taxonomy/tag_claim.js';

describe('the tagset', () => {
  it('holds a tag once per gate, in the order of the taxonomy, with the evidence of all its claims', () => {
    const at = (seq: number) => [{ seq }] as const;
    expect(
      createTagset([
        { id: 'functional-failure', gate: 'G3', detail: 'unit: red', evidence: at(5) },
        { id: 'evaluation-error', gate: 'G3', detail: 'e2e: lost', evidence: at(6) },
        { id: 'functional-failure', gate: 'G3', detail: 'more: red', evidence: [{ seq: 7 }, { seq: 5 }] },
        { id: 'evaluation-error', gate: 'G1', detail: 'hunk\n1', evidence: at(2) },
      ]),
    ).toEqual([
      { id: 'evaluation-error', gate: 'G1', detail: 'hunk 1', evidence: [{ seq: 2 }] },
      { id: 'evaluation-error', gate: 'G3', detail: 'e2e: lost', evidence: [{ seq: 6 }] },
      { id: 'functional-failure', gate: 'G3', detail: 'unit: red (and 1 more)', evidence: [{ seq: 5 }, { seq: 7 }] },
    ]);
  });

  it('keeps at most 20 pieces of evidence', () => {
    const claims = Array.from({ length: 30 }, (_, seq) => ({
      id: 'monitor-alert' as const,
      gate: 'G4' as const,
      detail: 'x',
      evidence: [{ seq }] as const,
    }));
    expect(createTagset(claims)[0]?.evidence.length).toBe(20);
  });

  it('has no tag without evidence: what stands for the whole is named instead', () => {
    expect(selectEvidence([], { artifact: 'events.jsonl' })).toEqual([{ artifact: 'events.jsonl' }]);
    expect(selectEvidence([{ seq: 1 }, { seq: 2 }], { seq: 0 })).toEqual([{ seq: 1 }, { seq: 2 }]);
  });
});
