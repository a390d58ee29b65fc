import type { Policy, PolicyHandling } from './policy.js';

/** Package ecosystems whose dependencies are analysed. */
export type PackageEcosystem = 'npm' | 'pypi' | 'go' | 'cargo' | 'gem';

interface PatchLocation {
  file: string;
  line: number | null;
  patch_line: number | null;
}

/** Dependency that a patch adds, changes or removes, as recorded in `patch_facts`. */
export interface DependencyChange extends PatchLocation {
  ecosystem: PackageEcosystem;
  name: string;
  change: 'added' | 'changed' | 'removed' | 'integrity' | 'source';
  from: string | null;
  to: string | null;
  source: string | null;
  source_kind: 'registry' | 'git' | 'url' | 'path' | 'unknown';
  lockfile: boolean;
  roots: readonly string[];
}

/** Facts of a patch that `policy.dependencies`, `policy.install_scripts` and `policy.ci` refer to. */
interface PatchFacts {
  dependencies: readonly DependencyChange[];
  registries: readonly (PatchLocation & { ecosystem: PackageEcosystem; url: string })[];
  hosts_before: Readonly<Record<string, readonly string[]>>;
  /** Ecosystem → hosts that its tool uses by default; absent if the tool is not installed. */
  default_registries?: Readonly<Record<string, readonly string[]>> | undefined;
  install_scripts: readonly (PatchLocation & { what: string })[];
  ci_files: readonly { file: string; kind: 'ci' | 'hook'; patch_line: number | null }[];
  unreadable: readonly { area: 'dependencies' | 'secrets'; file: string; reason: string }[];
  omitted: number;
}

/** Reasons to ask a person where the policy says `escalate`. */
export type PatchPolicyCondition = 'dependencies' | 'install-scripts' | 'ci';
/** All conditions, in the order of the questions. */
export const patchPolicyConditions: readonly PatchPolicyCondition[] = ['dependencies', 'install-scripts', 'ci'];

/** Part of a patch that the policy does not cover, with its handling. */
export interface PatchPolicyFinding extends PatchLocation {
  rule:
    | 'dependency-not-declared'
    | 'dependency-integrity-changed'
    | 'registry-not-allowed'
    | 'dependencies-unreadable'
    | 'install-script-added'
    | 'ci-file-changed';
  condition: PatchPolicyCondition;
  handling: PolicyHandling;
  message: string;
  contract_path: string;
}

/**
 * Name of the registries that the installed package managers use by default. It may stand in
 * `policy.dependencies.registries`, and is the source of packages whose file names no other. Their hosts are facts of
 * the run (`default_registries`).
 */
export const DEFAULT_REGISTRY = 'default';

/**
 * Lists the facts of a patch that the contract does not cover (requirement K6).
 *
 * The run calls it before the evaluation to ask a person, and the judge calls it afterwards, so that both refer to the
 * same findings. A dependency is covered if its name is declared and its source is allowed; a package of a lockfile
 * also if a declared one leads to it; a path inside the repository always. `add: allow` allows names, never sources or
 * digests.
 */
