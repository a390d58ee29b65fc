import { matchesAnyWildcard } from '../arguments/matches_wildcard.js';
import { isOwnAct } from '../effects/is_own_act.js';
import { isOwnData } from '../effects/is_own_data.js';
import { type Principal, SEVERITY_ORDER } from '../guard.js';
import { createShellInvocation, hasUnreadValue, type Invocation, UNKNOWN_VALUE } from '../invocation.js';
import { forms, vocabulary } from '../vocabulary/vocabulary.js';
import type { GuardRule, PhraseRule, RuleCondition } from './guard_rule.js';
import { canMatchCondition, matchesCondition } from './matches_condition.js';
import { type RuleContext, RuleSubject } from './rule_subject.js';

interface RuleEntry {
  rule: GuardRule;
  condition: RuleCondition;
}

/** Maximum number of programs whose rules are remembered. */
const MAX_PROGRAMS = 2000;

/** Rules by severity, and those of a program. */
export class RuleBook {
  /** Rules by severity, the most severe first; equal ones in the order in which they are written. */
  readonly rules: readonly GuardRule[];
  private readonly entries: readonly RuleEntry[];
  private readonly byProgram = new Map<string, readonly RuleEntry[]>();
  private readonly phrased = new Map<string, readonly PhraseRule[]>();

  constructor(rules: readonly GuardRule[]) {
    this.rules = [...rules].sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
    this.entries = this.rules.flatMap((rule) => (rule.match ?? []).map((condition) => ({ rule, condition })));
  }

  /** Returns the conditions of all rules that a program may break, by severity. */
  private getEntries(program: string): readonly RuleEntry[] {
    const stored = this.byProgram.get(program);
    if (stored) return stored;
    const isMeant = ({ condition }: RuleEntry) => !condition.program || matchesAnyWildcard(program, condition.program);
    const entries = this.entries.filter(isMeant);
    if (this.byProgram.size < MAX_PROGRAMS) this.byProgram.set(program, entries);
    return entries;
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
    const canMatch = ({ condition }: RuleEntry) => canMatchCondition(subject, condition, kind);
    return this.getEntries(subject.program).some((entry) => isInForce(entry, principal) && canMatch(entry));
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
    // The shell executes redirections in any case.
    const { redirects, language, folder } = subject.invocation;
    const bare = { ...createShellInvocation(':', [], redirects, folder), language };
    const redirected = redirects.length > 0 ? this.first(new RuleSubject(bare, subject.context), principal) : undefined;
    const dryRunRule = subject.purpose === 'help' ? undefined : this.first(subject, principal, isHeldInDryRun);
    return this.selectWorse(redirected, dryRunRule);
  }

  private first(subject: RuleSubject, principal: Principal, counts = (_: GuardRule) => true): GuardRule | undefined {
    const isMeant = (entry: RuleEntry) => isInForce(entry, principal) && counts(entry.rule);
    const breaks = ({ rule, condition }: RuleEntry) => matchesCondition(subject, condition) && !isSpared(rule, subject);
    return this.getEntries(subject.program).find((entry) => isMeant(entry) && breaks(entry))?.rule;
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
    ((category === 'databases' || forms.near_client.test(subject.program)) && subject.isInOwnContainer) ||
    (category === 'credentials' && subject.isMasked) ||
    (spares?.includes('own-data') === true && isOwnData(subject)) ||
    (spares?.includes('own-act') === true && isOwnAct(subject))
  );
}

/** Returns true for rules that hold in a dry run, which still reads and downloads. */
const isHeldInDryRun = ({ code, category }: GuardRule) =>
  code === 'credential_file_protected' || category === 'remote-code';
