import type { DependencyChange } from '../../contract/dependency_policy.js';
import type { Declared, Reading } from './reading.js';

/** A dependency that differs, before it is known on which line. */
export type Difference = Pick<DependencyChange, 'name' | 'change' | 'from' | 'to' | 'source' | 'source_kind'> & {
  roots: string[];
};

/** What a manifest says after the patch and did not before. */
export function compareManifests(before: Reading, after: Reading): Difference[] {
  const old = byKey(before.dependencies);
  const now = byKey(after.dependencies);
  const differences: Difference[] = [];
  for (const [key, entries] of now) {
    const known = old.get(key) ?? [];
    for (const entry of entries) {
      if (known.some((each) => sameEntry(each, entry))) continue;
      const from = known[0]?.version ?? null;
      differences.push({
        ...placed(entry),
        change: known.length > 0 ? 'changed' : 'added',
        from,
        to: entry.version,
        roots: [],
      });
    }
  }
  const names = new Set(after.dependencies.map((entry) => entry.name));
  for (const [key, [entry]] of old)
    if (!now.has(key) && !names.has(entry!.name))
      differences.push({ ...placed(entry!), change: 'removed', from: entry!.version, to: null, roots: [] });
  return differences;
}

const sameEntry = (a: Declared, b: Declared) =>
  a.name === b.name &&
  a.version === b.version &&
  a.source === b.source &&
  a.source_kind === b.source_kind &&
  (a.integrity ?? '') === (b.integrity ?? '');

const placed = ({ name, source, source_kind }: Declared) => ({ name, source, source_kind });

function byKey(dependencies: readonly Declared[]): Map<string, Declared[]> {
  const map = new Map<string, Declared[]>();
  for (const entry of dependencies) {
    const key = entry.key ?? entry.name;
    const known = map.get(key);
    if (known) known.push(entry);
    else map.set(key, [entry]);
  }
  return map;
}

/** What a lockfile holds after the patch and did not before: new versions, the same version with other digests or from elsewhere. */
export function compareLockfiles(before: Reading, after: Reading, digests_only = false): Difference[] {
  const old = byVersion(before.dependencies);
  const names = new Map<string, Set<string>>();
  for (const { name, version } of before.dependencies)
    names.set(name, (names.get(name) ?? new Set()).add(version ?? ''));
  const differences: Difference[] = [];
  const said = new Set<string>();
  const say = (entry: Declared, change: Difference['change'], from: string | null) => {
    const difference = { ...placed(entry), change, from, to: entry.version, roots: [] };
    const key = JSON.stringify(difference);
    if (!said.has(key)) differences.push(difference);
    said.add(key);
  };
  for (const entry of after.dependencies) {
    const known = old.get(versionKey(entry));
    if (!known) {
      const versions = names.get(entry.name);
      if (!digests_only)
        say(entry, versions ? 'changed' : 'added', versions ? [...versions].slice(0, 5).join(', ') : null);
      continue;
    }
    const had = known.filter((each) => each.integrity !== undefined);
    if (had.length > 0 && !had.some((each) => each.integrity === entry.integrity))
      say(entry, 'integrity', entry.version);
    if (!known.some((each) => each.source === entry.source && each.source_kind === entry.source_kind))
      say(entry, 'source', known[0]!.source ?? entry.version);
  }
  if (digests_only) return differences;
  const left = new Set(after.dependencies.map((entry) => entry.name));
  for (const entry of before.dependencies)
    if (!left.has(entry.name)) say({ ...entry, version: null }, 'removed', entry.version);
  return differences;
}

const versionKey = ({ name, version }: Declared) => `${name}\0${version}`;

function byVersion(dependencies: readonly Declared[]): Map<string, Declared[]> {
  return byKey(dependencies.map((entry) => ({ ...entry, key: versionKey(entry) })));
}

/** Scripts that are new or do something else, those of newly scripted packages of a lockfile included. */
export function compareScripts(before: Reading, after: Reading): string[] {
  const old = new Set(before.scripts.map(({ what, text }) => `${what}\0${text}`));
  const scripted = new Set(before.dependencies.filter((entry) => entry.scripted).map(versionKey));
  const said = after.scripts.filter(({ what, text }) => !old.has(`${what}\0${text}`)).map(({ what }) => what);
  const packages = after.dependencies
    .filter((entry) => entry.scripted && !scripted.has(versionKey(entry)))
    .map((entry) => `${entry.name} ${entry.version ?? ''} has an install script`);
  return [...new Set([...said, ...packages])];
}

/** Packages that are followed through a lockfile, and how many of them are named as the way to one other package. */
const MOST_STARTS = 200;
const MOST_STEPS = 1_000_000;
const MOST_ROOTS = 20;

/**
 * Names, for every difference of a lockfile, the changed packages that lead to it: so a declared dependency brings its own ones,
 * and a package that nothing declared leads to stands out.
 *
 * @param first names to start from before others: what the manifests changed
 */
export function nameRoots(differences: readonly Difference[], lock: Reading, first: readonly string[]): void {
  const needs = new Map<string, Set<string>>();
  for (const { name, requires } of lock.dependencies) {
    const known = needs.get(name) ?? new Set();
    for (const each of requires ?? []) known.add(each);
    needs.set(name, known);
  }
  const byName = new Map<string, Difference[]>();
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
