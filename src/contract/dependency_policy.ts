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

/** Public registries, as lockfiles and configuration name them. */
const PUBLIC: Record<Ecosystem, readonly string[]> = {
  npm: ['registry.npmjs.org', 'registry.yarnpkg.com'],
  pypi: ['pypi.org', 'files.pythonhosted.org', 'pypi.python.org'],
  go: ['proxy.golang.org', 'sum.golang.org'],
  cargo: ['crates.io', 'index.crates.io', 'static.crates.io'],
  gem: ['rubygems.org', 'index.rubygems.org'],
};

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
  const allowed = (ecosystem: Ecosystem, host: string) =>
    [
      ...(dependencies.registries.length > 0 ? dependencies.registries : PUBLIC[ecosystem]),
      ...(Object.hasOwn(facts.hosts_before, ecosystem) ? facts.hosts_before[ecosystem]! : []),
    ].some((pattern) => matchesHost(pattern, host));
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
    const foreign =
      fact.source_kind === 'path' ||
      (host === undefined && (fact.source !== null || fact.source_kind === 'git' || fact.source_kind === 'url')) ||
      (host !== undefined && !allowed(fact.ecosystem, host));
    if (foreign) {
      const from =
        fact.source_kind === 'path'
          ? `${fact.source}, outside the repository`
          : (fact.source ?? 'a place that is not said');
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
    items.push(
      open('registry-not-allowed', registry, `${registry.ecosystem} packages may now come from ${registry.url}`, true),
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
