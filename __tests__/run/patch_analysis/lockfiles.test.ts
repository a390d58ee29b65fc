import {
  assignRoots,
  compareLockfiles,
  compareManifests,
  compareScripts,
} from '../../../src/run/patch_analysis/dependency_difference.js';
import { detectFileKind } from '../../../src/run/patch_analysis/detect_file_kind.js';
import type { DependencyFileContent } from '../../../src/run/patch_analysis/readers/dependency_file_reader.js';

function reading(path: string, text: string): DependencyFileContent {
  const read = detectFileKind(path)!.read(text, path);
  if ('unreadable' in read) throw new Error(read.unreadable);
  return read;
}

/** What changed, in short: change, name, versions, source, the packages that lead to it. */
function changes(path: string, before: string, after: string): string[] {
  const [old, now] = [reading(path, before), reading(path, after)];
  const found = compareLockfiles(old, now, path.endsWith('go.sum'));
  assignRoots(found, now, []);
  return [
    ...found.map(({ change, name, from, to, source_kind, source, roots }) =>
      `${change} ${name} ${from} → ${to} ${source_kind} ${source ?? ''}${roots.length > 0 ? ` by ${roots.join(', ')}` : ''}`.trim(),
    ),
    ...compareScripts(old, now),
  ];
}

const npm = (packages: Record<string, unknown>) =>
  JSON.stringify({ lockfileVersion: 3, packages: { '': {}, ...packages } });
