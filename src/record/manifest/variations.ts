/** Parts of a configuration that a replication may vary; all others are those of the replicated attempt. */
export const VARIATIONS = [
  'seed',
  'agent',
  'model',
  'judge',
  'mechanisms',
  'contract',
  'briefing',
  'caps',
  'rules',
  'prices',
  'redaction',
  'sandbox',
] as const;

/** Part of a configuration that a replication varies. */
export type Variation = (typeof VARIATIONS)[number];
