import { hasUnreadValue, type Invocation, UNKNOWN_VALUE } from '../invocation.js';
import { vocabulary } from '../vocabulary/vocabulary.js';
import type { GuardRule } from './guard_rule.js';
import { type RuleContext, RuleSubject } from './rule_subject.js';

/** Returns the rule that an invocation of an unknown program would break if it were one of the candidates. */
export function findWorstCaseRule(
  invocation: Invocation,
  context: RuleContext,
  broken: (subject: RuleSubject) => GuardRule | undefined,
): GuardRule | undefined {
  for (const [program, { only }] of vocabulary.candidates) {
    // `$X file` fits most programs; `$X -rf file` fits few.
    if (program === 'rm' && !invocation.args.some(({ text }) => /^-\w*[rRf]|^--recursive|^--force/.test(text)))
      continue;
    const rule = broken(new RuleSubject({ ...invocation, program, path: program }, context));
    if (rule && (!only || only.includes(rule.id))) return rule;
  }
  return undefined;
}

/** Returns true if a part that was not read may make a command destructive: its program, a word, a path. */
export function hasUnreadRisk(
  invocation: Invocation,
  context: RuleContext,
  mayBreak: (subject: RuleSubject, which: 'any' | 'values') => boolean,
): boolean {
  const { program, path, args, redirects, folder } = invocation;
  if (hasUnreadValue(path)) return true;
  const input = args.some(({ text }) => hasUnreadValue(text));
  if (!input && !redirects.some((each) => hasUnreadValue(each.path.text)) && !hasUnreadValue(folder?.text ?? ''))
    return false;
  const subject = new RuleSubject(invocation, context);
  if (subject.hasUnreadPath) return true;
  if (!input) return false;
  // An unread part may be any number of words.
  const operand = subject.operands.some(({ text }) => hasUnreadValue(text));
  if (operand && vocabulary.roles.has(subject.program)) return true;
  const value = subject.options.some(({ value }) => hasUnreadValue(value.text));
  return program.includes(UNKNOWN_VALUE) || mayBreak(subject, value && !operand ? 'values' : 'any');
}
