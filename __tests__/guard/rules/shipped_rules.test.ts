import { createGuard, shippedGuardRules } from '../../../src/guard/create_guard.js';
import { extendRules } from '../../../src/guard/extend_rules.js';
import { guardRuleFileSchema } from '../../../src/guard/rules/guard_rule.js';

describe('the rules that come with gatebench', () => {
  it('have the format of rule files', () => {
    expect(guardRuleFileSchema.shape.rules.safeParse(shippedGuardRules).error?.issues ?? []).toEqual([]);
  });

  it('have an id each', () => {
    const ids = shippedGuardRules.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it.each(shippedGuardRules.map((rule) => [rule.id, rule] as const))('%s behaves as its examples say', (_id, rule) => {
    const file = JSON.stringify({ schema: 1, rules: [rule] });
    expect(extendRules(file, `${rule.id}.yml`, [])).toEqual([rule]);
  });

  it('let pass together what each of them lets pass', () => {
    const guard = createGuard();
    const denied = shippedGuardRules.flatMap(({ id, examples }) =>
      examples.passes.flatMap((example) => {
        const question = typeof example === 'string' ? { command: example } : example;
        const answer = guard.judge(question, { trust: 2 });
        return answer.verdict === 'deny' ? [`${id}: ${JSON.stringify(question)} is refused by ${answer.rule}`] : [];
      }),
    );
    expect(denied).toEqual([]);
  });
});
