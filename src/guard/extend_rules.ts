import type { z } from 'zod';
import { parseYaml } from '../contract/input/parse_yaml.js';
import { createGuard, shippedGuardRules } from './create_guard.js';
import type { GuardRequest, Principal } from './guard.js';
import { type GuardRule, guardRuleFileSchema, type RuleExample } from './rules/guard_rule.js';
import { phraseRules } from './text/phrase_rules.js';

/**
 * Adds the rules of a rule file, shown by its path in messages, to existing ones, which can be neither replaced nor
 * switched off, and tries their examples.
 *
 * @throws {UserError} with file:line:column for an invalid rule, an id that is taken, or an example that misbehaves
 */
export function extendRules(
  text: string,
  shown: string,
  rules: readonly GuardRule[] = shippedGuardRules,
): readonly GuardRule[] {
  const ids = new Set([...rules, ...phraseRules].map(({ id }) => id));
  const schema = guardRuleFileSchema.superRefine((file, ctx) => {
    file.rules.forEach((rule, index) => {
      const complain = (path: readonly PropertyKey[], message: string) =>
        ctx.addIssue({ code: 'custom', path: ['rules', index, ...path], message });
      if (ids.has(rule.id)) complain(['id'], `there is a rule "${rule.id}" already; rules can be added, not replaced`);
      ids.add(rule.id);
      for (const { path, message } of findFailingExamples(rule)) complain(path, message);
    });
  });
  const { value }: { value: z.output<typeof guardRuleFileSchema> } = parseYaml(text, shown, schema);
  return [...rules, ...value.rules];
}

/** Returns the examples of a rule that do not behave as declared. */
function findFailingExamples(rule: GuardRule): { path: readonly PropertyKey[]; message: string }[] {
  const rules = [rule];
  const judge = (example: RuleExample, level: Principal['level']) => {
    const request = typeof example === 'string' ? { command: example } : (example as GuardRequest);
    return createGuard(rules).judge(request, { trust: 0, level });
  };
  const matches = rule.examples.matches.flatMap((example, index) => {
    const answer = judge(example, 'strict');
    if (answer.verdict === 'deny' && answer.rule === rule.id) return [];
    const alternative = answer.verdict === 'deny' ? `; "${answer.rule}" does: ${answer.reason}` : '';
    return [{ path: ['examples', 'matches', index], message: `the rule does not refuse this example${alternative}` }];
  });
  const passes = rule.examples.passes.flatMap((example, index) => {
    const answer = judge(example, rule.level);
    if (answer.verdict === 'allow') return [];
    const refuser = answer.rule === rule.id ? 'the rule' : `"${answer.rule}"`;
    return [{ path: ['examples', 'passes', index], message: `${refuser} refuses this example` }];
  });
  return [...matches, ...passes];
}
