import {
  type Declared,
  entriesOf,
  field,
  pathFrom,
  type Reader,
  shown,
  textOf,
  textsOf,
  webAddress,
} from '../reading.js';

const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

/** Life-cycle scripts that npm, yarn or pnpm run by themselves when the project is installed or packed. */
const SCRIPTS = [
  'preinstall',
  'install',
  'postinstall',
  'preprepare',
  'prepare',
  'postprepare',
  'prepublish',
  'prepublishOnly',
  'prepack',
  'postpack',
  'dependencies',
  'pnpm:devPreinstall',
] as const;

/** package.json: all sections, overrides and resolutions, bundled packages, the package manager, life-cycle scripts. */
export const readNpmManifest: Reader = (text, file) => {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { unreadable: 'it is not JSON' };
  }
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest))
    return { unreadable: 'it is not an object' };
  const dependencies: Declared[] = [];
  const say = (key: string, name: string, spec: unknown) => {
    if (typeof spec === 'string') dependencies.push({ key, ...npmSpec(name, spec, file) });
    else
      dependencies.push({
        key,
        name,
        version: shown(JSON.stringify(spec) ?? ''),
        source: null,
        source_kind: 'unknown',
      });
  };
  const strange = SECTIONS.find((section) => {
    const value = field(manifest, section) ?? {};
    return typeof value !== 'object' || Array.isArray(value);
  });
  if (strange) return { unreadable: `"${strange}" is not an object` };
  for (const section of SECTIONS)
    for (const [name, spec] of entriesOf(field(manifest, section))) say(`${section}:${name}`, name, spec);
  for (const key of ['bundledDependencies', 'bundleDependencies'])
    for (const name of textsOf(field(manifest, key)))
      dependencies.push({ key: `${key}:${name}`, name, version: 'bundled', source: null, source_kind: 'unknown' });
  const override = (key: string, name: string, spec: unknown, depth: number): void => {
    if (typeof spec !== 'object' || spec === null || depth > 20) {
      say(key, name, spec);
      return;
    }
    for (const [inner, value] of entriesOf(spec))
      override(`${key}>${inner}`, inner === '.' ? name : overridden(inner), value, depth + 1);
  };
  for (const [name, spec] of entriesOf(field(manifest, 'overrides')))
    override(`overrides:${name}`, overridden(name), spec, 0);
  for (const [section, from] of [
    ['resolutions', field(manifest, 'resolutions')],
    ['pnpm.overrides', field(manifest, 'pnpm', 'overrides')],
    ['catalog', field(manifest, 'catalog')],
    ['workspaces.catalog', field(manifest, 'workspaces', 'catalog')],
    ...entriesOf(field(manifest, 'catalogs')),
    ...entriesOf(field(manifest, 'workspaces', 'catalogs')),
  ] as [string, unknown][])
    for (const [name, spec] of entriesOf(from)) say(`${section}:${name}`, overridden(name), spec);
  const manager = textOf(field(manifest, 'packageManager'));
  if (manager !== undefined) {
    const at = manager.lastIndexOf('@');
    say('packageManager', at > 0 ? manager.slice(0, at) : manager, at > 0 ? manager.slice(at + 1) : '*');
  }

  const scripts = SCRIPTS.flatMap((name) => {
    const line = textOf(field(manifest, 'scripts', name));
    return line === undefined ? [] : [{ what: `${name}: ${shown(line)}`, text: line }];
  });
  for (const key of [
    'onlyBuiltDependencies',
    'neverBuiltDependencies',
    'dangerouslyAllowAllBuilds',
    'configDependencies',
    'packageExtensions',
    'patchedDependencies',
  ])
    permits(scripts, `pnpm.${key}`, field(manifest, 'pnpm', key));
  permits(scripts, 'trustedDependencies', field(manifest, 'trustedDependencies'));
  return { dependencies, scripts, registries: [] };
};

function permits(scripts: { what: string; text: string }[], key: string, value: unknown): void {
  if (value === undefined) return;
  const text = JSON.stringify(value);
  scripts.push({ what: `${key} decides whose install scripts run: ${shown(text)}`, text });
}

/** The package at the end of an override's key: `a>b@1` → b, `**\/a/b` → b, `@s/a` → @s/a. */
function overridden(key: string): string {
  const last = key.split('>').at(-1)!.trim();
  const slash = last.lastIndexOf('/');
  const base = last.slice(slash + 1).replace(/(?<=.)@.*$/s, '');
  const scope = slash < 0 ? '' : last.slice(last.lastIndexOf('/', slash - 1) + 1, slash);
  return /^@[^@]+$/.test(scope) ? `${scope}/${base}` : base || last;
}

const HOSTED: Record<string, string> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  bitbucket: 'https://bitbucket.org/',
  gist: 'https://gist.github.com/',
};

/** What a version specifier of npm, yarn or pnpm asks for, and where from. An alias stands under the name of what it brings. */
export function npmSpec(name: string, spec: string, file: string): Declared {
  const trimmed = webAddress(spec.trim());
  const of = (source_kind: Declared['source_kind'], source: string | null): Declared => ({
    name,
    version: shown(trimmed),
    source: source === null ? null : shown(source),
    source_kind,
  });
  const alias = /^npm:((?:@[^/@]+\/)?[^/@]+)(?:@(.*))?$/s.exec(trimmed);
  if (alias) return { ...of('registry', null), name: alias[1]! };
  // What is patched is another package's content, under whatever name.
  const patched = /^patch:((?:@[^/@]+\/)?[^/@]+)@([^#]+)/.exec(trimmed);
  if (patched) return { ...npmSpec(patched[1]!, decoded(patched[2]!), file), version: shown(trimmed) };
  if (/^patch:/.test(trimmed)) return of('unknown', trimmed);
  if (/^(workspace|catalog):/.test(trimmed))
    return of(trimmed.startsWith('w') ? 'path' : 'registry', trimmed.startsWith('w') ? '.' : null);
  if (/^(file|link|portal):|^(\.{0,2}\/|~\/|\.{1,2}$)/.test(trimmed)) return of('path', pathFrom(file, trimmed));
  const hosted = /^(github|gitlab|bitbucket|gist):(.+)$/s.exec(trimmed);
  if (hosted) return of('git', HOSTED[hosted[1]!]! + hosted[2]);
  if (/^jsr:/.test(trimmed)) return of('registry', 'https://npm.jsr.io');
  const scp = /^(?:git\+ssh:\/\/)?[\w.-]+@([\w.-]+):(?!\d+\/)(.+)$/s.exec(trimmed);
  if (scp) return of('git', `ssh://${scp[1]}/${scp[2]}`);
  if (/^git(\+[a-z]+)?:\/\//.test(trimmed) || /^ssh:\/\//.test(trimmed))
    return of('git', trimmed.replace(/^git\+/, ''));
  if (/^https?:\/\//i.test(trimmed))
    return of(
      /\.git(#|$)/.test(trimmed) || /^https?:\/\/(github|gitlab)\.com\/[^/]+\/[^/]+\/?(#|$)/.test(trimmed)
        ? 'git'
        : 'url',
      trimmed,
    );
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed)) return of('unknown', trimmed);
  if (/^[\w.-]+\/[\w.-]+(#.*)?$/s.test(trimmed)) return of('git', `https://github.com/${trimmed}`);
  return of('registry', null);
}

function decoded(text: string): string {
  try {
    // One encoding less, and never a patch of a patch without end.
    return decodeURIComponent(text).replace(/^patch:/, 'patched:');
  } catch {
    return text.replace(/^patch:/, 'patched:');
  }
}
