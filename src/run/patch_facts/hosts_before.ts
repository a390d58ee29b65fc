import { type Ecosystem, hostOf } from '../../contract/dependency_policy.js';
import { type GitCall, gitOrThrow } from '../workspace/git.js';
import { blobTexts } from './changed_files.js';
import { kindOf } from './file_kinds.js';
import type { Reading } from './reading.js';

/** Manifests, lockfiles and configuration that are looked at, the ones nearest to the root first, and their bytes together. */
const MOST_FILES = 200;
const MOST_BYTES = 32 * 2 ** 20;

/** Hosts that the packages of a snapshot come from, by ecosystem: what is in use is no new place. */
export async function hostsBefore(tree: string, call: GitCall): Promise<Record<string, string[]>> {
  const listing = (await gitOrThrow(['ls-tree', '-r', '-l', '-z', tree], call)).toString('utf8');
  const files = listing.split('\0').flatMap((line) => {
    const match = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(line);
    if (!match) return [];
    const [, id, size, path] = match as unknown as [string, string, string, string];
    return kindOf(path) ? [{ id, size: Number(size), path }] : [];
  });
  files.sort((a, b) => a.path.split('/').length - b.path.split('/').length);
  let left = MOST_BYTES;
  const chosen = files.slice(0, MOST_FILES).filter(({ size }) => {
    if (size > left) return false;
    left -= size;
    return true;
  });
  const texts = await blobTexts([...new Set(chosen.map(({ id }) => id))], call);
  const hosts = new Map<Ecosystem, Set<string>>();
  for (const { id, path } of chosen) {
    const { read, ecosystem } = kindOf(path)!;
    const reading = read(texts.get(id)!, path);
    if ('unreadable' in reading) continue;
    const known = hosts.get(ecosystem) ?? new Set();
    for (const host of hostsOf(reading)) known.add(host);
    hosts.set(ecosystem, known);
  }
  return Object.fromEntries([...hosts].map(([ecosystem, found]) => [ecosystem, [...found].sort().slice(0, 100)]));
}

function hostsOf(reading: Reading): string[] {
  const sources = reading.dependencies.filter(({ source_kind }) => source_kind !== 'path').map(({ source }) => source);
  return [...sources, ...reading.registries].flatMap((source) => hostOf(source) ?? []);
}
