import {
  type DependencyChange,
  listPatchPolicyFindings,
  parseUrlHost,
} from '../../../src/contract/policy/patch_policy_finding.js';
import { policySchema } from '../../../src/contract/policy/policy.js';

type PatchFacts = Parameters<typeof listPatchPolicyFindings>[1];

const place = { file: 'package.json', line: 3, patch_line: 9 };
const dependency = (change: Partial<DependencyChange>): DependencyChange => ({
  ecosystem: 'npm',
  name: 'a',
  change: 'added',
  from: null,
  to: '1',
  source: null,
  source_kind: 'registry',
  lockfile: false,
  roots: [],
  ...place,
  ...change,
});
const nothing: PatchFacts = {
  dependencies: [],
  registries: [],
  hosts_before: {},
  default_registries: { npm: ['npm.registry.example'], pypi: ['pypi.registry.example'] },
  install_scripts: [],
  ci_files: [],
  unreadable: [],
  omitted: 0,
};

/** Open items in short: rule and how it is handled. */
function open(policy: unknown, facts: Partial<PatchFacts>): string[] {
  return listPatchPolicyFindings(policySchema.parse(policy), { ...nothing, ...facts }).map(
    ({ rule, handling }) => `${rule}: ${handling}`,
  );
}

describe('what of a patch the policy does not cover', () => {
  it.each<[rule: string, dependencies: unknown, change: Partial<DependencyChange>, expected: string[]]>([
    ['a name that is not declared is open', {}, {}, ['dependency-not-declared: deny']],
    ['a declared name is covered', { declared: ['a'] }, {}, []],
    ['a name declared for its ecosystem is covered', { declared: ['npm:a'] }, {}, []],
    ['a name declared for another ecosystem is not', { declared: ['pypi:a'] }, {}, ['dependency-not-declared: deny']],
    ['names of PyPI are compared as PyPI does', { declared: ['Foo.Bar'] }, { ecosystem: 'pypi', name: 'foo_bar' }, []],
    ['names of npm are compared by spelling', { declared: ['A'] }, {}, ['dependency-not-declared: deny']],
    ['what is removed is not open', {}, { change: 'removed', to: null }, []],
    ['a path inside the repository is not open', {}, { source_kind: 'path', source: 'packages/a' }, []],
    [
      'a path outside it is, also when it is declared',
      { declared: ['a'] },
      { source_kind: 'path', source: '../a' },
      ['registry-not-allowed: deny'],
    ],
    ['the public registry is allowed', { declared: ['a'] }, { source: 'https://npm.registry.example' }, []],
    [
      'the registry of another ecosystem is not',
      { declared: ['a'] },
      { source: 'https://pypi.registry.example' },
      ['registry-not-allowed: deny'],
    ],
    [
      'a host whose name ends the same is not',
      { declared: ['a'] },
      { source: 'https://evil-npm.registry.example' },
      ['registry-not-allowed: deny'],
    ],
    [
      'a host in front of an @ is not',
      { declared: ['a'] },
      { source: 'https://npm.registry.example@evil.example/' },
      ['registry-not-allowed: deny'],
    ],
    [
      'a declared registry is allowed, with any below a wildcard',
      { declared: ['a'], registries: ['*.corp.example'] },
      { source: 'https://npm.corp.example/x' },
      [],
    ],
    [
      'then the public one is not',
      { declared: ['a'], registries: ['*.corp.example'] },
      { source: 'https://npm.registry.example' },
      ['registry-not-allowed: deny'],
    ],
    [
      'unless `default` is among them',
      { declared: ['a'], registries: ['*.corp.example', 'default'] },
      { source: 'https://npm.registry.example' },
      [],
    ],
    [
      'a tool that is not on the machine has no default',
      { declared: ['a'] },
      { ecosystem: 'gem', source: 'https://gems.registry.example' },
      ['registry-not-allowed: deny'],
    ],
    [
      'what a lockfile calls the default registry is it, wherever the machine finds it',
      { declared: ['a'] },
      { ecosystem: 'cargo', source: 'default' },
      [],
    ],
    [
      'and is not allowed where others are',
      { declared: ['a'], registries: ['*.corp.example'] },
      { ecosystem: 'cargo', source: 'default' },
      ['registry-not-allowed: deny'],
    ],
    [
      'git is a place of its own',
      { declared: ['a'] },
      { source_kind: 'git', source: 'https://github.com/u/a' },
      ['registry-not-allowed: deny'],
    ],
    [
      'git without a host is one that nobody knows',
      { declared: ['a'] },
      { source_kind: 'git', source: 'what' },
      ['registry-not-allowed: deny'],
    ],
    [
      'other digests for the same version are open, declared or not',
      { declared: ['a'] },
      { change: 'integrity' },
      ['dependency-integrity-changed: deny'],
    ],
    ['a package that a declared one leads to is covered', { declared: ['b'] }, { lockfile: true, roots: ['b'] }, []],
    [
      'a package that only others lead to is not',
      { declared: ['c'] },
      { lockfile: true, roots: ['b'] },
      ['dependency-not-declared: deny'],
    ],
    ['add: allow opens names', { add: 'allow' }, {}, ['dependency-not-declared: allow']],
    [
      'add: allow opens no places',
      { add: 'allow', declared: ['a'] },
      { source: 'https://evil.example' },
      ['registry-not-allowed: deny'],
    ],
    [
      'add: escalate asks',
      { add: 'escalate' },
      { source: 'https://evil.example' },
      ['registry-not-allowed: escalate', 'dependency-not-declared: escalate'],
    ],
  ])('%s', (_, dependencies, change, expected) => {
    expect(open({ dependencies }, { dependencies: [dependency(change)] })).toEqual(expected);
  });

  it('says of a tool that is not on the machine that its default is not known', () => {
    const facts = { dependencies: [dependency({ ecosystem: 'gem', source: 'https://gems.registry.example' })] };
    const [item] = listPatchPolicyFindings(policySchema.parse({ dependencies: { declared: ['a'] } }), {
      ...nothing,
      ...facts,
    });
    expect(item!.message).toBe(
      'gem:a 1 comes from https://gems.registry.example (which registry is the default of gem is not known: no tool of it is on this machine)',
    );
  });

  it('a host that was in use before is no new place', () => {
    const facts = {
      dependencies: [dependency({ source: 'https://npm.corp.example' })],
      hosts_before: { npm: ['npm.corp.example'] },
    };
    expect(open({ dependencies: { declared: ['a'] } }, facts)).toEqual([]);
    expect(
      open({ dependencies: { declared: ['a'] } }, { ...facts, hosts_before: { pypi: ['npm.corp.example'] } }),
    ).toEqual(['registry-not-allowed: deny']);
  });

  it('registries, unreadable files, scripts and automation are open, each by its own rule', () => {
    expect(
      open(
        { install_scripts: 'escalate', ci: 'deny' },
        {
          registries: [{ ecosystem: 'npm', url: 'https://evil.example', ...place }],
          unreadable: [
            { area: 'dependencies', file: 'bun.lockb', reason: 'its format is not read' },
            { area: 'secrets', file: 'large', reason: 'too large' },
          ],
          install_scripts: [{ what: 'postinstall: x', ...place }],
          ci_files: [{ file: '.github/workflows/a.yml', kind: 'ci', patch_line: 1 }],
          omitted: 3,
        },
      ),
    ).toEqual([
      'registry-not-allowed: deny',
      'dependencies-unreadable: deny',
      'dependencies-unreadable: deny',
      'install-script-added: escalate',
      'ci-file-changed: deny',
    ]);
  });

  it.each([
    ['https://User@Host.Example.:8443/x', 'host.example:8443'],
    ['ssh://git@host.example/x', 'host.example'],
    ['host.example', 'host.example'],
    ['https://[::1]:80/', '[::1]:80'],
    ['not a host', undefined],
    [null, undefined],
  ])('the host of %s', (source, host) => {
    expect(parseUrlHost(source)).toBe(host);
  });

  it.each([
    ['host.example', 'host.example', true],
    ['host.example', 'host.example:443', true],
    ['host.example', 'host.example:8443', false],
    ['host.example:8443', 'host.example:8443', true],
    ['*.host.example', 'a.b.host.example', true],
    ['*.host.example', 'host.example', false],
    ['*.host.example', 'evilhost.example', false],
    ['*', 'anything:1', true],
  ])('%s means %s: %s', (pattern, host, meant) => {
    const registries = [{ ...place, ecosystem: 'npm' as const, url: `https://${host}` }];
    expect(open({ dependencies: { registries: [pattern] } }, { registries })).toEqual(
      meant ? [] : ['registry-not-allowed: deny'],
    );
  });
});
