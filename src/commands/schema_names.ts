/** Everything that is written to or read from disk, by the name of its JSON Schema in `schema/`. */
export const schemaNames = [
  'contract',
  'lock',
  'suite',
  'script',
  'upstream-script',
  'agent',
  'rules',
  'models',
  'backend',
  'redaction',
  'plan',
  'history',
  'event',
  'manifest',
  'verdict',
  'report',
  'result',
  'analysis',
] as const;
export type SchemaName = (typeof schemaNames)[number];
