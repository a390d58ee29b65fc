import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { expandExample } from './expand_example.js';
import { personalRules } from './personal_rules.js';
import type { RedactionRule } from './redaction_rule.js';
import { SECRET_RULES } from './secret_rules.js';

const secretRules: readonly RedactionRule[] = SECRET_RULES.flatMap(({ id, pattern, accepts, texts, examples }) => {
  if (!texts) return [];
  const { field, ...search } = texts;
  const { redacts = {}, leaves = [] } = examples;
  const pairs = [...Object.entries(redacts), ...leaves.map((text) => [text, text] as const)];
  return [
    {
      id,
      pattern,
      ...search,
      ...omitUndefined({ accepts, field: field === undefined ? undefined : new RegExp(field, 'i') }),
      examples: Object.fromEntries(pairs.map((pair) => pair.map(expandExample))),
    },
  ];
});

/** Shipped rules in order: certain ones before those that guess by a name. */
export const shippedRedactionRules: readonly RedactionRule[] = [...secretRules, ...personalRules];
