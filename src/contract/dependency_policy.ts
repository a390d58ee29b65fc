import type { Handling, Policy } from './policy.js';

/** Package ecosystems that dependency facts are read for. */
export type Ecosystem = 'npm' | 'pypi' | 'go' | 'cargo' | 'gem';

interface Place {
  file: string;
  line: number | null;
  patch_line: number | null;
}

/** A dependency that a patch adds, changes or removes, as `patch_facts` records it. */
export interface DependencyChange extends Place {
  ecosystem: Ecosystem;
  name: string;
  change: 'added' | 'changed' | 'removed' | 'integrity' | 'source';
  from: string | null;
  to: string | null;
  source: string | null;
  source_kind: 'registry' | 'git' | 'url' | 'path' | 'unknown';
  lockfile: boolean;
  roots: readonly string[];
}

/** The part of the patch's facts that `policy.dependencies`, `policy.install_scripts` and `policy.ci` speak about. */
export interface PatchFacts {
  dependencies: readonly DependencyChange[];
  registries: readonly (Place & { ecosystem: Ecosystem; url: string })[];
  hosts_before: Readonly<Record<string, readonly string[]>>;
  /** Ecosystem → hosts that its tool asks by default; absent where the tool is not on the machine. */
  default_registries?: Readonly<Record<string, readonly string[]>> | undefined;
  install_scripts: readonly (Place & { what: string })[];
  ci_files: readonly { file: string; kind: 'ci' | 'hook'; patch_line: number | null }[];
  unreadable: readonly { area: 'dependencies' | 'secrets'; file: string; reason: string }[];
  omitted: number;
}

/** What a person is asked about, where the policy says `escalate`. */
export type Condition = 'dependencies' | 'install-scripts' | 'ci';
export const conditions: readonly Condition[] = ['dependencies', 'install-scripts', 'ci'];

/** Something in a patch that the policy does not cover by itself, and how the policy handles it. */
export interface OpenItem extends Place {
  rule:
    | 'dependency-not-declared'
    | 'dependency-integrity-changed'
    | 'registry-not-allowed'
    | 'dependencies-unreadable'
    | 'install-script-added'
    | 'ci-file-changed';
  condition: Condition;
  handling: Handling;
  message: string;
  contract_path: string;
}

/**
 * The registries that the package managers of the machine ask when nobody names one: an entry of `policy.dependencies.registries`, and the
 * source of a package whose file says nothing else. Their hosts are facts of the run (`default_registries`).
 */
export const DEFAULT_REGISTRY = 'default';

/**
 * Everything in the facts that is not covered by what the contract declares (K6). Used before the evaluation to ask a person and
 * afterwards to judge, so that both speak of the same items.
 *
 * A dependency is covered when its name is declared and it comes from an allowed place; a package of a lockfile also when
 * a declared one leads to it; a path inside the repository always. `add: allow` opens names, never places or digests.
 */
export function openItems(policy: Policy, facts: PatchFacts): OpenItem[] {
  const { dependencies } = policy;
  const declared = declaredNames(dependencies.declared);
  const named = dependencies.registries.filter((pattern) => pattern !== DEFAULT_REGISTRY);
  const allowsDefault = named.length === 0 || named.length < dependencies.registries.length;
  const known = (hosts: Readonly<Record<string, readonly string[]>> | undefined, ecosystem: Ecosystem) =>
    hosts !== undefined && Object.hasOwn(hosts, ecosystem) ? hosts[ecosystem] : undefined;
  const allowed = (ecosystem: Ecosystem, host: string) =>
    [
      ...named,
      ...(allowsDefault ? (known(facts.default_registries, ecosystem) ?? []) : []),
      ...(known(facts.hosts_before, ecosystem) ?? []),
    ].some((pattern) => matchesHost(pattern, host));
  const unknown = (ecosystem: Ecosystem) =>
    allowsDefault && known(facts.default_registries, ecosystem) === undefined
      ? ` (which registry is the default of ${ecosystem} is not known: no tool of it is on this machine)`
      : '';
  const open = (rule: OpenItem['rule'], place: Place, message: string, strict: boolean): OpenItem => ({
    rule,
    condition: 'dependencies',
    handling: dependencies.add === 'allow' && strict ? 'deny' : dependencies.add,
    message,
    contract_path: rule === 'registry-not-allowed' ? 'policy.dependencies.registries' : 'policy.dependencies.add',
    ...placeOf(place),
  });

  const items: OpenItem[] = [];
  for (const fact of facts.dependencies) {
    if (fact.change === 'removed' || staysInside(fact)) continue;
    const what = `${fact.ecosystem}:${fact.name}${fact.to === null ? '' : ` ${fact.to}`}`;
    if (fact.change === 'integrity')
      items.push(open('dependency-integrity-changed', fact, `${what} has other digests for the same version`, true));
    const host = hostOf(fact.source);
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
    const host = hostOf(registry.url);
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
      ...placeOf(script),
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

const placeOf = ({ file, line, patch_line }: Place): Place => ({ file, line, patch_line });

/** A path that does not lead out of the repository; readers give paths relative to its root. */
const staysInside = ({ source_kind, source }: DependencyChange) =>
  source_kind === 'path' && source !== null && !/^(\/|~|[A-Za-z]:|\.\.(\/|$))/.test(source);

/** Whether a name is among the declared ones, `name` or `ecosystem:name`, as the ecosystem compares names. */
function declaredNames(declared: readonly string[]): (ecosystem: Ecosystem, name: string) => boolean {
  const parsed = declared.map((text) => {
    const match = /^(npm|pypi|go|cargo|gem):(.+)$/s.exec(text);
    return match ? { ecosystem: match[1], name: match[2]! } : { ecosystem: undefined, name: text };
  });
  return (ecosystem, name) =>
    parsed.some(
      (each) =>
        (each.ecosystem ?? ecosystem) === ecosystem && sameName(ecosystem, each.name) === sameName(ecosystem, name),
    );
}

function sameName(ecosystem: Ecosystem, name: string): string {
  if (ecosystem === 'pypi') return name.toLowerCase().replace(/[-_.]+/g, '-');
  return ecosystem === 'cargo' ? name.replaceAll('_', '-') : name;
}

/** Host (with a port, when it is said) of a URL or bare host; undefined when there is none. */
export function hostOf(source: string | null): string | undefined {
  // Programs disagree about what stands where then: `https://a\\@b/` is of host a for some, of b for others.
  if (source === null || /[\\\s\x00-\x1f]/.test(source)) return undefined;
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/:?#\s]+)(:\d+)?/i.exec(source);
  const host = url ? `${url[1]}${url[2] ?? ''}` : /^[\w-]+(\.[\w-]+)+(:\d+)?$/.test(source) ? source : undefined;
  return host?.toLowerCase().replace(/\.(?=:|$)/, '');
}

/** Whether a host is meant by `host`, `*.host` or `*`, each with an optional port; without one the default ports are meant. */
export function matchesHost(pattern: string, host: string): boolean {
  const [, name = '', port] = /^(.*?)(:\d+)?$/s.exec(pattern.toLowerCase())!;
  const [, actual = '', actualPort] = /^(.*?)(:\d+)?$/s.exec(host.toLowerCase())!;
  if (port === undefined ? ![undefined, ':80', ':443'].includes(actualPort) && name !== '*' : port !== actualPort)
    return false;
  return name === '*' || (name.startsWith('*.') ? actual.endsWith(name.slice(1)) : actual === name);
}
