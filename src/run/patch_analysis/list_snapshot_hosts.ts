import { type PackageEcosystem, parseUrlHost } from '../../contract/policy/patch_policy_finding.js';
import { type GitOptions, runGitOrThrow } from '../../workspace/git/run_git.js';
import { readBlobTexts } from './changed_file.js';
import { detectFileKind } from './detect_file_kind.js';
import type { DependencyFileContent } from './readers/dependency_file_reader.js';

/** Most files that are read, those nearest to the root first, and their total size in bytes. */
const MAX_FILES = 200;
const MAX_BYTES = 32 * 2 ** 20;

/** Lists the hosts of the packages of a snapshot by ecosystem. Hosts already in use need no permission. */
export async function listSnapshotHosts(tree: string, call: GitOptions): Promise<Record<string, string[]>> {
  const listing = (await runGitOrThrow(['ls-tree', '-r', '-l', '-z', tree], call)).toString('utf8');
  const files = listing.split('\0').flatMap((line) => {
    const match = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(line);
    if (!match) return [];
    const [, id, size, path] = match as unknown as [string, string, string, string];
    return detectFileKind(path) ? [{ id, size: Number(size), path }] : [];
  });
  files.sort((a, b) => a.path.split('/').length - b.path.split('/').length);
  let left = MAX_BYTES;
  const chosen = files.slice(0, MAX_FILES).filter(({ size }) => {
    if (size > left) return false;
    left -= size;
    return true;
  });
  const texts = await readBlobTexts([...new Set(chosen.map(({ id }) => id))], call);
  const hosts = new Map<PackageEcosystem, Set<string>>();
  for (const { id, path } of chosen) {
    const { read, ecosystem } = detectFileKind(path)!;
    const reading = read(texts.get(id)!, path);
    if ('unreadable' in reading) continue;
    const known = hosts.get(ecosystem) ?? new Set();
    for (const host of listHosts(reading)) known.add(host);
    hosts.set(ecosystem, known);
  }
  return Object.fromEntries([...hosts].map(([ecosystem, found]) => [ecosystem, [...found].sort().slice(0, 100)]));
}

function listHosts(reading: DependencyFileContent): string[] {
  const sources = reading.dependencies.filter(({ source_kind }) => source_kind !== 'path').map(({ source }) => source);
  return [...sources, ...reading.registries].flatMap((source) => parseUrlHost(source) ?? []);
}
