import type { z } from 'zod';
import { parseYaml } from '../../../contract/yaml_source.js';
import type { Question } from './guard.js';
import { openGuard } from './open_guard.js';
import { type Example, type Rule, ruleFileSchema } from './rule.js';
import { shippedRules } from './rules/shipped.js';
import { phraseRules } from './text/phrases.js';

/**
 * Rules of a contract or a suite, after those that are there. They may add; what is there can be neither replaced nor switched
 * off. Their examples are tried here.
 *
 * @throws {UserError} with file:line:column for what is no rule, an id that is taken, and an example that does not behave
 */
export function withRules(text: string, shown: string, rules: readonly Rule[] = shippedRules): readonly Rule[] {
  const taken = new Set([...rules, ...phraseRules].map(({ id }) => id));
  const schema = ruleFileSchema.superRefine((file, ctx) => {
    file.rules.forEach((rule, at) => {
      const complain = (path: readonly PropertyKey[], message: string) =>
        ctx.addIssue({ code: 'custom', path: ['rules', at, ...path], message });
      if (taken.has(rule.id))
        complain(['id'], `there is a rule "${rule.id}" already; rules can be added, not replaced`);
      taken.add(rule.id);
      for (const { path, message } of misbehaving(rule)) complain(path, message);
    });
  });
  const { value }: { value: z.output<typeof ruleFileSchema> } = parseYaml(text, shown, schema);
  return [...rules, ...value.rules];
}

/** Examples of a rule that do not behave as they say. */
export function misbehaving(rule: Rule): { path: readonly PropertyKey[]; message: string }[] {
  const rules = [rule];
  const refusedBy = (example: Example) => {
    const answer = openGuard(rules).judge(questionOf(example), { trust: 0 });
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

const questionOf = (example: Example): Question => {
  if (typeof example === 'string') return { command: example };
  if ('text' in example) return example;
  return { write: example.write, ...(example.content !== undefined && { content: example.content }) };
};
