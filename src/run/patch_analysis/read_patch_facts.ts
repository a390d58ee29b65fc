import { type PackageEcosystem, parseUrlHost } from '../../contract/policy/patch_policy_finding.js';
import type { EventPayload, FileChange } from '../../record/events/event.js';
import { type GitOptions, runGitOrThrow } from '../../workspace/git/run_git.js';
import type { Layer } from '../../workspace/layer.js';
import type { AppliedPatch } from '../../workspace/patch/apply_patch.js';
import { type ChangedFile, readBlobTexts, readChangedFiles } from './changed_file.js';
import {
  assignRoots,
  compareLockfiles,
  compareManifests,
  compareScripts,
  type DependencyDifference,
} from './dependency_difference.js';
import { detectAutomation, detectFileKind } from './detect_file_kind.js';
import { findSecrets } from './find_secrets.js';
import {
  createEmptyContent,
  type DependencyFileContent,
  type DependencyFileKind,
  type UnreadableFile,
} from './readers/dependency_file_reader.js';

type PatchFactsPayload = EventPayload<'patch_facts'>;

/** Most entries that each list of the event keeps; further ones are only counted. */
const MAX_LISTED = {
  dependencies: 2000,
  registries: 200,
  install_scripts: 200,
  ci_files: 200,
  secrets: 200,
  unreadable: 200,
};

/**
 * Reads the facts of an applied patch that its policy refers to (requirement K6).
 *
 * These are dependencies, registries, installation scripts, automation and possible secrets. The function only collects
 * facts; `listPatchPolicyFindings` decides which of them are allowed. All input is hostile: a file that cannot be read
 * is named, so that it counts like a change.
 */
export async function readPatchFacts(
  application: { files: readonly FileChange[]; applied: AppliedPatch },
  patch: Uint8Array,
  layer: Layer,
): Promise<PatchFactsPayload> {
  const { call } = application.applied;
  const files = await readChangedFiles(application.files, patch, application.applied);
  const facts: PatchFactsPayload = {
    dependencies: [],
    registries: [],
    hosts_before: {},
    install_scripts: [],
    ci_files: [],
    secrets: [],
    suspicions: [],
    unreadable: [],
    omitted: 0,
  };
  const compared = files.flatMap((file) => {
    const kind = detectFileKind(file.path);
    return kind && file.change !== 'deleted' ? [compareFile(file, kind, facts)] : [];
  });
  const direct = compared.filter(({ kind }) => !kind.lockfile);
  for (const { file, kind, differences, after: newContent } of compared) {
    const names = direct
      .filter((each) => each.kind.ecosystem === kind.ecosystem)
      .flatMap((each) => each.differences.map(({ name }) => name));
    if (kind.lockfile) assignRoots(differences, newContent, names);
    else if (kind.ecosystem === 'go') assignIndirectRoots(differences, newContent);
    addDifferences(facts, file, kind, differences);
  }
  for (const file of files) {
    const kind =
      detectAutomation(file.path) ?? (file.change === 'renamed' ? detectAutomation(file.old_path) : undefined);
    if (kind) facts.ci_files.push({ file: file.path, kind, patch_line: file.patch_line });
  }
  if (facts.registries.length > 0 || facts.dependencies.some(({ source }) => source !== null))
    facts.hosts_before = await listSnapshotHosts(layer.tree, call);
  const { secrets, unread } = await findSecrets(files);
  facts.secrets = secrets;
  for (const { file, reason } of unread) facts.unreadable.push({ area: 'secrets', file, reason });
  return boundFacts(facts);
}

interface FileComparison {
  file: ChangedFile;
  kind: DependencyFileKind;
  differences: DependencyDifference[];
  after: DependencyFileContent;
}

function compareFile(file: ChangedFile, kind: DependencyFileKind, facts: PatchFactsPayload): FileComparison {
  const oldContent = readSide(file.before, file.old_path);
  const newContent: DependencyFileContent | UnreadableFile =
    file.after === undefined ? { unreadable: file.unread ?? 'it is not a file' } : kind.read(file.after, file.path);
  if ('unreadable' in newContent) {
    facts.unreadable.push({ area: 'dependencies', file: file.path, reason: newContent.unreadable });
    return { file, kind, differences: [], after: createEmptyContent() };
  }
  const locate = createLocator(file);
  const lines = { file: file.path };
  for (const script of compareScripts(oldContent, newContent))
    facts.install_scripts.push({ ...lines, what: script, ...locate(script) });
  const knownRegistries = new Set(oldContent.registries);
  for (const url of new Set(newContent.registries))
    if (!knownRegistries.has(url)) facts.registries.push({ ecosystem: kind.ecosystem, url, ...lines, ...locate(url) });
  const differences = kind.lockfile
    ? compareLockfiles(oldContent, newContent, /(^|\/)go(\.work)?\.sum$/.test(file.path))
    : compareManifests(oldContent, newContent);
  return { file, kind, differences, after: newContent };
}

