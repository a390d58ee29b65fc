import { isOwnAct } from '../effects/is_own_act.js';
import { isOwnData } from '../effects/is_own_data.js';
import { type Principal, SEVERITY_ORDER } from '../guard.js';
import { hasUnreadValue, type Invocation, UNKNOWN_VALUE } from '../invocation.js';
import { vocabulary } from '../vocabulary/vocabulary.js';
import type { GuardRule, PhraseRule, RuleCondition } from './guard_rule.js';
import { canMatchCondition, conditionEffects, matchesCondition } from './matches_condition.js';
import { type PathRole, type RuleContext, RuleSubject } from './rule_subject.js';

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
  /** Rules of any program, by the effect that they require; `undefined` for those that require none. */
  private readonly byEffect = new Map<PathRole | undefined, RuleEntry[]>();
  private readonly phrased = new Map<string, readonly PhraseRule[]>();

  constructor(rules: readonly GuardRule[]) {
    this.rules = [...rules].sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
    this.rules.forEach((rule, index) => {
      for (const condition of rule.match ?? []) this.enter({ rule, condition, at: index });
    });
  }

  /** Returns true if a part that was not read may make a command destructive: its program, a word, a path. */
  hasUnreadRisk(invocation: Invocation, context: RuleContext, principal: Principal): boolean {
    const { program, path, args, redirects, folder } = invocation;
    if (hasUnreadValue(path)) return true;
    const isUnread = ({ text }: { text: string }) => hasUnreadValue(text);
    const hasUnreadWord = args.some(isUnread);
    if (!hasUnreadWord && !redirects.some((each) => isUnread(each.path)) && !(folder && isUnread(folder))) return false;
    const subject = new RuleSubject(invocation, context);
    if (subject.hasUnreadPath || !hasUnreadWord) return subject.hasUnreadPath;
    // An unread part may be any number of words.
    const operand = subject.operands.some(isUnread);
    if (program.includes(UNKNOWN_VALUE) || (operand && vocabulary.roles.has(subject.program))) return true;
    const kind = !operand && subject.options.some(({ value }) => isUnread(value)) ? 'values' : 'any';
    const entries = [this.byProgram.get(subject.program) ?? [], ...this.byEffect.values()].flat();
    return entries.some((entry) => isInForce(entry, principal) && canMatchCondition(subject, entry.condition, kind));
  }

  /** Returns the rule that an invocation of an unknown program would break if it were one of the candidates. */
  findWorstCaseRule(invocation: Invocation, context: RuleContext, principal: Principal): GuardRule | undefined {
    const isForced = invocation.args.some(({ text }) => /^-\w*[rRf]|^--recursive|^--force/.test(text));
    for (const [program, { only }] of vocabulary.candidates) {
      // `$X file` fits most programs; `$X -rf file` fits few.
      if (program === 'rm' && !isForced) continue;
      const rule = this.findBrokenRule(new RuleSubject({ ...invocation, program, path: program }, context), principal);
      if (rule && (!only || only.includes(rule.id))) return rule;
    }
    return undefined;
  }

  /** Returns the first rule that an invocation breaks; of a request for help or dry run only what it still does. */
  findBrokenRule(subject: RuleSubject, principal: Principal): GuardRule | undefined {
    const result = this.first(subject, principal);
    if (!result || subject.purpose === undefined) return result;
    const { redirects } = subject.invocation;
    const redirected = redirects.length > 0 ? this.first(subject.redirections, principal) : undefined;
    const dryRunRule = subject.purpose === 'help' ? undefined : this.first(subject, principal, isHeldInDryRun);
    return this.selectWorse(redirected, dryRunRule);
  }

  private first(subject: RuleSubject, principal: Principal, counts = (_: GuardRule) => true): GuardRule | undefined {
    let first: RuleEntry | undefined;
    const shared = [...this.byEffect].map(([effect, entries]) =>
      effect === undefined || subject.getPathClasses(effect).size > 0 ? entries : [],
    );
    for (const entry of [this.byProgram.get(subject.program) ?? [], ...shared].flat()) {
      if ((first && entry.at >= first.at) || !isInForce(entry, principal)) continue;
      if (!counts(entry.rule) || !matchesCondition(subject, entry.condition)) continue;
      if (!isSpared(entry.rule, subject)) first = entry;
    }
    return first?.rule;
  }

  /** Returns the rules with phrases that hold for a principal; the same list for the same trust and level. */
  getPhraseRules(principal: Principal): readonly PhraseRule[] {
    const key = `${principal.trust} ${principal.level}`;
    const isHeld = (rule: GuardRule): rule is GuardRule & PhraseRule =>
      rule.phrases !== undefined && isInForce({ rule }, principal);
    const result = this.phrased.get(key) ?? this.rules.filter(isHeld);
    this.phrased.set(key, result);
    return result;
  }

  /** Returns the more severe of two rules. */
  selectWorse(a: GuardRule | undefined, b: GuardRule | undefined): GuardRule | undefined {
    if (!a || !b) return a ?? b;
    return this.rules.indexOf(b) < this.rules.indexOf(a) ? b : a;
  }

  private enter(entry: RuleEntry): void {
    const { program, ...rest } = entry.condition;
    const effect = conditionEffects.find((role) => rest[role] !== undefined);
    if (!program || program.some((name) => name.includes('*'))) addToList(this.byEffect, effect, entry);
    else for (const name of new Set(program)) addToList(this.byProgram, name, entry);
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
    (category === 'credentials' && subject.isMasked) ||
    (spares?.includes('own-data') === true && isOwnData(subject)) ||
    (spares?.includes('own-act') === true && isOwnAct(subject))
  );
}

/** Returns true for rules that hold in a dry run, which still reads and downloads. */
const isHeldInDryRun = ({ code, category }: GuardRule) =>
  code === 'credential_file_protected' || category === 'remote-code';

function addToList<K>(lists: Map<K, RuleEntry[]>, key: K, entry: RuleEntry): void {
  lists.set(key, [...(lists.get(key) ?? []), entry]);
}
