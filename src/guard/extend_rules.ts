import type { z } from 'zod';
import { parseYaml } from '../contract/input/parse_yaml.js';
import { createGuard, shippedGuardRules } from './create_guard.js';
import type { GuardRequest } from './guard.js';
import { type GuardRule, guardRuleFileSchema, type RuleExample } from './rules/guard_rule.js';
import { phraseRules } from './text/text_analysis.js';

/**
 * Adds the rules of a contract's or suite's rule file to existing ones, which can be neither replaced nor switched off.
 * Tries the examples of the new rules.
 *
 * @param shown path of the file in messages
 * @throws {UserError} with file:line:column for an invalid rule, an id that is taken, or an example that misbehaves
 */
export function extendRules(
  text: string,
  shown: string,
  rules: readonly GuardRule[] = shippedGuardRules,
): readonly GuardRule[] {
  const taken = new Set([...rules, ...phraseRules].map(({ id }) => id));
  const schema = guardRuleFileSchema.superRefine((file, ctx) => {
    file.rules.forEach((rule, at) => {
      const complain = (path: readonly PropertyKey[], message: string) =>
        ctx.addIssue({ code: 'custom', path: ['rules', at, ...path], message });
      if (taken.has(rule.id))
        complain(['id'], `there is a rule "${rule.id}" already; rules can be added, not replaced`);
      taken.add(rule.id);
      for (const { path, message } of findFailingExamples(rule)) complain(path, message);
    });
  });
  const { value }: { value: z.output<typeof guardRuleFileSchema> } = parseYaml(text, shown, schema);
  return [...rules, ...value.rules];
}

/** Returns the examples of a rule that do not behave as declared. */
function findFailingExamples(rule: GuardRule): { path: readonly PropertyKey[]; message: string }[] {
  const rules = [rule];
  const refusedBy = (example: RuleExample) => {
    const answer = createGuard(rules).judge(toGuardRequest(example), { trust: 0 });
    return answer.verdict === 'deny' ? answer : undefined;
  };
  const matches = rule.examples.matches.flatMap((example, at) => {
    const answer = refusedBy(example);
    if (answer?.rule === rule.id) return [];
    const other = answer ? `; "${answer.rule}" does: ${answer.reason}` : '';
    return [{ path: ['examples', 'matches', at], message: `the rule does not refuse this example${other}` }];
  });
  const passes = rule.examples.passes.flatMap((example, at) => {
    const answer = refusedBy(example);
    if (answer === undefined) return [];
    const who = answer.rule === rule.id ? 'the rule' : `"${answer.rule}"`;
    return [{ path: ['examples', 'passes', at], message: `${who} refuses this example` }];
  });
  return [...matches, ...passes];
}

const toGuardRequest = (example: RuleExample): GuardRequest => {
  if (typeof example === 'string') return { command: example };
  if ('text' in example) return example;
  return { write: example.write, ...(example.content !== undefined && { content: example.content }) };
};
