import {
  type DeclaredDependency,
  type DependencyFileReader,
  getOwnEntries,
  getOwnField,
  getOwnText,
  getOwnTexts,
  HOSTING_ADDRESSES,
  normalizeWebAddress,
  resolveDeclaredPath,
  sanitizeSource,
} from './dependency_file_reader.js';

const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

/** Life-cycle scripts that npm, yarn or pnpm run by themselves on installation or packing. */
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

/**
 * Reads package.json: all sections, overrides and resolutions, bundled packages, package manager, life-cycle scripts.
 */
export const readNpmManifest: DependencyFileReader = (text, file) => {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { unreadable: 'it is not JSON' };
  }
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest))
    return { unreadable: 'it is not an object' };
  const dependencies: DeclaredDependency[] = [];
  const say = (key: string, name: string, spec: unknown) => {
    if (typeof spec === 'string') dependencies.push({ key, ...parseNpmSpec(name, spec, file) });
    else
      dependencies.push({
        key,
        name,
        version: sanitizeSource(JSON.stringify(spec) ?? ''),
        source: null,
        source_kind: 'unknown',
      });
  };
  const strange = SECTIONS.find((section) => {
    const value = getOwnField(manifest, section) ?? {};
    return typeof value !== 'object' || Array.isArray(value);
  });
  if (strange) return { unreadable: `"${strange}" is not an object` };
  for (const section of SECTIONS)
    for (const [name, spec] of getOwnEntries(getOwnField(manifest, section))) say(`${section}:${name}`, name, spec);
  for (const key of ['bundledDependencies', 'bundleDependencies'])
    for (const name of getOwnTexts(manifest, key))
      dependencies.push({ key: `${key}:${name}`, name, version: 'bundled', source: null, source_kind: 'unknown' });
  const override = (key: string, name: string, spec: unknown, depth: number): void => {
    if (typeof spec !== 'object' || spec === null || depth > 20) {
      say(key, name, spec);
      return;
    }
    for (const [inner, value] of getOwnEntries(spec))
      override(`${key}>${inner}`, inner === '.' ? name : getOverriddenName(inner), value, depth + 1);
  };
  for (const [name, spec] of getOwnEntries(getOwnField(manifest, 'overrides')))
    override(`overrides:${name}`, getOverriddenName(name), spec, 0);
  for (const [section, specs] of [
    ['resolutions', getOwnField(manifest, 'resolutions')],
    ['pnpm.overrides', getOwnField(manifest, 'pnpm', 'overrides')],
    ['catalog', getOwnField(manifest, 'catalog')],
    ['workspaces.catalog', getOwnField(manifest, 'workspaces', 'catalog')],
    ...getOwnEntries(getOwnField(manifest, 'catalogs')),
    ...getOwnEntries(getOwnField(manifest, 'workspaces', 'catalogs')),
  ] as [string, unknown][])
    for (const [name, spec] of getOwnEntries(specs)) say(`${section}:${name}`, getOverriddenName(name), spec);
  const manager = getOwnText(manifest, 'packageManager');
  if (manager !== undefined) {
    const versionIndex = manager.lastIndexOf('@');
    say(
      'packageManager',
      versionIndex > 0 ? manager.slice(0, versionIndex) : manager,
      versionIndex > 0 ? manager.slice(versionIndex + 1) : '*',
    );
  }

  const scripts = SCRIPTS.flatMap((name) => {
    const line = getOwnText(manifest, 'scripts', name);
    return line === undefined ? [] : [{ what: `${name}: ${sanitizeSource(line)}`, text: line }];
  });
  for (const key of [
    'onlyBuiltDependencies',
    'neverBuiltDependencies',
    'dangerouslyAllowAllBuilds',
    'configDependencies',
    'packageExtensions',
    'patchedDependencies',
  ])
    addPermissions(scripts, `pnpm.${key}`, getOwnField(manifest, 'pnpm', key));
  addPermissions(scripts, 'trustedDependencies', getOwnField(manifest, 'trustedDependencies'));
  return { dependencies, scripts, registries: [] };
};

