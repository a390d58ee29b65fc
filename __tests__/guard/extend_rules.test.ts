import { readFileSync } from 'node:fs';
import { createGuard } from '../../src/guard/create_guard.js';
import { extendRules } from '../../src/guard/extend_rules.js';
import { guardRuleFileSchema } from '../../src/guard/rules/guard_rule.js';
import { pathClasses } from '../../src/guard/vocabulary/vocabulary.js';

const file = (rule: string) => `schema: 1
rules:
  - id: no-deploy
    category: deployment
    severity: severe
    explanation: Deployments are made by the pipeline.
${rule}`;

const deploy = `    match: [{program: [deploy.sh], args: {any: [prod*]}}]
    examples:
      matches: [./deploy.sh production]
      passes: [./deploy.sh staging]
`;

describe('rules of a contract', () => {
  it('are added to those that there are', () => {
    const guard = createGuard(extendRules(file(deploy), 'rules.yml'));
    expect(guard.judge({ command: 'sudo ./deploy.sh production' }, { trust: 4 })).toEqual({
      verdict: 'deny',
      rule: 'no-deploy',
      category: 'deployment',
      severity: 'severe',
      code: 'destructive_operation_blocked',
      reason: 'Deployments are made by the pipeline.',
      format: 'code',
    });
    expect(guard.judge({ command: 'rm -rf /' }, { trust: 4 })).toMatchObject({ rule: 'delete-machine' });
    expect(guard.judge({ command: './deploy.sh staging' }, { trust: 0 })).toMatchObject({ verdict: 'allow' });
  });

  it('may hold phrases for plans', () => {
    const rules = extendRules(
      file(`    trust: 3
    phrases: [{verbs: [tag], objects: [release candidate]}]
    examples:
      matches: [{text: I will tag the release candidate now.}]
      passes: [{text: Never tag a release candidate on a Friday.}]
`),
      'rules.yml',
    );
    const plan = { text: 'Next I will tag a new release candidate.' };
    expect(createGuard(rules).judge(plan, { trust: 2 })).toMatchObject({ rule: 'no-deploy', format: 'natural_text' });
    expect(createGuard(rules).judge(plan, { trust: 3 })).toEqual({ verdict: 'allow', format: 'natural_text' });
  });

  const mistakes: [what: string, text: string, told: string][] = [
    [
      'an id that is taken',
      file(deploy).replace('no-deploy', 'git-force-push'),
      'r.yml:3:9  rules.0.id: there is a rule "git-force-push" already',
    ],
    [
      'an id of a phrase rule',
      file(deploy).replace('no-deploy', 'text-destroy-files'),
      'r.yml:3:9  rules.0.id: there is a rule "text-destroy-files" already',
    ],
    [
      'an example that is not refused',
      file(deploy.replace('./deploy.sh production', './deploy.sh test')),
      'r.yml:9:17  rules.0.examples.matches.0: the rule does not refuse this example',
    ],
    [
      'an example that is refused',
      file(deploy.replace('./deploy.sh staging', './deploy.sh prod')),
      'r.yml:10:16  rules.0.examples.passes.0: the rule refuses this example',
    ],
    [
      'trust for a catastrophic rule',
      file(`    trust: 3\n${deploy}`).replace('severe', 'catastrophic'),
      'r.yml:7:12  rules.0.trust: a catastrophic rule holds at every trust level',
    ],
    [
      'trust for credentials',
      file(`    code: credential_file_protected\n    trust: 3\n${deploy}`),
      'r.yml:8:12  rules.0.trust: credentials are protected at every trust level',
    ],
    [
      'a condition that matches everything',
      file(deploy.replace('{program: [deploy.sh], args: {any: [prod*]}}', '{}')),
      'r.yml:7:13  rules.0.match.0: a condition that says nothing would match everything',
    ],
    [
      'an unknown class of places',
      file(deploy.replace('program: [deploy.sh]', 'deletes: [hom]')),
      '"hom" is not one of root',
    ],
    ['an unknown key', file(deploy.replace('args', 'arg')), 'r.yml:7:36  unknown key "arg" – did you mean "args"?'],
    ['no match', file('    examples: {matches: [a], passes: [b]}\n'), 'a rule needs "match" or "phrases"'],
    ['no examples', file('    match: [{program: [a]}]\n'), 'missing key "examples"'],
    [
      'an option that is none',
      file(deploy.replace('args: {any: [prod*]}', 'flags: {any: [force]}')),
      'must be an option like "-f" or "--force"',
    ],
    ['no YAML', 'rules: [', 'r.yml:1:9'],
  ];
  it.each(mistakes)('are refused for %s, with the place', (_what, text, told) => {
    expect(() => extendRules(text, 'r.yml')).toThrow(told);
  });
});

describe('docs/safety.md', () => {
  const page = readFileSync('docs/safety.md', 'utf8');

  it('shows a file of rules that can be read', () => {
    const [, example] = /```yaml\n(schema: 1\nrules:[\s\S]*?)```/.exec(page)!;
    expect(extendRules(example!, 'docs/safety.md').at(-1)).toMatchObject({ id: 'no-production-deploy', trust: 4 });
  });

  it('names every key of a condition and every class of places', () => {
    const { match } = guardRuleFileSchema.shape.rules.element.shape;
    const names = [...Object.keys(match.unwrap().element.shape), ...pathClasses];
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
