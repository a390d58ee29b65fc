import fc from 'fast-check';
import {
  coordinationSchema,
  type NetworkRule,
  networkRuleSchema,
} from '../../../src/contract/coordination/coordination.js';
import { type Allowlist, createAllowlist } from '../../../src/network/allowlist.js';
import { createDestination } from '../../../src/network/destination.js';
import { createAgentNetworkPolicies } from '../../../src/run/safety/agent_network_policies.js';
import { createEffectiveNetworkPolicy } from '../../../src/run/safety/network_policy.js';

/** `+a.test@5` allows with priority 5, `-*.test` denies. */
const rule = (text: string): NetworkRule => {
  const [, sign, host, priority] = /^([+-])([^@]+)(?:@(\d+))?$/.exec(text)!;
  const action = sign === '+' ? 'allow' : 'deny';
  return networkRuleSchema.parse({ host, action, ...(priority ? { priority: Number(priority) } : {}) });
};
const rules = (texts: string) => texts.split(' ').filter(Boolean).map(rule);
const everything: Allowlist = { decide: () => ({ allowed: true, rule: 'the allowlist', internal: false }) };
const to = (text: string) => {
  const at = text.lastIndexOf(':');
  return createDestination(text.slice(0, at), Number(text.slice(at + 1)))!;
};

describe('A5: the rule that decides over a destination', () => {
  it.each<[string, string, string, string, boolean, string | null]>([
    ['no rule speaks', '', '', 'a.test:443', true, null],
    ['a global rule', '', '-a.test', 'a.test:443', false, 'deny a.test (global, priority 100)'],
    [
      'the profile before the global rules, whatever the numbers',
      '+a.test@900',
      '-a.test@0',
      'a.test:443',
      true,
      'allow a.test (profile, priority 900)',
    ],
    ['the low number first', '', '-*.test@20 +a.test@10', 'a.test:443', true, 'allow a.test (global, priority 10)'],
    [
      'deny at the same number, even of a wildcard',
      '',
      '+a.b.test -*.test',
      'a.b.test:443',
      false,
      'deny *.test (global, priority 100)',
    ],
    ['a wildcard means what is below', '', '-*.a.test', 'a.test:443', true, null],
    ['a name that only ends alike is another', '', '-*.a.test -a.test', 'xa.test:443', true, null],
    [
      'a denial without a port is of every port',
      '',
      '-a.test',
      'a.test:8443',
      false,
      'deny a.test (global, priority 100)',
    ],
    ['a denial with a port is of that port', '', '-a.test:8443', 'a.test:443', true, null],
    [
      'a permission without a port is of the usual ones',
      '',
      '+a.test -*',
      'a.test:8443',
      false,
      'deny * (global, priority 100)',
    ],
    ['a denial of all is of addresses too', '', '-*', '10.0.0.1:443', false, 'deny * (global, priority 100)'],
    ['however a host is spelled', '', '-A.Test', 'a.test.:443', false, 'deny A.Test (global, priority 100)'],
    ['however an address is spelled', '', '-127.0.0.1', '0x7f.1:443', false, 'deny 127.0.0.1 (global, priority 100)'],
  ])('%s', (_, profile, global, where, allowed, by) => {
    const ruling = createEffectiveNetworkPolicy(
      { profile: rules(profile), global: rules(global) },
      everything,
    )(to(where));
    expect([ruling.allowed, ruling.rule]).toEqual([allowed, by ?? 'the allowlist']);
  });

  it('rules never admit what the allowlist does not', () => {
    const list = createAllowlist([{ pattern: 'a.test' }]);
    const policy = createEffectiveNetworkPolicy({ profile: rules('+*'), global: [] }, list);
    expect(policy(to('a.test:443'))).toEqual({ allowed: true, rule: 'allow * (profile, priority 100)' });
    expect(policy(to('b.test:443'))).toMatchObject({ allowed: false, rule: 'host not allowed' });
    const hosts = fc.constantFrom('a.test:443', 'b.test:80', 'x.a.test:443', '10.0.0.1:80', 'a.test:22');
    const some = fc.array(
      fc.constantFrom('+*', '-*', '+a.test@1', '-a.test@2', '+*.a.test', '-b.test', '+10.0.0.1:80'),
    );
    fc.assert(
      fc.property(some, some, hosts, (profile, global, host) => {
        const ruling = createEffectiveNetworkPolicy(
          { profile: profile.map(rule), global: global.map(rule) },
          list,
        )(to(host));
        if (ruling.allowed) expect(list.decide(to(host)).allowed).toBe(true);
      }),
    );
  });

  it('gives the reason of the rule', () => {
    const given = networkRuleSchema.parse({ host: 'a.test', action: 'deny', reason: 'ask ops' });
    const policy = createEffectiveNetworkPolicy({ profile: [], global: [given] }, everything);
    expect(policy(to('a.test:80'))).toMatchObject({ reason: 'ask ops' });
  });
});

describe('agents of a contract', () => {
  const coordination = coordinationSchema.parse({
    agents: [
      { name: 'ada', profile: 'free' },
      { name: 'bob', profile: 'bound' },
      { name: 'low', profile: 'low' },
    ],
    profiles: {
      free: { trust_level: 2 },
      bound: { trust_level: 2, network: [{ host: 'a.test', action: 'deny' }] },
      low: { trust_level: 1 },
    },
  });
  const { getJointPolicy: of } = createAgentNetworkPolicies(coordination, {
    network: { allow: ['a.test'] },
    trust_level: 2,
  });
  const reaches = (...agents: string[]) => of(agents)(to('a.test:443')).allowed;

  it('have each their own policy; together, what one may not is refused; who may run nothing does not count', () => {
    expect([reaches('ada'), reaches('bob'), reaches('low'), reaches('nobody')]).toEqual([true, false, false, false]);
    expect([reaches('ada', 'bob'), reaches()]).toEqual([false, false]);
  });

  it('reach nothing where the contract denies the network', () => {
    expect(
      createAgentNetworkPolicies(coordination, { network: 'deny', trust_level: 2 }).getJointPolicy(['ada'])(
        to('a.test:443'),
      ).allowed,
    ).toBe(false);
  });
});