function addPermissions(scripts: { what: string; text: string }[], key: string, value: unknown): void {
  if (value === undefined) return;
  const text = JSON.stringify(value);
  scripts.push({ what: `${key} decides whose install scripts run: ${sanitizeSource(text)}`, text });
}

/** Returns the package at the end of an override's key: `a>b@1` → b, `**\/a/b` → b, `@s/a` → @s/a. */
function getOverriddenName(key: string): string {
  const last = key.split('>').at(-1)!.trim();
  const slash = last.lastIndexOf('/');
  const base = last.slice(slash + 1).replace(/(?<=.)@.*$/s, '');
  const scope = slash < 0 ? '' : last.slice(last.lastIndexOf('/', slash - 1) + 1, slash);
  return /^@[^@]+$/.test(scope) ? `${scope}/${base}` : base || last;
}

/** Parses a version specifier of npm, yarn or pnpm. An alias is listed under the name of its target. */
export function parseNpmSpec(name: string, spec: string, file: string): DeclaredDependency {
  const trimmed = normalizeWebAddress(spec.trim());
  const createDeclared = (
    source_kind: DeclaredDependency['source_kind'],
    source: string | null,
  ): DeclaredDependency => ({
    name,
    version: sanitizeSource(trimmed),
    source: source === null ? null : sanitizeSource(source),
    source_kind,
  });
  const alias = /^npm:((?:@[^/@]+\/)?[^/@]+)(?:@(.*))?$/s.exec(trimmed)?.[1];
  if (alias !== undefined) return { ...createDeclared('registry', null), name: alias };
  // A patched package has other content, under whatever name.
  const [, patchedName, patchedSpec] = /^patch:((?:@[^/@]+\/)?[^/@]+)@([^#]+)/.exec(trimmed) ?? [];
  if (patchedName !== undefined && patchedSpec !== undefined)
    return { ...parseNpmSpec(patchedName, decodeUri(patchedSpec), file), version: sanitizeSource(trimmed) };
  if (/^patch:/.test(trimmed)) return createDeclared('unknown', trimmed);
  if (/^(workspace|catalog):/.test(trimmed))
    return createDeclared(trimmed.startsWith('w') ? 'path' : 'registry', trimmed.startsWith('w') ? '.' : null);
  if (/^(file|link|portal):|^(\.{0,2}\/|~\/|\.{1,2}$)/.test(trimmed))
    return createDeclared('path', resolveDeclaredPath(file, trimmed));
  const [, host = '', repository] = /^(github|gitlab|bitbucket|gist):(.+)$/s.exec(trimmed) ?? [];
  if (repository !== undefined) return createDeclared('git', `${HOSTING_ADDRESSES[host]}${repository}`);
  if (/^jsr:/.test(trimmed)) return createDeclared('registry', 'https://npm.jsr.io');
  const scp = /^(?:git\+ssh:\/\/)?[\w.-]+@([\w.-]+):(?!\d+\/)(.+)$/s.exec(trimmed);
  if (scp) return createDeclared('git', `ssh://${scp[1]}/${scp[2]}`);
  if (/^git(\+[a-z]+)?:\/\//.test(trimmed) || /^ssh:\/\//.test(trimmed))
    return createDeclared('git', trimmed.replace(/^git\+/, ''));
  if (/^https?:\/\//i.test(trimmed))
    return createDeclared(
      /\.git(#|$)/.test(trimmed) || /^https?:\/\/(github|gitlab)\.com\/[^/]+\/[^/]+\/?(#|$)/.test(trimmed)
        ? 'git'
        : 'url',
      trimmed,
    );
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed)) return createDeclared('unknown', trimmed);
  if (/^[\w.-]+\/[\w.-]+(#.*)?$/s.test(trimmed)) return createDeclared('git', `https://github.com/${trimmed}`);
  return createDeclared('registry', null);
}

function decodeUri(text: string): string {
  try {
    // Decodes once, so that nested patches end.
    return decodeURIComponent(text).replace(/^patch:/, 'patched:');
  } catch {
    return text.replace(/^patch:/, 'patched:');
  }
}
