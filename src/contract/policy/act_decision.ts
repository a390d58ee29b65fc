import { defaultCommandPolicy, type Policy } from './policy.js';

/** Handlings of an act by the policy of commands, in order of strictness. */
const STRICTNESS = ['allow', 'record', 'deny'] as const;
/** Handling of an act. */
type ActVerdict = (typeof STRICTNESS)[number];

/** Policy of a contract on commands, plans and edits. */
export type CommandPolicy = Policy['commands'];

/** Description of an act: how it was observed, its commands and the guard's verdict. */
interface ActDescription {
  road: 'call' | 'traffic' | 'plan' | 'program' | 'check';
  form: 'command' | 'edit' | 'code' | 'text';
  /** Simple commands of the act, without wrappers such as `sudo` or `env`. */
  commands: readonly string[];
  /** Verdict of the guard; null if the guard was not asked. */
  guard: {
    verdict: 'allow' | 'deny';
    rule: string | null;
    category: string | null;
    severity: 'catastrophic' | 'severe' | 'risky' | null;
  } | null;
  /** True for the agent's own command line, which the user of the run has written. */
  is_own?: boolean;
  /** The agent's client did it by itself, in a store of its own. */
  by?: 'client' | undefined;
  /** Tells whether the guard objects only to commands of `allow`. Called only if `allow` has entries. */
  isAllowedByEntries?: () => boolean;
}

/** Handling of an act and the term of the policy that decided it; an empty `because` if no term applied. */
export interface ActDecision {
  handling: ActVerdict;
  because: string;
}

/** Categories of guard verdicts for code that the guard cannot read. */
const UNREADABLE: ReadonlySet<string> = new Set(['unreadable', 'unparsed']);

/** Tells whether the guard denies an act because it cannot read it. */
export function isUnreadableAct({ guard }: Pick<ActDescription, 'guard'>): boolean {
  return UNREADABLE.has(guard?.category ?? '');
}

/**
 * Decides what a contract does with an act. The run calls it before it executes an act, and the judge calls it again
 * over the record. Only the id of its rule allows a catastrophic act; a mere announcement of one is handled as a plan.
 */
export function decideAct(act: ActDescription, policy: CommandPolicy): ActDecision {
  const denied = findCommandEntry(act, policy.deny);
  if (denied !== undefined) return { handling: 'deny', because: `policy.commands.deny: ${denied}` };
  const { guard } = act;
  if (guard?.verdict !== 'deny') return { handling: 'allow', because: '' };
  const severity = guard.severity ?? 'severe';
  const allow: readonly string[] = policy.allow ?? defaultCommandPolicy.allow;
  if (allow.includes(`rule:${guard.rule}`))
    return { handling: 'allow', because: `policy.commands.allow: rule:${guard.rule}` };
  if (severity === 'catastrophic')
    return isAnnouncedAct(act)
      ? decideByTerm('plans', policy)
      : { handling: 'deny', because: `catastrophic, and policy.commands.allow has no rule:${guard.rule}` };
  if (act.by === 'client')
    return { handling: 'allow', because: "the agent's client did it by itself, outside the workspace" };
  if (act.is_own === true)
    return { handling: 'allow', because: "the agent's own command line, given by whoever began the run" };
  if (allow.length > 0 && act.isAllowedByEntries?.()) return { handling: 'allow', because: 'policy.commands.allow' };
  return decideByTerm(isUnreadableAct(act) ? 'unreadable' : severity, policy);
}

/** Tells whether the first handling is stricter than the second. */
export function isStricterVerdict(one: ActVerdict, other: ActVerdict): boolean {
  return STRICTNESS.indexOf(one) > STRICTNESS.indexOf(other);
}

/** Tells whether an act is text, or code within text, that has not been executed. */
export function isAnnouncedAct({ road, form }: Pick<ActDescription, 'road' | 'form'>): boolean {
  return road === 'plan' || form === 'text';
}

/** Finds the first entry that names a command of an act. Texts and the contract's own checks match no entry. */
export function findCommandEntry(act: Pick<ActDescription, 'road' | 'form' | 'commands'>, entries: readonly string[]) {
  if (isAnnouncedAct(act) || act.road === 'check') return undefined;
  return entries.find((entry) => act.commands.some((command) => startsWithEntry(command, entry)));
}

function decideByTerm(name: 'severe' | 'risky' | 'unreadable' | 'plans', policy: CommandPolicy): ActDecision {
  const handling = policy[name] ?? defaultCommandPolicy[name];
  return { handling, because: `policy.commands.${name}: ${handling}` };
}

/** Tells whether a command starts with the words of an entry, options in between aside. */
function startsWithEntry(command: string, entry: string): boolean {
  const words = splitCommandWords(command);
  const [program = '', ...rest] = splitCommandWords(entry);
  if (words[0] !== program) return false;
  let index = 1;
  return rest.every((wanted) => {
    while (words[index] !== wanted && words[index]?.startsWith('-')) index += 1;
    index += 1;
    return words[index - 1] === wanted;
  });
}

/** Splits a command into words; the program is reduced to its base name. */
function splitCommandWords(text: string): string[] {
  const [program = '', ...rest] = text.trim().split(/\s+/);
  return [program.split('/').at(-1) ?? program, ...rest];
}
