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
  const rules = createRegistryRules(policy, facts);
  return [
    ...facts.dependencies.flatMap((fact) => listDependencyFindings(fact, policy, rules)),
    ...listRegistryFindings(facts, policy, rules),
    ...listUnreadableFindings(facts, policy),
    ...facts.install_scripts.map(
      (script): PatchPolicyFinding => ({
        rule: 'install-script-added',
        condition: 'install-scripts',
        handling: policy.install_scripts,
        message: script.what,
        contract_path: 'policy.install_scripts',
        ...formatPatchLocation(script),
      }),
    ),
    ...facts.ci_files.map(
      ({ file, kind, patch_line }): PatchPolicyFinding => ({
        rule: 'ci-file-changed',
        condition: 'ci',
        handling: policy.ci,
        message: `${file} ${kind === 'ci' ? 'configures continuous integration' : 'runs on repository operations'}`,
        contract_path: 'policy.ci',
        file,
        line: null,
        patch_line,
      }),
    ),
  ];
}

/** Sources of packages that a policy allows. */
interface RegistryRules {
  allowsDefault: boolean;
  allowsHost: (ecosystem: PackageEcosystem, host: string) => boolean;
  /** Says that the default registry is not known; empty if it is. */
  describeUnknown: (ecosystem: PackageEcosystem) => string;
  isDeclared: (ecosystem: PackageEcosystem, name: string) => boolean;
}

function createRegistryRules(
  { dependencies }: Policy,
  { default_registries, hosts_before }: PatchFacts,
): RegistryRules {
  const patterns = dependencies.registries.filter((pattern) => pattern !== DEFAULT_REGISTRY);
  const allowsDefault = patterns.length === 0 || patterns.length < dependencies.registries.length;
  const getHosts = (hosts: Readonly<Record<string, readonly string[]>> | undefined, ecosystem: PackageEcosystem) =>
    hosts !== undefined && Object.hasOwn(hosts, ecosystem) ? hosts[ecosystem] : undefined;
  return {
    allowsDefault,
    allowsHost: (ecosystem, host) =>
      [
        ...patterns,
        ...(allowsDefault ? (getHosts(default_registries, ecosystem) ?? []) : []),
        ...(getHosts(hosts_before, ecosystem) ?? []),
      ].some((pattern) => matchesHostPattern(pattern, host)),
    describeUnknown: (ecosystem) =>
      allowsDefault && getHosts(default_registries, ecosystem) === undefined
        ? ` (which registry is the default of ${ecosystem} is not known: no tool of it is on this machine)`
        : '',
    isDeclared: createDeclaredNamePredicate(dependencies.declared),
  };
}

/** Creates a finding about dependencies. @param strict true if `add: allow` does not allow it */
function createDependencyFinding(
  { dependencies: { add } }: Policy,
  rule: PatchPolicyFinding['rule'],
  place: PatchLocation,
  message: string,
  strict: boolean,
): PatchPolicyFinding {
  return {
    rule,
    condition: 'dependencies',
    handling: add === 'allow' && strict ? 'deny' : add,
    message,
    contract_path: rule === 'registry-not-allowed' ? 'policy.dependencies.registries' : 'policy.dependencies.add',
    ...formatPatchLocation(place),
  };
}

function listDependencyFindings(fact: DependencyChange, policy: Policy, rules: RegistryRules): PatchPolicyFinding[] {
  if (fact.change === 'removed' || isInsideRepository(fact)) return [];
  const label = `${fact.ecosystem}:${fact.name}${fact.to === null ? '' : ` ${fact.to}`}`;
  const create = (rule: PatchPolicyFinding['rule'], message: string, strict: boolean) =>
    createDependencyFinding(policy, rule, fact, `${label} ${message}`, strict);
  const origin = describeForeignSource(fact, rules);
  const findings = origin === undefined ? [] : [create('registry-not-allowed', `comes from ${origin}`, true)];
  if (fact.change === 'integrity')
    return [create('dependency-integrity-changed', 'has other digests for the same version', true), ...findings];
  if ([fact.name, ...fact.roots].some((name) => rules.isDeclared(fact.ecosystem, name))) return findings;
  const change = fact.from === null ? 'added' : `changed from ${fact.from}`;
  return [...findings, create('dependency-not-declared', `is ${change}`, false)];
}

/** Describes the source of a package; undefined if the policy allows it. */
function describeForeignSource(
  { ecosystem, source, source_kind }: DependencyChange,
  { allowsDefault, allowsHost, describeUnknown }: RegistryRules,
): string | undefined {
  if (source_kind === 'registry' && source === DEFAULT_REGISTRY)
    return allowsDefault ? undefined : `the default registry of ${ecosystem}`;
  if (source_kind === 'path') return `${source}, outside the repository`;
  const host = parseUrlHost(source);
  if (host === undefined)
    return source !== null || source_kind === 'git' || source_kind === 'url'
      ? (source ?? 'a place that is not said')
      : undefined;
  return allowsHost(ecosystem, host) ? undefined : `${source}${describeUnknown(ecosystem)}`;
}

function listRegistryFindings({ registries }: PatchFacts, policy: Policy, rules: RegistryRules): PatchPolicyFinding[] {
  return registries.flatMap((registry) => {
    const { url, ecosystem } = registry;
    const host = parseUrlHost(url);
    if (host !== undefined && rules.allowsHost(ecosystem, host)) return [];
    if (url === DEFAULT_REGISTRY && rules.allowsDefault) return [];
    const origin = `${url}${host === undefined ? '' : rules.describeUnknown(ecosystem)}`;
    const message = `${ecosystem} packages may now come from ${origin}`;
    return [createDependencyFinding(policy, 'registry-not-allowed', registry, message, true)];
  });
}

function listUnreadableFindings(
  { unreadable, omitted, dependencies }: PatchFacts,
  policy: Policy,
): PatchPolicyFinding[] {
  const create = (place: PatchLocation, message: string, strict: boolean) =>
    createDependencyFinding(policy, 'dependencies-unreadable', place, message, strict);
  const findings = unreadable.flatMap(({ area, file, reason }) =>
    area === 'dependencies'
      ? [create({ file, line: null, patch_line: null }, `${file} cannot be read: ${reason}`, true)]
      : [],
  );
  if (omitted === 0) return findings;
  const place = dependencies[0] ?? { file: '', line: null, patch_line: null };
  return [...findings, create(place, `${omitted} more facts than can be recorded`, false)];
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
    const [, ecosystem, name = text] = /^(npm|pypi|go|cargo|gem):(.+)$/s.exec(text) ?? [];
    return { ecosystem, name };
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
  const bare_host = /^[\w-]+(\.[\w-]+)+(:\d+)?$/.test(source) ? source : undefined;
  const host = url ? `${url[1]}${url[2] ?? ''}` : bare_host;
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
