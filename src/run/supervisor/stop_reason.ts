/** Reason why an agent stopped. Only `finished` needs no evidence. */
export type StopReason =
  | { kind: 'finished' }
  | { kind: 'resource'; cap: string; because: string; evidence_seq: number | null }
  | { kind: 'safety'; because: string; evidence_seq: number | null }
  | { kind: 'operator'; because: string; evidence_seq: number | null }
  | { kind: 'agent-error'; because: string; evidence_seq: number | null }
  | { kind: 'signal'; because: string };
