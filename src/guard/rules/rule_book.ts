import { isOwnAct } from '../effects/is_own_act.js';
import { isOwnData } from '../effects/is_own_data.js';
import { type Principal, SEVERITY_ORDER } from '../guard.js';
import type { PhraseRule } from '../text/text_analysis.js';
import { pathEffects } from '../vocabulary/vocabulary.js';
import type { GuardRule, RuleCondition } from './guard_rule.js';
import { canMatchCondition, matchesCondition } from './matches_condition.js';
import type { PathRole, RuleSubject } from './rule_subject.js';

interface RuleEntry {
  rule: GuardRule;
  condition: RuleCondition;
  /** Position of the rule in the order of severity. */
  at: number;
}

/** Index of rules: those of a program by its name, the others by the effect that they require. */
export class RuleBook {
  /** Rules by severity, the most severe first; equal ones in the order in which they are written. */
  readonly rules: readonly GuardRule[];
  private readonly byProgram = new Map<string, RuleEntry[]>();
  private readonly byEffect = new Map<PathRole, RuleEntry[]>();
  private readonly others: RuleEntry[] = [];
  private readonly phrased = new Map<string, readonly PhraseRule[]>();

  constructor(rules: readonly GuardRule[]) {
    this.rules = [...rules].sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
    this.rules.forEach((rule, index) => {
      for (const condition of rule.match ?? []) this.enter({ rule, condition, at: index });
    });
  }

  /** Returns true if an invocation with unknown words could break a rule of its program that holds for a principal. */
  canBreak(subject: RuleSubject, kind: 'any' | 'values', principal: Principal): boolean {
    const could = (entry: RuleEntry) =>
      isInForce(entry, principal) && canMatchCondition(subject, entry.condition, kind);
    return (
      this.byProgram.get(subject.program)?.some(could) === true ||
      [...this.byEffect.values(), this.others].some((entries) => entries.some(could))
    );
  }

  /** Returns the first rule that an invocation breaks; of a request for help or dry run only what it still does. */
  findBrokenRule(subject: RuleSubject, principal: Principal): GuardRule | undefined {
    const result = this.first(subject, principal);
    if (!result || !(subject.isHelpRequest || subject.isDryRun)) return result;
    const { redirects } = subject.invocation;
    const redirected = redirects.length > 0 ? this.first(subject.redirections, principal) : undefined;
    const dryRunRule = subject.isHelpRequest ? undefined : this.first(subject, principal, isHeldInDryRun);
    return this.selectWorse(redirected, dryRunRule);
  }

  private first(
    subject: RuleSubject,
    principal: Principal,
    counts: (rule: GuardRule) => boolean = () => true,
  ): GuardRule | undefined {
    let first: RuleEntry | undefined;
    const ask = (entries: readonly RuleEntry[] = []) => {
      for (const entry of entries) {
        if ((first && entry.at >= first.at) || !isInForce(entry, principal)) continue;
        if (!counts(entry.rule) || !matchesCondition(subject, entry.condition)) continue;
        if (!isSpared(entry.rule, subject)) first = entry;
      }
    };
    ask(this.byProgram.get(subject.program));
    ask(this.others);
    for (const [effect, entries] of this.byEffect) if (subject.getPathClasses(effect).size > 0) ask(entries);
    return first?.rule;
  }

  /** Returns the rules with phrases that hold for a principal; the same list for the same trust and level. */
  getPhraseRules(principal: Principal): readonly PhraseRule[] {
    const key = `${principal.trust} ${principal.level}`;
    const result =
      this.phrased.get(key) ??
      this.rules.filter(
        (rule): rule is GuardRule & PhraseRule => rule.phrases !== undefined && isInForce({ rule }, principal),
      );
    this.phrased.set(key, result);
    return result;
  }

  /** Returns the more severe of two rules. */
  selectWorse(a: GuardRule | undefined, b: GuardRule | undefined): GuardRule | undefined {
    if (!a || !b) return a ?? b;
    return this.rules.indexOf(b) < this.rules.indexOf(a) ? b : a;
  }

  private enter(entry: RuleEntry): void {
    const { program } = entry.condition;
    if (program && !program.some((name) => name.includes('*'))) {
      for (const name of new Set(program)) getOrCreateList(this.byProgram, name).push(entry);
      return;
    }
    const effect = [...pathEffects, 'names' as const].find((role) => entry.condition[role] !== undefined);
    (effect ? getOrCreateList(this.byEffect, effect) : this.others).push(entry);
  }
}

/** Returns true if a rule and its condition hold for the trust and the level of a principal. */
function isInForce(
  { rule, condition }: { rule: Pick<GuardRule, 'trust' | 'level'>; condition?: Pick<RuleCondition, 'level'> },
  { trust, level }: Principal,
): boolean {
  if (rule.trust !== undefined && trust >= rule.trust) return false;
  return level === 'strict' || (rule.level !== 'strict' && condition?.level !== 'strict');
}

/** Categories of what only concerns the machine on which it happens. */
const LOCAL_CATEGORIES = ['files', 'privilege', 'persistence', 'processes', 'disks'];

/** Returns true if a rule spares what an invocation does: to what the line made itself, or to a container's own files. */
function isSpared({ spares, category }: GuardRule, subject: RuleSubject): boolean {
  const isLocal = LOCAL_CATEGORIES.includes(category) || (category === 'git' && subject.operands[0]?.text !== 'push');
  return (
    (subject.isContained && isLocal) ||
    (category === 'databases' && subject.isInOwnContainer) ||
    (spares?.includes('own-data') === true && isOwnData(subject)) ||
    (spares?.includes('own-act') === true && isOwnAct(subject))
  );
}

/** Returns true for rules that hold in a dry run, which still reads and downloads. */
const isHeldInDryRun = ({ code, category }: GuardRule) =>
  code === 'credential_file_protected' || category === 'remote-code';

function getOrCreateList<K>(lists: Map<K, RuleEntry[]>, key: K): RuleEntry[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
