import type { DependencyChange } from '../../contract/policy/patch_policy_finding.js';
import type { DeclaredDependency, DependencyFileContent } from './readers/dependency_file_reader.js';

/** Difference of a dependency, before its line is known. */
export type DependencyDifference = Pick<
  DependencyChange,
  'name' | 'change' | 'from' | 'to' | 'source' | 'source_kind'
> & {
  roots: string[];
};

/** Lists what a manifest declares after the patch and did not before. */
export function compareManifests(before: DependencyFileContent, after: DependencyFileContent): DependencyDifference[] {
  const old = groupByKey(before.dependencies);
  const now = groupByKey(after.dependencies);
  const differences: DependencyDifference[] = [];
  for (const [key, entries] of now) {
    const oldEntries = old.get(key) ?? [];
    for (const entry of entries) {
      if (oldEntries.some((each) => isSameEntry(each, entry))) continue;
      const oldVersion = oldEntries[0]?.version ?? null;
      differences.push({
        ...getNameAndSource(entry),
        change: oldEntries.length > 0 ? 'changed' : 'added',
        from: oldVersion,
        to: entry.version,
        roots: [],
      });
    }
  }
  const names = new Set(after.dependencies.map((entry) => entry.name));
  for (const [key, [entry]] of old)
    if (!now.has(key) && !names.has(entry!.name))
      differences.push({ ...getNameAndSource(entry!), change: 'removed', from: entry!.version, to: null, roots: [] });
  return differences;
}

const isSameEntry = (a: DeclaredDependency, b: DeclaredDependency) =>
  a.name === b.name &&
  a.version === b.version &&
  a.source === b.source &&
  a.source_kind === b.source_kind &&
  (a.integrity ?? '') === (b.integrity ?? '');

const getNameAndSource = ({ name, source, source_kind }: DeclaredDependency) => ({ name, source, source_kind });

function groupByKey(dependencies: readonly DeclaredDependency[]): Map<string, DeclaredDependency[]> {
  const map = new Map<string, DeclaredDependency[]>();
  for (const entry of dependencies) {
    const key = entry.key ?? entry.name;
    const entries = map.get(key);
    if (entries) entries.push(entry);
    else map.set(key, [entry]);
  }
  return map;
}

/** Lists what a lockfile adds: new versions, and known versions with other digests or sources. */
export function compareLockfiles(
  before: DependencyFileContent,
  after: DependencyFileContent,
  digests_only = false,
): DependencyDifference[] {
  const old = groupByVersion(before.dependencies);
  const names = new Map<string, Set<string>>();
  for (const { name, version } of before.dependencies)
    names.set(name, (names.get(name) ?? new Set()).add(version ?? ''));
  const differences: DependencyDifference[] = [];
  const statements = new Set<string>();
  const say = (entry: DeclaredDependency, change: DependencyDifference['change'], from: string | null) => {
    const difference = { ...getNameAndSource(entry), change, from, to: entry.version, roots: [] };
    const key = JSON.stringify(difference);
    if (!statements.has(key)) differences.push(difference);
    statements.add(key);
  };
  for (const entry of after.dependencies) {
    const oldEntry = old.get(getVersionKey(entry));
    if (!oldEntry) {
      const versions = names.get(entry.name);
      if (!digests_only)
        say(entry, versions ? 'changed' : 'added', versions ? [...versions].slice(0, 5).join(', ') : null);
      continue;
    }
    const had = oldEntry.filter((each) => each.integrity !== undefined);
    if (had.length > 0 && !had.some((each) => each.integrity === entry.integrity))
      say(entry, 'integrity', entry.version);
    if (!oldEntry.some((each) => each.source === entry.source && each.source_kind === entry.source_kind))
      say(entry, 'source', oldEntry[0]!.source ?? entry.version);
  }
  if (digests_only) return differences;
  const left = new Set(after.dependencies.map((entry) => entry.name));
  for (const entry of before.dependencies)
    if (!left.has(entry.name)) say({ ...entry, version: null }, 'removed', entry.version);
  return differences;
}

const getVersionKey = ({ name, version }: DeclaredDependency) => `${name}\0${version}`;

function groupByVersion(dependencies: readonly DeclaredDependency[]): Map<string, DeclaredDependency[]> {
  return groupByKey(dependencies.map((entry) => ({ ...entry, key: getVersionKey(entry) })));
}

/** Lists scripts that are new or changed, including those of newly scripted packages of a lockfile. */
export function compareScripts(before: DependencyFileContent, after: DependencyFileContent): string[] {
  const old = new Set(before.scripts.map(({ what, text }) => `${what}\0${text}`));
  const scripted = new Set(before.dependencies.filter((entry) => entry.scripted).map(getVersionKey));
  const statements = after.scripts.filter(({ what, text }) => !old.has(`${what}\0${text}`)).map(({ what }) => what);
  const packages = after.dependencies
    .filter((entry) => entry.scripted && !scripted.has(getVersionKey(entry)))
    .map((entry) => `${entry.name} ${entry.version ?? ''} has an install script`);
  return [...new Set([...statements, ...packages])];
}

/** Most packages that are followed through a lockfile, and most that are named as the way to another one. */
const MOST_STARTS = 200;
const MOST_STEPS = 1_000_000;
const MOST_ROOTS = 20;

/**
 * Assigns to every difference of a lockfile the changed packages that lead to it.
 *
 * A declared dependency thus covers its own ones, and a package that nothing declared leads to stands out.
 *
 * @param first names to start from before others: what the manifests changed
 */
export function assignRoots(
  differences: readonly DependencyDifference[],
  lock: DependencyFileContent,
  first: readonly string[],
): void {
  const needs = new Map<string, Set<string>>();
  for (const { name, requires } of lock.dependencies) {
    const requirers = needs.get(name) ?? new Set();
    for (const each of requires ?? []) requirers.add(each);
    needs.set(name, requirers);
  }
  const byName = new Map<string, DependencyDifference[]>();
  for (const each of differences) byName.set(each.name, [...(byName.get(each.name) ?? []), each]);
  const starts = [...new Set([...first.filter((name) => needs.has(name)), ...byName.keys()])].slice(0, MOST_STARTS);
  let steps = 0;
  for (const start of starts) {
    if (steps > MOST_STEPS) return; // what is then without a root is open, which is the safe side
    const reached = new Set<string>([start]);
    const pending = [start];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      for (const each of needs.get(name) ?? []) {
        if (reached.has(each)) continue;
        steps++;
        reached.add(each);
        pending.push(each);
      }
    }
    for (const name of reached)
      for (const each of byName.get(name) ?? [])
        if (name !== start && each.roots.length < MOST_ROOTS) each.roots.push(start);
  }
}
