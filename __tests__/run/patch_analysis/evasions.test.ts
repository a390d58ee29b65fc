import { listPatchPolicyFindings } from '../../../src/contract/policy/patch_policy_finding.js';
import type { Policy } from '../../../src/contract/policy/policy.js';
import {
  assignRoots,
  compareLockfiles,
  compareManifests,
  compareScripts,
} from '../../../src/run/patch_analysis/dependency_difference.js';
import { detectAutomation, detectFileKind } from '../../../src/run/patch_analysis/detect_file_kind.js';
import { createEmptyContent } from '../../../src/run/patch_analysis/readers/dependency_file_reader.js';
import { describeInFull } from '../../extent.js';

/** Rules that a new file breaks under the defaults, where `good` and `left-pad` are declared. */
function broken(file: string, text: string): string[] {
  const { ecosystem, lockfile, read } = detectFileKind(file)!;
  const after = read(text, file);
  if ('unreadable' in after) return ['dependencies-unreadable'];
  const differences = lockfile
    ? compareLockfiles(createEmptyContent(), after)
    : compareManifests(createEmptyContent(), after);
  if (lockfile) assignRoots(differences, after, []);
  const place = { file, line: null, patch_line: null };
  const policy = {
    dependencies: { add: 'deny', declared: ['left-pad', 'good'], registries: [] },
    install_scripts: 'deny',
    ci: 'warn',
  } as unknown as Policy;
  return listPatchPolicyFindings(policy, {
    dependencies: differences.map((each) => ({ ecosystem, ...each, ...place, lockfile })),
    registries: after.registries.map((url) => ({ ecosystem, url, ...place })),
    install_scripts: compareScripts(createEmptyContent(), after).map((what) => ({ what, ...place })),
    hosts_before: {},
    default_registries: { npm: ['npm.registry.example'], gem: ['gems.registry.example'] },
    ci_files: [],
    unreadable: [],
    omitted: 0,
  }).map(({ rule }) => rule);
}

