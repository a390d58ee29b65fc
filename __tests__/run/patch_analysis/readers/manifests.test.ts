import { detectFileKind } from '../../../../src/run/patch_analysis/detect_file_kind.js';

/** What a file says, in short: name, version, kind of source and source; scripts; registries. */
function read(path: string, text: string) {
  const reading = detectFileKind(path)!.read(text, path);
  if ('unreadable' in reading) return reading;
  return {
    dependencies: reading.dependencies.map(({ name, version, source_kind, source }) =>
      [name, version, source_kind, source].filter((each) => each !== null).join(' '),
    ),
    scripts: reading.scripts.map(({ what }) => what),
    registries: reading.registries,
  };
}
const said = (dependencies: string[], scripts: string[] = [], registries: string[] = []) => ({
  dependencies,
  scripts,
  registries,
});

describe('K6: what manifests say', () => {
  it.each([
    [
      'package.json in all its sections and ways to name a place',
      'app/package.json',
      JSON.stringify({
        dependencies: {
          plain: '^1.0.0',
          '@scope/alias': 'npm:@real/name@2',
          short: 'user/repo#main',
          hosted: 'gitlab:user/repo',
          ssh: 'git+ssh://git@host.example:user/repo.git',
          https: 'git+https://user:pass@host.example/r.git#v1',
          tarball: 'https://host.example/a.tgz',
          inside: 'file:../lib',
          outside: 'file:../../other',
          link: 'link:./x',
          workspace: 'workspace:*',
          jsr: 'jsr:^1',
          odd: 'what:ever',
        },
        devDependencies: { dev: '1' },
        optionalDependencies: { optional: '2' },
        peerDependencies: { peer: '3' },
        bundledDependencies: ['bundled'],
        overrides: { a: { '.': '1', b: '2' }, 'c@1': 'npm:d@3' },
        resolutions: { '**/x/@s/y': '4' },
        pnpm: { overrides: { 'p>q': '5' }, onlyBuiltDependencies: ['esbuild'] },
        packageManager: 'pnpm@9.0.0',
        scripts: { test: 'x', postinstall: 'node evil.js', prepare: 'husky' },
      }),
      said(
        [
          'plain ^1.0.0 registry',
          '@real/name npm:@real/name@2 registry',
          'short user/repo#main git https://github.com/user/repo#main',
          'hosted gitlab:user/repo git https://gitlab.com/user/repo',
          'ssh git+ssh://git@host.example:user/repo.git git ssh://host.example/user/repo.git',
          'https git+https://host.example/r.git#v1 git https://host.example/r.git#v1',
          'tarball https://host.example/a.tgz url https://host.example/a.tgz',
          'inside file:../lib path lib',
          'outside file:../../other path ../other',
          'link link:./x path app/x',
          'workspace workspace:* path .',
          'jsr jsr:^1 registry https://npm.jsr.io',
          'odd what:ever unknown what:ever',
          'dev 1 registry',
          'optional 2 registry',
          'peer 3 registry',
          'bundled bundled unknown',
          'a 1 registry',
          'b 2 registry',
          'd npm:d@3 registry',
          '@s/y 4 registry',
          'q 5 registry',
          'pnpm 9.0.0 registry',
        ],
        [
          'postinstall: node evil.js',
          'prepare: husky',
          'pnpm.onlyBuiltDependencies decides whose install scripts run: ["esbuild"]',
        ],
      ),
    ],
    [
      'package.json with names that are properties of every object',
      'package.json',
      '{"dependencies": {"__proto__": "1", "constructor": "2"}, "__proto__": {"scripts": {"install": "x"}}}',
      said(['__proto__ 1 registry', 'constructor 2 registry']),
    ],
    ['package.json that is no JSON', 'package.json', '{"dependencies": {', { unreadable: 'it is not JSON' }],
    ['package.json that is a list', 'package.json', '[]', { unreadable: 'it is not an object' }],
    [
      'requirements with hashes, indexes, files and places',
      'requirements-dev.txt',
      [
        '# a comment',
        '-r base.txt',
        '--index-url https://user:pw@pypi.corp.example/simple',
        '--extra-index-url=https://extra.example/simple',
        '-e git+https://host.example/x.git@main#egg=edited',
        'Django>=4,<5 ; python_version > "3.8"',
        'requests[security]==2.31.0 \\',
        '    --hash=sha256:aa --hash=sha256:bb  # why',
        'direct @ https://host.example/direct.whl',
        './local.whl',
        '../../out.whl',
        'bare',
        '--trusted-host evil.example',
      ].join('\n'),
      said(
        [
          'requirements in base.txt included file unknown',
          'edited git+https://host.example/x.git@main#egg=edited git https://host.example/x.git@main',
          'Django >=4,<5 registry',
          'requests ==2.31.0 registry',
          'direct https://host.example/direct.whl url https://host.example/direct.whl',
          './local.whl ./local.whl path local.whl',
          '../../out.whl ../../out.whl path ../../out.whl',
          'bare * registry',
        ],
        ['pip option --trusted-host evil.example'],
        ['https://pypi.corp.example/simple', 'https://extra.example/simple'],
      ),
    ],
    [
      'pyproject.toml of PEP 621, dependency groups, poetry and uv',
      'pyproject.toml',
      `[build-system]
requires = ["setuptools>=61", "evil-build"]
build-backend = "backend"
backend-path = ["."]
[project]
dependencies = ["httpx>=0.27", "direct @ git+https://host.example/d.git"]
[project.optional-dependencies]
extra = ["rich"]
[dependency-groups]
dev = ["pytest", {include-group = "x"}]
[tool.poetry.dependencies]
python = "^3.11"
poet = {git = "git@host.example:p.git"}
both = [{version = "1", python = "<3"}, {url = "https://host.example/b.whl"}]
[[tool.poetry.source]]
name = "corp"
url = "https://corp.example/simple"
[tool.uv.sources]
httpx = {path = "../httpx"}
[[tool.uv.index]]
url = "https://uv.example/simple"
`,
      said(
        [
          'httpx >=0.27 registry',
          'direct git+https://host.example/d.git git https://host.example/d.git',
          'rich * registry',
          'pytest * registry',
          'setuptools >=61 registry',
          'evil-build * registry',
          'poet {"git":"git@host.example:p.git"} git ssh://host.example/p.git',
          'both 1 registry',
          'both {"url":"https://host.example/b.whl"} url https://host.example/b.whl',
          'httpx {"path":"../httpx"} path ../httpx',
        ],
        [
          'build-backend runs when the project is built: "backend"',
          'backend-path runs when the project is built: ["."]',
        ],
        ['https://corp.example/simple', 'https://uv.example/simple'],
      ),
    ],
    ['pyproject.toml that is no TOML', 'pyproject.toml', '[project', { unreadable: 'it is not TOML' }],
    [
      'setup.cfg',
      'setup.cfg',
      '[options]\ninstall_requires =\n    requests>=2\n    # no\n    attrs\n[options.extras_require]\ntest = pytest\n[other]\nrequires = no\n',
      said(['requests >=2 registry', 'attrs * registry', 'pytest * registry']),
    ],
    [
      'setup.py, which is a program',
      'setup.py',
      'setup(name="a", install_requires=["requests>=2", \'attrs\'])\n',
      said(['requests >=2 registry', 'attrs * registry'], ['setup.py runs when the project is installed']),
    ],
    [
      'Pipfile',
      'Pipfile',
      '[[source]]\nurl = "https://pypi.registry.example/simple"\n[packages]\nflask = "*"\nours = {path = "./ours"}\n[dev-packages]\npytest = {version = "8"}\n',
      said(
        ['flask * registry', 'ours {"path":"./ours"} path ours', 'pytest 8 registry'],
        [],
        ['https://pypi.registry.example/simple'],
      ),
    ],
    [
      'go.mod',
      'go.mod',
      'module example.com/m\n\ngo 1.22\n\nrequire (\n\tgithub.com/a/b v1.2.3\n\tgithub.com/c/d v0.1.0 // indirect\n)\nrequire "github.com/q/r" v1\nreplace github.com/a/b => github.com/evil/b v1.2.4\nreplace github.com/c/d => ../../d\n',
      said([
        'github.com/a/b v1.2.3 registry',
        'github.com/c/d v0.1.0 registry',
        'github.com/q/r v1 registry',
        'github.com/evil/b replaces github.com/a/b, v1.2.4 registry',
        'github.com/c/d replaces github.com/c/d path ../../d',
      ]),
    ],
    [
      'Cargo.toml with targets, patches and what runs when it is built',
      'crate/Cargo.toml',
      `[package]
build = "gen.rs"
[lib]
proc-macro = true
[dependencies]
serde = "1"
renamed = {package = "actual", version = "2"}
near = {path = "../near"}
far = {git = "https://host.example/far"}
shared = {workspace = true}
[target.'cfg(unix)'.build-dependencies]
cc = "1"
[patch.crates-io]
serde = {git = "https://host.example/serde"}
`,
      said(
        [
          'serde 1 registry',
          'actual 2 registry',
          'near {"path":"../near"} path near',
          'far {"git":"https://host.example/far"} git https://host.example/far',
          'cc 1 registry',
          'serde {"git":"https://host.example/serde"} git https://host.example/serde',
        ],
        ['package.build = "gen.rs" runs when it is built', 'lib.proc-macro = true runs when it is built'],
      ),
    ],
    [
      'Gemfile',
      'Gemfile',
      "source 'https://gems.registry.example'\ngem 'rails', '~> 7'\ngem 'mine', path: './mine'\ngem 'hub', github: 'u/hub'\nsource 'https://gems.example' do\n  gem 'private'\nend\neval_gemfile 'x'\n",
      said(
        [
          "rails '~> 7' registry",
          "mine path: './mine' path mine",
          "hub github: 'u/hub' git https://github.com/u/hub",
          'private * registry https://gems.example',
        ],
        ["a statement that runs with bundler: eval_gemfile 'x'"],
        ['https://gems.registry.example', 'https://gems.example'],
      ),
    ],
    [
      'a gemspec with an extension',
      'a.gemspec',
      "Gem::Specification.new do |spec|\n  spec.add_dependency 'rake', '>= 1'\n  spec.extensions = ['ext/extconf.rb']\nend\n",
      said(["rake '>= 1' registry"], ["extensions are built at installation: spec.extensions = ['ext/extconf.rb']"]),
    ],
    [
      '.npmrc',
      '.npmrc',
      'registry=https://npm.corp.example/\n@s:registry = https://s.example\n; no\nignore-scripts=false\n//npm.corp.example/:_authToken=abc\n',
      said([], ['ignore-scripts = false'], ['https://npm.corp.example/', 'https://s.example']),
    ],
    [
      '.yarnrc.yml',
      '.yarnrc.yml',
      'npmRegistryServer: https://yarn.example\nyarnPath: .yarn/releases/yarn.cjs\n',
      said([], ['yarnPath = ".yarn/releases/yarn.cjs"'], ['https://yarn.example']),
    ],
    [
      'pip.conf',
      'pip.conf',
      '[global]\nindex-url = https://a.example/simple\nextra-index-url =\n    https://b.example/simple\n',
      said([], [], ['https://a.example/simple', 'https://b.example/simple']),
    ],
    [
      '.cargo/config.toml',
      '.cargo/config.toml',
      '[registries.corp]\nindex = "sparse+https://corp.example/index/"\n[source.crates-io]\nreplace-with = "vendored"\n[source.vendored]\ndirectory = "vendor"\n[build]\nrustc-wrapper = "evil"\n',
      said(
        ['source crates-io replace-with = vendored unknown', 'source vendored directory = vendor path vendor'],
        ['build.rustc-wrapper = "evil" runs with cargo'],
        ['https://corp.example/index/'],
      ),
    ],
    ['build.rs, which is a program', 'build.rs', 'fn main() {}', said([], ['build.rs runs at installation'])],
    ['a lockfile whose format is not read', 'bun.lockb', '', { unreadable: 'its format is not read' }],
  ])('%s', (_, path, text, expected) => {
    expect(read(path, text)).toEqual(expected);
  });
});
