/** Gates in the order in which they are decided. */
export const GATES = ['G1', 'G2', 'G3', 'G4'] as const;
export type GateId = (typeof GATES)[number];

/** Names of the gates for readers. */
export const GATE_NAMES: Record<GateId, string> = {
  G1: 'patch validity',
  G2: 'build and static checks',
  G3: 'functional acceptance',
  G4: 'safety and policy',
};

/** Outcomes of a gate and of a check. */
export const verdictOutcomes = ['pass', 'fail', 'error'] as const;
export type VerdictOutcome = (typeof verdictOutcomes)[number];

/**
 * Formats the outcomes of gates in their order, such as `pass/fail/-/pass`. A gate that was not reached has none,
 * though it counts as not passed.
 */
export const formatGateVector = (gates: readonly { outcome: VerdictOutcome; reached: boolean }[]): string =>
  gates.map(({ outcome, reached }) => (reached ? outcome : '-')).join('/');
