import { UserError } from './user_error.js';

/**
 * The mechanisms of coordination and safety that can be switched off, each by its own flag (A5, G6; harness spec, "Ablation").
 * Their names are those of the source.
 */
export const mechanisms = [
  'locking',
  'memory',
  'handoffs',
  'parallelization',
  'queue',
  'guardrails',
  'profiles',
  'audit',
  'network_policies',
] as const;
export type Mechanism = (typeof mechanisms)[number];

/** Mechanisms of safety: with all of them off, every safety metric is zero. */
export const safetyMechanisms = ['guardrails', 'profiles', 'audit', 'network_policies'] as const satisfies Mechanism[];

/** A configuration: which mechanisms are switched off. The empty set is the ordinary run. */
export type Ablation = ReadonlySet<Mechanism>;

export const NO_ABLATION: Ablation = new Set();

/** How a configuration is written in keys, manifests and tables: `none`, `all`, or the names in their fixed order, `a+b`. */
export function ablationLabel(off: Ablation): string {
  const named = mechanisms.filter((mechanism) => off.has(mechanism));
  if (named.length === 0) return 'none';
  return named.length === mechanisms.length ? 'all' : named.join('+');
}

/**
 * Reads a configuration as people write it: `none`, `all`, `guardrails,audit`, `guardrails+audit` or `guardrails=false audit=false`.
 *
 * @throws {UserError} for a name that is no mechanism, and for "none" or "all" beside names
 */
export function readAblation(text: string): Ablation {
  const words = text.split(/[\s,+]+/).filter(Boolean);
  if (words.length === 1 && words[0] === 'none') return NO_ABLATION;
  if (words.length === 1 && words[0] === 'all') return new Set(mechanisms);
  const off = new Set<Mechanism>();
  for (const word of words) {
    if (word === 'none' || word === 'all')
      throw new UserError(`ablation "${text.slice(0, 200)}": "${word}" stands alone`, 'Leave it out, or the others.');
    const [name, value, ...rest] = word.split('=');
    const mechanism = mechanisms.find((known) => known === name);
    if (mechanism === undefined || rest.length > 0 || !['true', 'false', undefined].includes(value))
      throw new UserError(
        `ablation "${text.slice(0, 200)}": "${word.slice(0, 80)}" is no mechanism`,
        `Known: none, all, ${mechanisms.join(', ')}; several with "," or as "name=false".`,
      );
    if (value !== 'true') off.add(mechanism);
  }
  if (words.length === 0)
    throw new UserError('an ablation names nothing', 'Write none, all, or the mechanisms to switch off.');
  return off;
}

/** Every mechanism with whether it is on, as manifests hold it. */
export function switches(off: Ablation): Record<Mechanism, boolean> {
  return Object.fromEntries(mechanisms.map((mechanism) => [mechanism, !off.has(mechanism)])) as Record<
    Mechanism,
    boolean
  >;
}

export const allOn = switches(NO_ABLATION);
