/** Stages of an attempt, in order. */
export const attemptStages = [
  'setup',
  'briefing',
  'inspect',
  'write',
  'test',
  'extraction',
  'evaluation',
  'packaging',
] as const;
export type AttemptStage = (typeof attemptStages)[number];
