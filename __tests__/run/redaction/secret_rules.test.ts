import { expandExample } from '../../../src/run/redaction/rules/expand_example.js';
import { SECRET_RULES } from '../../../src/run/redaction/rules/secret_rules.js';

describe('R14: rules for credentials', () => {
  it.each(SECRET_RULES.map((rule) => [rule.id, rule] as const))(
    '%s: finds its examples and leaves the others',
    (_, rule) => {
      const { redacts = {}, finds = [], leaves = [] } = rule.examples;
      const isFound = (text: string) =>
        [...expandExample(text).matchAll(rule.pattern)].some(
          (match) => rule.accepts?.(match[1] ?? match[0], match[0]) !== false,
        );
      const found = [...Object.keys(redacts), ...finds];
      expect(found).not.toEqual([]);
      expect(found.filter((text) => !isFound(text))).toEqual([]);
      expect(leaves.filter(isFound)).toEqual([]);
    },
  );

  it('are all of use, in patches or in texts', () => {
    expect(SECRET_RULES.filter(({ patches, texts }) => patches === undefined && texts === undefined)).toEqual([]);
  });
});
