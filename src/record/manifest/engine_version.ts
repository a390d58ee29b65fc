import manifest from './package_version.json' with { type: 'json' };

/**
 * Version of the engine, from package.json. It is part of every manifest, since verdicts of different engines are
 * comparable only with care.
 */
export const ENGINE_VERSION: string = manifest.version;

/**
 * Returns the version that made a manifest or report whose form differs from this version's.
 *
 * @param rubric version of the rubric in force
 * @returns undefined if the file says that this version made it
 */
export function detectOtherVersion(value: unknown, rubric: string | undefined): string | undefined {
  const claim = (...path: string[]) => {
    const field = path.reduce<unknown>(
      (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      value,
    );
    return typeof field === 'string' ? field.slice(0, 40) : undefined;
  };
  const judged = claim('harness', 'rubric') ?? claim('verdict', 'rubric');
  if (judged !== undefined && rubric !== undefined && judged !== rubric)
    return `made by another version (rubric ${judged}; this is ${rubric})`;
  const harness = claim('harness', 'version') ?? claim('harness_version');
  return harness === undefined || harness === ENGINE_VERSION
    ? undefined
    : `made by another version (gatebench ${harness}; this is ${ENGINE_VERSION})`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

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