/**
 * Reads one side of a file. Text that cannot be read before the patch counts as empty, so that all of the new text
 * counts.
 */
function readSide(text: string | undefined, path: string): DependencyFileContent {
  const reading = text === undefined ? undefined : detectFileKind(path)?.read(text, path);
  return reading && !('unreadable' in reading) ? reading : createEmptyContent();
}

/** Assigns the direct requirements of a go.mod as roots of its indirect ones, for which there is no graph. */
function assignIndirectRoots(differences: readonly DependencyDifference[], after: DependencyFileContent): void {
  const indirect = new Set(after.dependencies.filter(({ requires }) => requires !== undefined).map(({ name }) => name));
  const direct = differences.filter(({ name }) => !indirect.has(name)).map(({ name }) => name);
  for (const difference of differences) if (indirect.has(difference.name)) difference.roots = direct.slice(0, 20);
}

function addDifferences(
  facts: PatchFactsPayload,
  file: ChangedFile,
  { ecosystem, lockfile }: DependencyFileKind,
  differences: readonly DependencyDifference[],
): void {
  const locate = createLocator(file);
  for (const difference of differences)
    facts.dependencies.push({
      ecosystem,
      ...difference,
      name: difference.name.slice(0, 300).toWellFormed(),
      file: file.path,
      ...locate(difference.name),
      lockfile,
    });
}

const WORD_CHARACTERS = /[@\w][\w@./+-]*/g;

/** Creates a function that finds the first added line with the words of a text, for annotations. */
function createLocator({
  added,
  patch_line,
}: ChangedFile): (text: string) => { line: number | null; patch_line: number | null } {
  const index = new Map<string, { line: number; patch_line: number | null }>();
  for (const each of added)
    for (const [word] of each.text.slice(0, 2000).matchAll(WORD_CHARACTERS)) {
      const key = getSearchWord(word);
      if (!index.has(key)) index.set(key, each);
    }
  return (text) => {
    const words = [text, ...(text.match(WORD_CHARACTERS) ?? [])].map(getSearchWord);
    const location = words.map((word) => index.get(word)).find((each) => each !== undefined) ?? added[0];
    return { line: location?.line ?? null, patch_line: location?.patch_line ?? patch_line };
  };
}

/** Returns the text to search in a lockfile, which names a package by path, version or range. */
const getSearchWord = (word: string) =>
  word
    .slice(word.lastIndexOf('node_modules/') < 0 ? 0 : word.lastIndexOf('node_modules/') + 'node_modules/'.length)
    .replace(/(?<=.)@.*$/, '')
    .toLowerCase();

/** Cuts the lists of an event: manifests come before lockfiles, unusual entries before usual ones. */
function boundFacts(facts: PatchFactsPayload): PatchFactsPayload {
  const rank = ({ lockfile, change }: PatchFactsPayload['dependencies'][number]) =>
    !lockfile ? 0 : change === 'integrity' || change === 'source' ? 1 : change === 'removed' ? 3 : 2;
  facts.dependencies.sort((a, b) => rank(a) - rank(b));
  for (const [key, most] of Object.entries(MAX_LISTED) as [keyof typeof MAX_LISTED, number][]) {
    const list = facts[key] as unknown[];
    facts.omitted += Math.max(0, list.length - most);
    list.length = Math.min(list.length, most);
  }
  return facts;
}

/** Most files that are read, those nearest to the root first, and their total size in bytes. */
const MAX_FILES = 200;
const MAX_BYTES = 32 * 2 ** 20;

/** Lists the hosts of the packages of a snapshot by ecosystem. Hosts already in use need no permission. */
async function listSnapshotHosts(tree: string, call: GitOptions): Promise<Record<string, string[]>> {
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
    const hostNames = hosts.get(ecosystem) ?? new Set();
    for (const host of listHosts(reading)) hostNames.add(host);
    hosts.set(ecosystem, hostNames);
  }
  return Object.fromEntries([...hosts].map(([ecosystem, found]) => [ecosystem, [...found].sort().slice(0, 100)]));
}

function listHosts(reading: DependencyFileContent): string[] {
  const sources = reading.dependencies.filter(({ source_kind }) => source_kind !== 'path').map(({ source }) => source);
  return [...sources, ...reading.registries].flatMap((source) => parseUrlHost(source) ?? []);
}
