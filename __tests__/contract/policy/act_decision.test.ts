import { type CommandPolicy, decideAct } from '../../../src/contract/policy/act_decision.js';

type Act = Parameters<typeof decideAct>[0];

type Severity = 'catastrophic' | 'severe' | 'risky';

const against = (severity: Severity, rule = 'force-push', category = 'git'): Act['guard'] => ({
  verdict: 'deny',
  rule,
  category,
  severity,
});
const allowed: Act['guard'] = { verdict: 'allow', rule: null, category: null, severity: null };

const decided = (act: Partial<Act>, policy: Partial<CommandPolicy> = {}) => {
  const { handling, because } = decideAct(
    { road: 'call', form: 'command', commands: ['git push --force'], guard: null, ...act },
    { deny: [], ...policy },
  );
  return `${handling}: ${because}`;
};

// Holds S2
describe('what a contract does with an act', () => {
  it.each<[string, Partial<Act>, Partial<CommandPolicy>, string]>([
    ['nothing is against it', {}, {}, 'allow: '],
    ['the guard allows', { guard: allowed }, {}, 'allow: '],
    ['severe', { guard: against('severe') }, {}, 'record: policy.commands.severe: record'],
    ['risky', { guard: against('risky') }, {}, 'record: policy.commands.risky: record'],
    ['severe, denied', { guard: against('severe') }, { severe: 'deny' }, 'deny: policy.commands.severe: deny'],
    ['risky, allowed', { guard: against('risky') }, { risky: 'allow' }, 'allow: policy.commands.risky: allow'],
    [
      'catastrophic',
      { guard: against('catastrophic') },
      {},
      'deny: catastrophic, and policy.commands.allow has no rule:force-push',
    ],
    [
      'catastrophic, whatever else is allowed',
      { guard: against('catastrophic', 'wipe'), is_own: true, isAllowedByEntries: () => true },
      { allow: ['rule:other', 'git push'], severe: 'allow', risky: 'allow', plans: 'allow' },
      'deny: catastrophic, and policy.commands.allow has no rule:wipe',
    ],
    [
      'catastrophic, allowed by the id of its rule',
      { guard: against('catastrophic', 'wipe') },
      { allow: ['rule:wipe'] },
      'allow: policy.commands.allow: rule:wipe',
    ],
    [
      'unreadable',
      { guard: against('severe', 'unparsed-command', 'unparsed') },
      { severe: 'deny' },
      'record: policy.commands.unreadable: record',
    ],
    ['denied by name, without a guard', {}, { deny: ['git push'] }, 'deny: policy.commands.deny: git push'],
    [
      'denied by name, options between',
      { commands: ['/usr/bin/git -q push'] },
      { deny: ['git push'] },
      'deny: policy.commands.deny: git push',
    ],
    ['a command of the contract itself', { road: 'check' }, { deny: ['git push'] }, 'allow: '],
    ['another command', { commands: ['git pushy'] }, { deny: ['git push'] }, 'allow: '],
    [
      'allowed by rule',
      { guard: against('severe') },
      { severe: 'deny', allow: ['rule:force-push'] },
      'allow: policy.commands.allow: rule:force-push',
    ],
    [
      'allowed by name',
      { guard: against('severe'), isAllowedByEntries: () => true },
      { severe: 'deny', allow: ['git push'] },
      'allow: policy.commands.allow',
    ],
    [
      'exempt, where nothing is allowed',
      { guard: against('severe'), isAllowedByEntries: () => true },
      { severe: 'deny' },
      'deny: policy.commands.severe: deny',
    ],
    [
      'the command line of the agent itself',
      { guard: against('severe'), is_own: true },
      { severe: 'deny' },
      "allow: the agent's own command line, given by whoever began the run",
    ],
  ])('%s', (_what, act, policy, expected) => {
    expect(decided(act, policy)).toBe(expected);
  });

  it.each<[string, Partial<Act>, Partial<CommandPolicy>, string]>([
    ['catastrophic words', { form: 'text' }, {}, 'record: policy.commands.plans: record'],
    ['catastrophic words, denied', { form: 'text' }, { plans: 'deny' }, 'deny: policy.commands.plans: deny'],
    ['catastrophic code', { form: 'code' }, {}, 'record: policy.commands.plans: record'],
    ['severe words', { guard: against('severe') }, {}, 'record: policy.commands.severe: record'],
    ['words of a denied command', { guard: null }, { deny: ['git push'] }, 'allow: '],
  ])('only announced: %s', (_what, act, policy, expected) => {
    expect(decided({ road: 'plan', guard: against('catastrophic'), ...act }, policy)).toBe(expected);
  });
});
