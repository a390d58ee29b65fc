import fc from 'fast-check';
import { detectFileKind } from '../../../src/run/patch_analysis/detect_file_kind.js';
import { FUZZ_MS, FUZZ_RUNS, mutated } from '../../given_mutation.js';

const SEEDS: Record<string, string> = {
  'package.json':
    '{"dependencies": {"a": "npm:b@1", "c": "u/r"}, "overrides": {"a": {".": "1"}}, "scripts": {"install": "x"}}',
  'package-lock.json':
    '{"packages": {"node_modules/a": {"version": "1", "resolved": "https://h.example/a/-/a-1.tgz", "dependencies": {"b": "1"}}}}',
  'yarn.lock': '"@s/a@^1", b@2:\n  version "1"\n  resolved "https://h.example/a.tgz#00"\n  dependencies:\n    b "^2"\n',
  'x/yarn.lock': '__metadata:\n  version: 8\n"a@npm:^1":\n  version: 1\n  resolution: "a@npm:1"\n',
  'pnpm-lock.yaml':
    "packages:\n  a@1.0.0:\n    resolution: {integrity: x}\nsnapshots:\n  a@1.0.0: {dependencies: {b: '1'}}\n",
  'requirements.txt': '-i https://h.example\na[b]==1 --hash=sha256:aa\n-e git+https://h.example/x#egg=y\n',
  'pyproject.toml':
    '[project]\ndependencies = ["a>=1"]\n[tool.poetry.dependencies]\nb = [{git = "x"}]\n[tool.uv.sources]\na = {path = ".."}\n',
  'setup.cfg': '[options]\ninstall_requires =\n    a>=1\n',
  'setup.py': 'setup(install_requires=["a", "b>=1"])\n',
  Pipfile: '[packages]\na = {version = "1"}\n',
  'Pipfile.lock': '{"_meta": {"sources": [{"url": "https://h.example"}]}, "default": {"a": {"hashes": ["x"]}}}',
  'poetry.lock':
    '[[package]]\nname = "a"\nversion = "1"\nfiles = [{hash = "x"}]\n[package.source]\ntype = "git"\nurl = "x"\n',
  'go.mod': 'module m\nrequire (\n\ta.b/c v1 // indirect\n)\nreplace a => ../b\n',
  'go.sum': 'a.b/c v1 h1:x=\n',
  'Cargo.toml': '[dependencies]\na = {git = "x"}\n[target.x.dependencies]\nb = "1"\n',
  'Cargo.lock': '[[package]]\nname = "a"\nversion = "1"\nsource = "git+https://h.example#x"\ndependencies = ["b 1"]\n',
  Gemfile: "source 'x'\ngem 'a', git: 'y'\n",
  'Gemfile.lock': 'GEM\n  remote: x\n  specs:\n    a (1)\n      b\nCHECKSUMS\n  a (1) sha256=x\n',
  '.npmrc': 'registry=https://h.example\n',
  '.yarnrc.yml': 'npmScopes:\n  a:\n    npmRegistryServer: x\n',
  'pnpm-workspace.yaml': 'catalog:\n  a: 1\ncatalogs:\n  x: {b: "2"}\n',
  '.cargo/config.toml': '[source.x]\nreplace-with = "y"\n[build]\nrustc-wrapper = "z"\n',
};
const TOKENS = [
  '__proto__',
  'constructor',
  'null',
  '[]',
  '{}',
  '""',
  '&a',
  '*a',
  '<<: *a',
  '[[x]]',
  '1e999',
  '\u0000',
  '../..',
  '#',
  '"""',
  '- - -',
  'node_modules/',
];

describe('readers of manifests and lockfiles answer whatever they are given', () => {
  const each = Math.ceil(FUZZ_RUNS / 5);

  it.each(Object.entries(SEEDS))(
    '%s: a reading or the reason why there is none, in little time, and nothing else changed',
    (path, seed) => {
      fc.assert(
        fc.property(mutated([seed], TOKENS), (text) => {
          const reading = detectFileKind(path)!.read(text, path);
          if ('unreadable' in reading) expect(reading.unreadable).not.toBe('');
          else
            for (const { name, version, source } of reading.dependencies) {
              expect(typeof name).toBe('string');
              expect([version, source].every((value) => value === null || value.length <= 600)).toBe(true);
            }
          expect(Object.keys(Object.prototype)).toEqual([]);
          expect(({} as Record<string, unknown>).scripts).toBeUndefined();
        }),
        { numRuns: each },
      );
    },
    FUZZ_MS,
  );
});
