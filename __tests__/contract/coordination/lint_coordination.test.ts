import { contractSchema } from '../../../src/contract/contract_schema.js';
import { coordinationSchema } from '../../../src/contract/coordination/coordination.js';
import { lintCoordination } from '../../../src/contract/coordination/lint_coordination.js';
import { smallContract } from '../../given_task.js';

const complaints = (section: unknown, allow?: string[]) =>
  lintCoordination(coordinationSchema.parse(section), { network: allow ? { allow } : 'deny' }).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('what has no effect in a coordination section', () => {
  it('is a profile that nobody has', () => {
    const profiles = { careful: { trust_level: 1 } };
    expect(complaints({ profiles })).toEqual(['profiles.careful: no agent has the profile "careful"']);
    expect(complaints({ profiles, agents: [{ name: 'a', profile: 'careful' }] })).toEqual([]);
  });

  it.each<[rule: string, allow: string[] | undefined, fits: boolean]>([
    ['api.example.org', undefined, false],
    ['api.example.org', ['example.org'], false],
    ['api.example.org', ['API.example.org'], true],
    ['api.example.org', ['*.example.org'], true],
    ['*.example.org', ['api.example.org'], true],
    ['*.org', ['*.example.org'], true],
    ['*', ['example.org'], true],
    ['example.org', ['*'], true],
    ['ample.org', ['*.example.org'], false],
    ['example.org:8443', ['example.org:443'], false],
    ['example.org:8443', ['example.org'], true],
    ['[::1]:80', ['[::1]:80'], true],
  ])('is leave for %s within %s: %s', (host, allow, fits) => {
    const rules = [{ host, action: 'allow' as const }];
    expect(complaints({ network: rules }, allow).length === 0).toBe(fits);
    const own = { profiles: { p: { trust_level: 2, network: rules } }, agents: [{ name: 'a', profile: 'p' }] };
    expect(complaints(own, allow).length === 0).toBe(fits);
  });

  it('is a protected path that no file of the repository has', () => {
    const patterns = ['/etc/**', '../x', 'a/../b', 'a/..', './a', 'a/**', '..a', '.env', '**/*.sql'];
    expect(complaints({ protected: patterns })).toEqual(
      patterns
        .slice(0, 4)
        .map((text, i) => `protected.${i}: "${text}" protects nothing: paths begin at the repository root`),
    );
  });

  it('is never a denial, and is told at its place in the contract', () => {
    expect(complaints({ network: [{ host: 'example.org', action: 'deny' }] })).toEqual([]);
    const read = contractSchema.safeParse(
      smallContract({ coordination: { network: [{ host: 'example.org', action: 'allow' }] } }),
    );
    expect(read.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['coordination.network.0.host', '"example.org" cannot be allowed here: policy.network denies every host'],
    ]);
  });
});
