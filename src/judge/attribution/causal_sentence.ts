/** Kinds of sentences, in the order in which a summary has them: what explains most stands first. */
export const causeKinds = [
  'setup',
  'stop',
  'no-change',
  'patch',
  'check-ended',
  'agent-exit',
  'green-before-red',
  'edit-after-test',
  'ended-red',
  'no-tests',
  'same-state-green',
  'regression',
  'first-seen',
  'policy',
] as const;
type CauseKind = (typeof causeKinds)[number];

/** Sentence on a probable cause, with the events that it rests on. Names in it are foreign text on one line. */
export interface CausalSentence {
  kind: CauseKind;
  text: string;
  /** Numbers of the events, ascending and not empty. */
  seqs: readonly number[];
}
