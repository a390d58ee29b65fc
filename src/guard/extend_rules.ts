import type { z } from 'zod';
import { parseYaml } from '../contract/input/parse_yaml.js';
import { createGuard, shippedGuardRules } from './create_guard.js';
import type { GuardRequest } from './guard.js';
import { type GuardRule, guardRuleFileSchema } from './rules/guard_rule.js';
import { phraseRules } from './text/find_phrases.js';

/**
 * Adds the rules of a rule file, shown by its path in messages, to existing ones, which can be neither replaced nor
 * switched off, and tries their examples.
 *
 * @throws {UserError} with file:line:column for an invalid rule, an id that is taken, or an example that misbehaves
 */
export function extendRules(text: string, shown: string, rules = shippedGuardRules): readonly GuardRule[] {
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
  return (['matches', 'passes'] as const).flatMap((kind) =>
    rule.examples[kind].flatMap((example, index) => {
      const request = typeof example === 'string' ? { command: example } : (example as GuardRequest);
      const level = kind === 'matches' ? 'strict' : rule.level;
      const answer = createGuard(rules).judge(request, { trust: 0, level });
      const refuser = answer.verdict === 'deny' ? answer.rule : undefined;
      if (kind === 'matches' ? refuser === rule.id : refuser === undefined) return [];
      const elsewhere = answer.verdict === 'deny' ? `; "${refuser}" does: ${answer.reason}` : '';
      const passes = `${refuser === rule.id ? 'the rule' : `"${refuser}"`} refuses this example`;
      const message = kind === 'matches' ? `the rule does not refuse this example${elsewhere}` : passes;
      return [{ path: ['examples', kind, index], message }];
    }),
  );
}
