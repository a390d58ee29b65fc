import { type ActDecision, decideAct } from '../../../contract/policy/act_decision.js';
import type { Policy } from '../../../contract/policy/policy.js';
import type { ActRoad, RecordedGuardVerdict } from '../../../record/events/act_payloads.js';
import { type CommandFacts, isNamedByEntry, isProgramMentioned } from '../calls/command_facts.js';
import type { ActQuestion } from './act_question.js';

/** Properties of an act that the policy considers while it happens. */
interface RuledAct {
  road: ActRoad;
  form: Exclude<ActQuestion['form'], 'unread'>;
  text: string;
  guard: RecordedGuardVerdict | null;
  facts: CommandFacts;
  /** Returns true if the guard allows the act without the commands of `policy.commands.allow`. */
  isAllowedByEntries: () => boolean;
  /** The act is the agent's own command line, written by the person who started the run. */
  is_own: boolean;
  /** The agent's client did it by itself. */
  by: 'client' | undefined;
}

/** Decision of the contract about an act. */
export interface ActRuling extends ActDecision {
  /** Entry of `policy.commands.deny` that it is against, or why it counts as one; null = none. */
  prohibited: string | null;
}

/**
 * Decides how the contract handles an act. Prohibited commands come first; they are searched in the whole parse, not
 * only in its recorded part.
 */
export function decideActRuling(act: RuledAct, policy: Policy['commands']): ActRuling {
  const prohibition = findProhibition(act, policy.deny);
  if (prohibition !== undefined) return { handling: 'deny', ...prohibition };
  const { road, form, guard, facts, isAllowedByEntries, is_own, by: decider } = act;
  const commands = facts.commands.map((words) => words.join(' '));
  const decision = decideAct(
    { road, form, guard, commands, isAllowedByEntries, is_own, by: decider },
    { ...policy, deny: [] },
  );
  return { ...decision, prohibited: null };
}

/**
 * Roads on which commands of `policy.commands.deny` are looked for: a plan is words, and checks are the contract's own.
 */
const PROHIBITING_ROADS: ReadonlySet<ActRoad> = new Set(['call', 'traffic', 'program']);

function findProhibition(
  { road, form, text, facts }: RuledAct,
  deny: readonly string[],
): { because: string; prohibited: string } | undefined {
  if (deny.length === 0 || form === 'text' || !PROHIBITING_ROADS.has(road)) return undefined;
  const toProhibition = (command: string, prohibited: string) => ({
    prohibited,
    because: `the command "${command.slice(0, 200).toWellFormed()}" is prohibited by the rule "${prohibited}"`,
  });
  for (const words of [...facts.commands, ...facts.wrapped]) {
    const entry = deny.find((each) => isNamedByEntry(words, each));
    if (entry !== undefined) return toProhibition(words.join(' '), entry);
  }
  // Others made the call: only what is certain counts.
  if (road !== 'call') return undefined;
  // What cannot be read whole may hold anything; of what is no command line to the shell, the name is enough.
  if (facts.unread === 'too much') return toProhibition(text, 'too long or nested too deep to be read');
  const entry = facts.unread === null ? undefined : deny.find((each) => isProgramMentioned(text, each));
  return entry === undefined ? undefined : toProhibition(text, entry);
}
