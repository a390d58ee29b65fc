import { openGuard } from '../../../../../src/run/safety/guardrails/open_guard.js';
import { ruleFileSchema } from '../../../../../src/run/safety/guardrails/rule.js';
import { shippedRules } from '../../../../../src/run/safety/guardrails/rules/shipped.js';
import { misbehaving } from '../../../../../src/run/safety/guardrails/with_rules.js';

describe('the rules that come with gatebench', () => {
  it('have the format of rule files', () => {
    expect(ruleFileSchema.shape.rules.safeParse(shippedRules).error?.issues ?? []).toEqual([]);
  });

  it('have an id each', () => {
    const ids = shippedRules.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it.each(shippedRules.map((rule) => [rule.id, rule] as const))('%s behaves as its examples say', (_id, rule) => {
    expect(misbehaving(rule)).toEqual([]);
  });

  it('let pass together what each of them lets pass', () => {
    const guard = openGuard();
    const denied = shippedRules.flatMap(({ id, examples }) =>
      examples.passes.flatMap((example) => {
        const question = typeof example === 'string' ? { command: example } : example;
        const answer = guard.judge(question, { trust: 2 });
        return answer.verdict === 'deny' ? [`${id}: ${JSON.stringify(question)} is refused by ${answer.rule}`] : [];
      }),
    );
    expect(denied).toEqual([]);
  });
});