const tarball = (name: string, version: string, host = 'npm.registry.example') =>
  `https://${host}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
const kept = { version: '1.0.0', resolved: tarball('kept', '1.0.0'), integrity: 'sha512-a' };

describe('K6: what a lockfile holds that it did not hold before', () => {
  it.each<[rule: string, path: string, before: string, after: string, expected: string[]]>([
    [
      'package-lock.json: a new package with what it needs, and its install script',
      'package-lock.json',
      npm({ 'node_modules/kept': kept }),
      npm({
        'node_modules/kept': kept,
        'node_modules/@s/new': {
          version: '2.0.0',
          resolved: tarball('@s/new', '2.0.0'),
          dependencies: { deep: '1' },
          hasInstallScript: true,
        },
        'node_modules/@s/new/node_modules/deep': { version: '1.0.0', resolved: tarball('deep', '1.0.0') },
        'node_modules/stray': { version: '1.0.0', resolved: tarball('stray', '1.0.0', 'evil.example') },
      }),
      [
        'added @s/new null → 2.0.0 registry https://npm.registry.example',
        'added deep null → 1.0.0 registry https://npm.registry.example by @s/new',
        'added stray null → 1.0.0 registry https://evil.example',
        '@s/new 2.0.0 has an install script',
      ],
    ],
    [
      'package-lock.json: the same version with another digest, or none',
      'package-lock.json',
      npm({ 'node_modules/kept': kept, 'node_modules/b': { ...kept, resolved: tarball('b', '1.0.0') } }),
      npm({
        'node_modules/kept': { ...kept, integrity: 'sha512-evil' },
        'node_modules/b': { version: '1.0.0', resolved: tarball('b', '1.0.0') },
      }),
      [
        'integrity kept 1.0.0 → 1.0.0 registry https://npm.registry.example',
        'integrity b 1.0.0 → 1.0.0 registry https://npm.registry.example',
      ],
    ],
    [
      'package-lock.json: the same version from elsewhere, from git, from a tarball',
      'package-lock.json',
      npm({ 'node_modules/kept': kept, 'node_modules/b': { ...kept, resolved: tarball('b', '1.0.0') } }),
      npm({
        'node_modules/kept': { ...kept, resolved: 'git+ssh://git@github.com/u/kept.git#abc' },
        'node_modules/b': { ...kept, resolved: 'https://evil.example/b.tgz' },
      }),
      [
        'source kept https://npm.registry.example → 1.0.0 git ssh://git@github.com/u/kept.git#abc',
        'source b https://npm.registry.example → 1.0.0 url https://evil.example/b.tgz',
      ],
    ],
    [
      'package-lock.json: an entry that says one name and fetches another stands under the other',
      'package-lock.json',
      npm({}),
      npm({ 'node_modules/lodash': { version: '4.0.0', resolved: tarball('l0dash', '4.0.0') } }),
      ['added l0dash null → 4.0.0 registry https://npm.registry.example'],
    ],
    [
      'package-lock.json of version 1, nested',
      'package-lock.json',
      JSON.stringify({ lockfileVersion: 1, dependencies: {} }),
      JSON.stringify({
        lockfileVersion: 1,
        dependencies: {
          a: {
            version: '1.0.0',
            resolved: tarball('a', '1.0.0'),
            requires: { b: '1' },
            dependencies: { b: { version: 'github:u/b#abc' } },
          },
        },
      }),
      [
        'added a null → 1.0.0 registry https://npm.registry.example',
        'added b null → github:u/b#abc git https://github.com/u/b#abc by a',
      ],
    ],
    [
      'yarn.lock of version 1',
      'yarn.lock',
      '# yarn lockfile v1\n\n"@s/a@^1.0.0":\n  version "1.0.0"\n  resolved "https://yarn.registry.example/@s/a/-/a-1.0.0.tgz#0123456789012345678901234567890123456789"\n',
      '# yarn lockfile v1\n\n"@s/a@^1.0.0", "@s/a@~1":\n  version "1.0.0"\n  resolved "https://yarn.registry.example/@s/a/-/a-1.0.0.tgz#9876543210987654321098765432109876543210"\n  dependencies:\n    b "^2"\n\nalias@npm:b@^2, b@^2:\n  version "2.0.0"\n  resolved "https://evil.example/b.tgz"\n',
      [
        'integrity @s/a 1.0.0 → 1.0.0 registry https://yarn.registry.example',
        'added b null → 2.0.0 url https://evil.example/b.tgz by @s/a',
      ],
    ],
    [
      'yarn.lock of later versions',
      'yarn.lock',
      '__metadata:\n  version: 8\n\n"a@npm:^1.0.0":\n  version: 1.0.0\n  resolution: "a@npm:1.0.0"\n  checksum: 10/aa\n',
      '__metadata:\n  version: 8\n\n"a@npm:^1.0.0":\n  version: 1.0.0\n  resolution: "a@npm:1.0.0"\n  checksum: 10/bb\n\n"g@https://github.com/u/g.git":\n  version: 2.0.0\n  resolution: "g@https://github.com/u/g.git#commit=abc"\n',
      ['integrity a 1.0.0 → 1.0.0 registry', 'added g null → 2.0.0 git https://github.com/u/g.git#commit=abc'],
    ],
    [
      'pnpm-lock.yaml of version 9',
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\npackages:\n  a@1.0.0:\n    resolution: {integrity: sha512-a}\nsnapshots:\n  a@1.0.0: {}\n",
      "lockfileVersion: '9.0'\npackages:\n  a@1.0.0:\n    resolution: {integrity: sha512-b}\n  '@s/b@2.0.0':\n    resolution: {integrity: sha512-c}\n  c@https://evil.example/c.tgz:\n    resolution: {tarball: https://evil.example/c.tgz}\n    version: 3.0.0\nsnapshots:\n  a@1.0.0:\n    dependencies:\n      '@s/b': 2.0.0(a@1.0.0)\n  '@s/b@2.0.0(a@1.0.0)': {}\n",
      [
        'integrity a 1.0.0 → 1.0.0 registry',
        'added @s/b null → 2.0.0 registry  by a',
        'added c null → 3.0.0 url https://evil.example/c.tgz',
      ],
    ],
    [
      'poetry.lock',
      'poetry.lock',
      '[[package]]\nname = "a"\nversion = "1"\nfiles = [{file = "a.whl", hash = "sha256:aa"}]\n',
      '[[package]]\nname = "a"\nversion = "1"\nfiles = [{file = "a.whl", hash = "sha256:bb"}]\n[package.dependencies]\nb = "*"\n[[package]]\nname = "b"\nversion = "2"\n[package.source]\ntype = "legacy"\nurl = "https://corp.example/simple"\n',
      ['integrity a 1 → 1 registry', 'added b null → 2 registry https://corp.example/simple by a'],
    ],
    [
      'uv.lock',
      'uv.lock',
      'version = 1\n',
      'version = 1\n[[package]]\nname = "a"\nversion = "1"\nsource = {registry = "https://pypi.registry.example/simple"}\ndependencies = [{name = "b"}]\n[[package]]\nname = "b"\nversion = "2"\nsource = {git = "https://host.example/b?rev=1"}\n',
      [
        'added a null → 1 registry https://pypi.registry.example/simple',
        'added b null → 2 git https://host.example/b?rev=1 by a',
      ],
    ],
    [
      'Pipfile.lock',
      'Pipfile.lock',
      '{"_meta": {}, "default": {"a": {"version": "==1", "hashes": ["sha256:a"]}}}',
      '{"_meta": {}, "default": {"a": {"version": "==1", "hashes": ["sha256:b"]}, "b": {"git": "https://host.example/b", "ref": "abc"}}}',
      ['integrity a ==1 → ==1 registry', 'added b null → abc git https://host.example/b'],
    ],
    [
      'go.sum: digests of what was there, since a line more makes nothing be used',
      'go.sum',
      'github.com/a/b v1.0.0 h1:aa=\n',
      'github.com/a/b v1.0.0 h1:evil=\ngithub.com/c/d v1.0.0 h1:cc=\n',
      ['integrity github.com/a/b v1.0.0 → v1.0.0 registry'],
    ],
    [
      'Cargo.lock',
      'Cargo.lock',
      '[[package]]\nname = "serde"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "aa"\n',
      '[[package]]\nname = "serde"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "bb"\ndependencies = ["g 2.0.0"]\n[[package]]\nname = "g"\nversion = "2.0.0"\nsource = "git+https://host.example/g#abc"\n',
      [
        'integrity serde 1.0.0 → 1.0.0 registry default',
        'added g null → 2.0.0 git https://host.example/g#abc by serde',
      ],
    ],
    [
      'Gemfile.lock',
      'Gemfile.lock',
      'GEM\n  remote: https://gems.registry.example/\n  specs:\n    a (1.0)\n\nCHECKSUMS\n  a (1.0) sha256=aa\n',
      'GEM\n  remote: https://gems.registry.example/\n  specs:\n    a (1.0)\n      b\n\nGIT\n  remote: https://host.example/b.git\n  revision: abc\n  specs:\n    b (2.0)\n\nCHECKSUMS\n  a (1.0) sha256=bb\n',
      [
        'integrity a 1.0 → 1.0 registry https://gems.registry.example/',
        'added b null → 2.0 git https://host.example/b.git by a',
      ],
    ],
  ])('%s', (_, path, before, after, expected) => {
    expect(changes(path, before, after)).toEqual(expected);
  });

  it('a manifest: what is new, what changed, what is gone; a section more is no new dependency of its own name', () => {
    const manifest = (dependencies: object, more: object = {}) =>
      reading('package.json', JSON.stringify({ dependencies, ...more }));
    const found = compareManifests(
      manifest({ same: '1', changed: '1', gone: '1', sourced: '1' }),
      manifest({ same: '1', changed: '2', sourced: 'u/sourced', fresh: '3' }),
    );
    expect(found.map(({ change, name, from, to }) => [change, name, from, to])).toEqual([
      ['changed', 'changed', '1', '2'],
      ['changed', 'sourced', '1', 'u/sourced'],
      ['added', 'fresh', null, '3'],
      ['removed', 'gone', '1', null],
    ]);
  });
});