export function listPatchPolicyFindings(policy: Policy, facts: PatchFacts): PatchPolicyFinding[] {
  const { dependencies } = policy;
  const declared = createDeclaredNamePredicate(dependencies.declared);
  const named = dependencies.registries.filter((pattern) => pattern !== DEFAULT_REGISTRY);
  const allowsDefault = named.length === 0 || named.length < dependencies.registries.length;
  const known = (hosts: Readonly<Record<string, readonly string[]>> | undefined, ecosystem: PackageEcosystem) =>
    hosts !== undefined && Object.hasOwn(hosts, ecosystem) ? hosts[ecosystem] : undefined;
  const allowed = (ecosystem: PackageEcosystem, host: string) =>
    [
      ...named,
      ...(allowsDefault ? (known(facts.default_registries, ecosystem) ?? []) : []),
      ...(known(facts.hosts_before, ecosystem) ?? []),
    ].some((pattern) => matchesHostPattern(pattern, host));
  const unknown = (ecosystem: PackageEcosystem) =>
    allowsDefault && known(facts.default_registries, ecosystem) === undefined
      ? ` (which registry is the default of ${ecosystem} is not known: no tool of it is on this machine)`
      : '';
  const open = (
    rule: PatchPolicyFinding['rule'],
    place: PatchLocation,
    message: string,
    strict: boolean,
  ): PatchPolicyFinding => ({
    rule,
    condition: 'dependencies',
    handling: dependencies.add === 'allow' && strict ? 'deny' : dependencies.add,
    message,
    contract_path: rule === 'registry-not-allowed' ? 'policy.dependencies.registries' : 'policy.dependencies.add',
    ...formatPatchLocation(place),
  });

  const items: PatchPolicyFinding[] = [];
  for (const fact of facts.dependencies) {
    if (fact.change === 'removed' || isInsideRepository(fact)) continue;
    const what = `${fact.ecosystem}:${fact.name}${fact.to === null ? '' : ` ${fact.to}`}`;
    if (fact.change === 'integrity')
      items.push(open('dependency-integrity-changed', fact, `${what} has other digests for the same version`, true));
    const host = parseUrlHost(fact.source);
    const isDefault = fact.source_kind === 'registry' && fact.source === DEFAULT_REGISTRY;
    const foreign = isDefault
      ? !allowsDefault
      : fact.source_kind === 'path' ||
        (host === undefined && (fact.source !== null || fact.source_kind === 'git' || fact.source_kind === 'url')) ||
        (host !== undefined && !allowed(fact.ecosystem, host));
    if (foreign) {
      const from =
        fact.source_kind === 'path'
          ? `${fact.source}, outside the repository`
          : isDefault
            ? `the default registry of ${fact.ecosystem}`
            : `${fact.source ?? 'a place that is not said'}${host === undefined ? '' : unknown(fact.ecosystem)}`;
      items.push(open('registry-not-allowed', fact, `${what} comes from ${from}`, true));
    }
    const covered = [fact.name, ...fact.roots].some((name) => declared(fact.ecosystem, name));
    if (!covered && fact.change !== 'integrity')
      items.push(
        open(
          'dependency-not-declared',
          fact,
          `${what} is ${fact.from === null ? 'added' : `changed from ${fact.from}`}`,
          false,
        ),
      );
  }
  for (const registry of facts.registries) {
    const host = parseUrlHost(registry.url);
    if (host !== undefined && allowed(registry.ecosystem, host)) continue;
    if (registry.url === DEFAULT_REGISTRY && allowsDefault) continue;
    const from = `${registry.url}${host === undefined ? '' : unknown(registry.ecosystem)}`;
    items.push(
      open('registry-not-allowed', registry, `${registry.ecosystem} packages may now come from ${from}`, true),
    );
  }
  for (const { area, file, reason } of facts.unreadable) {
    if (area !== 'dependencies') continue;
    items.push(
      open(
        'dependencies-unreadable',
        { file, line: null, patch_line: null },
        `${file} cannot be read: ${reason}`,
        true,
      ),
    );
  }
  if (facts.omitted > 0)
    items.push(
      open(
        'dependencies-unreadable',
        facts.dependencies[0] ?? { file: '', line: null, patch_line: null },
        `${facts.omitted} more facts than can be recorded`,
        false,
      ),
    );
  for (const script of facts.install_scripts)
    items.push({
      rule: 'install-script-added',
      condition: 'install-scripts',
      handling: policy.install_scripts,
      message: script.what,
      contract_path: 'policy.install_scripts',
      ...formatPatchLocation(script),
    });
  for (const { file, kind, patch_line } of facts.ci_files)
    items.push({
      rule: 'ci-file-changed',
      condition: 'ci',
      handling: policy.ci,
      message: `${file} ${kind === 'ci' ? 'configures continuous integration' : 'runs on repository operations'}`,
      contract_path: 'policy.ci',
      file,
      line: null,
      patch_line,
    });
  return items;
}

const formatPatchLocation = ({ file, line, patch_line }: PatchLocation): PatchLocation => ({ file, line, patch_line });

/** Tells whether the source is a path inside the repository. Readers report paths relative to its root. */
const isInsideRepository = ({ source_kind, source }: DependencyChange) =>
  source_kind === 'path' && source !== null && !/^(\/|~|[A-Za-z]:|\.\.(\/|$))/.test(source);

/** Creates a predicate for declared names, `name` or `ecosystem:name`, compared as the ecosystem compares them. */
function createDeclaredNamePredicate(
  declared: readonly string[],
): (ecosystem: PackageEcosystem, name: string) => boolean {
  const parsed = declared.map((text) => {
    const match = /^(npm|pypi|go|cargo|gem):(.+)$/s.exec(text);
    return match ? { ecosystem: match[1], name: match[2]! } : { ecosystem: undefined, name: text };
  });
  return (ecosystem, name) =>
    parsed.some(
      (each) =>
        (each.ecosystem ?? ecosystem) === ecosystem &&
        normalizePackageName(ecosystem, each.name) === normalizePackageName(ecosystem, name),
    );
}

function normalizePackageName(ecosystem: PackageEcosystem, name: string): string {
  if (ecosystem === 'pypi') return name.toLowerCase().replace(/[-_.]+/g, '-');
  return ecosystem === 'cargo' ? name.replaceAll('_', '-') : name;
}

/**
 * Parses the host of a URL or bare host, with its port if there is one.
 *
 * @returns undefined if there is no host
 */
export function parseUrlHost(source: string | null): string | undefined {
  // Programs disagree about the host of such a URL: for `https://a\\@b/` it is a for some, b for others.
  if (source === null || /[\\\s\x00-\x1f]/.test(source)) return undefined;
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/:?#\s]+)(:\d+)?/i.exec(source);
  const host = url ? `${url[1]}${url[2] ?? ''}` : /^[\w-]+(\.[\w-]+)+(:\d+)?$/.test(source) ? source : undefined;
  return host?.toLowerCase().replace(/\.(?=:|$)/, '');
}

/**
 * Tells whether a host matches `host`, `*.host` or `*`, each with an optional port. Without a port the default ports
 * match.
 */
function matchesHostPattern(pattern: string, host: string): boolean {
  const [, name = '', port] = /^(.*?)(:\d+)?$/s.exec(pattern.toLowerCase())!;
  const [, actual = '', actualPort] = /^(.*?)(:\d+)?$/s.exec(host.toLowerCase())!;
  if (port === undefined ? ![undefined, ':80', ':443'].includes(actualPort) && name !== '*' : port !== actualPort)
    return false;
  return name === '*' || (name.startsWith('*.') ? actual.endsWith(name.slice(1)) : actual === name);
}
