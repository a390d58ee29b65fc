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
  const found: { path: readonly PropertyKey[]; message: string }[] = [];
  const try_ = (kind: 'matches' | 'passes') =>
    rule.examples[kind].forEach((example, at) => {
      const answer = openGuard(rules).judge(questionOf(example), { trust: 0 });
      const denied = answer.verdict === 'deny';
      const byRule = denied && answer.rule === rule.id;
      if (kind === 'matches' ? byRule : !denied) return;
      const why = denied && !byRule ? ` (${answer.reason})` : '';
      found.push({
        path: ['examples', kind, at],
        message: `the rule ${denied ? 'refuses' : 'does not refuse'} this example${why}`,
      });
    });
  try_('matches');
  try_('passes');
  return found;
}

const questionOf = (example: Example): Question =>
  typeof example !== 'string'
    ? 'write' in example
      ? { write: example.write, ...(example.content !== undefined && { content: example.content }) }
      : example
    : { command: example };