describe('what a package manager would read is not overlooked for being written in another way', () => {
  it.each([
    ['requirements.txt', '# harmless \\\nevil==1.0\n'],
    ['requirements.txt', 'good==1\u2028evil==1.0\n'],
    ['requirements.txt', '# c\revil==1.0\n'],
    ['requirements.txt', '--use-feature=x --index-url https://evil.example.net/\n'],
    ['requirements.txt', '--extra-index https://evil.example.net/\n'],
    ['requirements.txt', '-c constraints.txt -i https://evil.example.net/\n'],
    ['requirements.txt', '-r deps.list\n'],
    [
      'package-lock.json',
      JSON.stringify({
        lockfileVersion: 1,
        packages: null,
        dependencies: { evil: { version: '1.0.0', resolved: 'https://npm.registry.example/evil/-/evil-1.0.0.tgz' } },
      }),
    ],
    [
      'package-lock.json',
      JSON.stringify({ lockfileVersion: 2, packages: {}, dependencies: { evil: { version: '1.0.0' } } }),
    ],
    [
      'package-lock.json',
      JSON.stringify({
        lockfileVersion: 3,
        packages: {
          'node_modules/left-pad': {
            version: '1.0.0',
            resolved: 'https://evil.example.net\\@npm.registry.example/left-pad/-/left-pad-1.0.0.tgz',
          },
        },
      }),
    ],
    [
      'package-lock.json',
      JSON.stringify({
        lockfileVersion: 3,
        packages: { 'node_modules/left-pad': { version: '1.0.0', resolved: 'https:/evil.example.net/x.tgz' } },
      }),
    ],
    [
      'package-lock.json',
      JSON.stringify({
        lockfileVersion: 3,
        packages: {
          'node_modules/left-pad': {
            version: '1.0.0',
            resolved: 'https://npm.registry.example/evil/-/a/../evil-1.0.0.tgz',
          },
        },
      }),
    ],
    ['package.json', JSON.stringify({ dependencies: { 'left-pad': 'https:\\\\evil.example.net\\x.tgz' } })],
    ['package.json', JSON.stringify({ dependencies: { 'left-pad': 'https:/evil.example.net/x.tgz' } })],
    ['package.json', JSON.stringify({ dependencies: { 'left-pad': 'patch:evil@npm%3A1.0.0#./p.patch' } })],
    ['.npmrc', "'registry'=https://evil.example.net/\n"],
    ['.npmrc', '"\\u0072egistry"=https://evil.example.net/\n'],
    ['.npmrc', '$' + '{NOPE?}registry=https://evil.example.net/\n'],
    ['.npmrc', '; comment\rregistry=https://evil.example.net/\n'],
    ['.npmrc', 'registry=https://evil.example.net\\@npm.registry.example/\n'],
    ['.npmrc', 'https-proxy=http://evil.example.net/\n'],
    ['pnpm-workspace.yaml', '<<: {overrides: {left-pad: "npm:evil@1"}}\n'],
    ['.yarnrc.yml', 'catalog:\n  left-pad: npm:evil@1\n'],
    ['setup.cfg', '[options]\nINSTALL_REQUIRES = evil\n'],
    ['setup.cfg', '[options]\ninstall_requires = file: deps.list\n'],
    ['pip.conf', '[global]\nindex_url = https://evil.example.net/\n'],
    ['pyproject.toml', '[tool.uv.pip]\nindex-url = "https://evil.example.net/"\n'],
    ['pyproject.toml', '[tool.poetry.requires-plugins]\nevil = "1"\n'],
    ['pyproject.toml', '[tool.setuptools.dynamic]\ndependencies = {file = ["deps.list"]}\n'],
    ['.cargo/config.toml', '[patch.crates-io]\nleft-pad = {git = "https://evil.example.net/x"}\n'],
    ['Cargo.toml', '[lib]\nproc_macro = true\n'],
    ['Gemfile', 'group(:x) { gem "evil" }\n'],
    ['Gemfile', 'gem("evil") if true\n'],
    ['Gemfile', 'group :x do gem "evil" end\n'],
    ['Gemfile', 'x=1;gem "evil"\n'],
    ['Gemfile', 'gem %q(evil)\n'],
    ['.pnp.cjs', 'evil()'],

    ['.cargo/config.toml', 'paths = ["../../evil"]\n'],
    ['.cargo', 'a link'],
  ])('%s: %j', (file, text) => {
    expect(broken(file, text)).not.toEqual([]);
  });

  it('while what is declared and comes from where it should is nothing to be asked about', () => {
    const cases: [string, string][] = [
      ['requirements.txt', '# a comment \\\ngood==1 \\\n  --hash=sha256:0\n-r requirements-dev.txt\n--no-index\n'],
      ['package.json', '{"dependencies": {"left-pad": "^1.0.0"}, "resolutions": {"**/left-pad@1": "1.0.1"}}'],
      [
        'package-lock.json',
        JSON.stringify({
          packages: {
            'node_modules/left-pad': {
              version: '1.0.0',
              resolved: 'https://npm.registry.example/left-pad/-/left-pad-1.0.0.tgz',
            },
          },
        }),
      ],
      ['Gemfile', 'source "https://gems.registry.example"\ngroup :test do\n  gem "good", "~> 1.0"\nend\n'],
      ['.npmrc', 'registry=https://npm.registry.example/\nsave-exact=true\n'],
      ['setup.cfg', '[options]\ninstall_requires =\n  good>=1\n'],
    ];
    expect(cases.map(([file, text]) => broken(file, text))).toEqual(cases.map(() => []));
  });

  it.each(['.husky', '.github/workflows', '.circleci'])('%s as a link is what its folder is', (path) => {
    expect(detectAutomation(path)).toBeDefined();
  });
});

describeInFull('hostile files are read in time that grows with their size alone', () => {
  const many = (line: (i: number) => string, n: number) => Array.from({ length: n }, (_, i) => line(i)).join('');
  it.each([
    ['.yarnrc.yml', 'many keys', many((i) => `k${i}: 1\n`, 60_000)],
    ['pnpm-workspace.yaml', 'many keys', many((i) => `k${i}: 1\n`, 60_000)],
    ['pnpm-lock.yaml', 'brackets', '['.repeat(2 ** 20)],
    ['yarn.lock', 'a value that ends in no line', `a:\n  x${' '.repeat(2 ** 20)}\u2028`],
    [
      'package.json',
      'long names',
      JSON.stringify({ overrides: { [`${'a'.repeat(2 ** 18)}${'@/'.repeat(1000)}`]: '1' } }),
    ],
    ['pip.conf', 'no address', `index-url=${'a'.repeat(2 ** 20)}`],
    ['.bundle/config', 'no address', 'a'.repeat(2 ** 20)],
  ])('%s of %s', (file, _, text) => {
    expect(detectFileKind(file)!.read(text, file)).toBeDefined();
  });
});
