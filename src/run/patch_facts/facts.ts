import type { FileChange, Payload } from '../../record/events.js';
import type { AppliedPatch } from '../workspace/apply.js';
import type { Layer } from '../workspace/layer.js';
import { type ChangedFile, readChangedFiles } from './changed_files.js';
import { compareLockfiles, compareManifests, compareScripts, type Difference, nameRoots } from './compare.js';
import { automationOf, kindOf } from './file_kinds.js';
import { hostsBefore } from './hosts_before.js';
import { type FileKind, nothing, type Reading, type Unreadable } from './reading.js';
import { findSecrets } from './secrets.js';

type Facts = Payload<'patch_facts'>;

/** Entries that each list of the event keeps; what is beyond is counted. */
const MOST = {
  dependencies: 2000,
  registries: 200,
  install_scripts: 200,
  ci_files: 200,
  secrets: 200,
  unreadable: 200,
};

/**
 * What an applied patch holds beyond its lines (K6): dependencies, registries, scripts that run at installation, automation,
 * and what looks like a secret. Facts only; `contract/dependency_policy.ts` says what of it is allowed.
 *
 * Everything read here is hostile. What cannot be read is named, so that it can be held against the patch like a change.
 */
export async function readPatchFacts(
  application: { files: readonly FileChange[]; applied: AppliedPatch },
  patch: Uint8Array,
  layer: Layer,
): Promise<Facts> {
  const { call } = application.applied;
  const files = await readChangedFiles(application.files, patch, call);
  const facts: Facts = {
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
    const kind = kindOf(file.path);
    return kind && file.change !== 'deleted' ? [compare(file, kind, facts)] : [];
  });
  const direct = compared.filter(({ kind }) => !kind.lockfile);
  for (const { file, kind, differences, after } of compared) {
    const names = direct
      .filter((each) => each.kind.ecosystem === kind.ecosystem)
      .flatMap((each) => each.differences.map(({ name }) => name));
    if (kind.lockfile) nameRoots(differences, after, names);
    else if (kind.ecosystem === 'go') nameIndirect(differences, after);
    say(facts, file, kind, differences);
  }
  for (const file of files) {
    const kind = automationOf(file.path) ?? (file.change === 'renamed' ? automationOf(file.old_path) : undefined);
    if (kind) facts.ci_files.push({ file: file.path, kind, patch_line: file.patch_line });
  }
  if (facts.registries.length > 0 || facts.dependencies.some(({ source }) => source !== null))
    facts.hosts_before = await hostsBefore(layer.tree, call);
  const { secrets, unread } = await findSecrets(files);
  facts.secrets = secrets;
  for (const { file, reason } of unread) facts.unreadable.push({ area: 'secrets', file, reason });
  return bounded(facts);
}

interface Compared {
  file: ChangedFile;
  kind: FileKind;
  differences: Difference[];
  after: Reading;
}

function compare(file: ChangedFile, kind: FileKind, facts: Facts): Compared {
  const before = readSide(file.before, file.old_path);
  const after: Reading | Unreadable =
    file.after === undefined ? { unreadable: file.unread ?? 'it is not a file' } : kind.read(file.after, file.path);
  if ('unreadable' in after) {
    facts.unreadable.push({ area: 'dependencies', file: file.path, reason: after.unreadable });
    return { file, kind, differences: [], after: nothing() };
  }
  const at = locator(file);
  const lines = { file: file.path };
  for (const what of compareScripts(before, after)) facts.install_scripts.push({ ...lines, what, ...at(what) });
  const known = new Set(before.registries);
  for (const url of new Set(after.registries))
    if (!known.has(url)) facts.registries.push({ ecosystem: kind.ecosystem, url, ...lines, ...at(url) });
  const differences = kind.lockfile
    ? compareLockfiles(before, after, /(^|\/)go(\.work)?\.sum$/.test(file.path))
    : compareManifests(before, after);
  return { file, kind, differences, after };
}

/** The file before the patch; what could not be read then says nothing, so that all of the new text counts. */
function readSide(text: string | undefined, path: string): Reading {
  const reading = text === undefined ? undefined : kindOf(path)?.read(text, path);
  return reading && !('unreadable' in reading) ? reading : nothing();
}

/** Indirect requirements of a go.mod have no graph: what the patch requires directly leads to them. */
function nameIndirect(differences: readonly Difference[], after: Reading): void {
  const indirect = new Set(after.dependencies.filter(({ requires }) => requires !== undefined).map(({ name }) => name));
  const direct = differences.filter(({ name }) => !indirect.has(name)).map(({ name }) => name);
  for (const difference of differences) if (indirect.has(difference.name)) difference.roots = direct.slice(0, 20);
}

function say(
  facts: Facts,
  file: ChangedFile,
  { ecosystem, lockfile }: FileKind,
  differences: readonly Difference[],
): void {
  const at = locator(file);
  for (const difference of differences)
    facts.dependencies.push({
      ecosystem,
      ...difference,
      name: difference.name.slice(0, 300).toWellFormed(),
      file: file.path,
      ...at(difference.name),
      lockfile,
    });
}

const WORD = /[@\w][\w@./+-]*/g;

/** Finds the first added line of a file that holds the words of a text: where a reader should look. */
function locator({
  added,
  patch_line,
}: ChangedFile): (text: string) => { line: number | null; patch_line: number | null } {
  const index = new Map<string, { line: number; patch_line: number | null }>();
  for (const each of added)
    for (const [word] of each.text.slice(0, 2000).matchAll(WORD)) {
      const key = wordOf(word);
      if (!index.has(key)) index.set(key, each);
    }
  return (text) => {
    const words = [text, ...(text.match(WORD) ?? [])].map(wordOf);
    const found = words.map((word) => index.get(word)).find((each) => each !== undefined) ?? added[0];
    return { line: found?.line ?? null, patch_line: found?.patch_line ?? patch_line };
  };
}

/** Lockfiles name a package by its path, its version or its range. */
const wordOf = (word: string) =>
  word
    .slice(word.lastIndexOf('node_modules/') < 0 ? 0 : word.lastIndexOf('node_modules/') + 'node_modules/'.length)
    .replace(/(?<=.)@.*$/, '')
    .toLowerCase();

/** Manifests before lockfiles, and in these the strange before the usual: what is cut off is what says least. */
function bounded(facts: Facts): Facts {
  const rank = ({ lockfile, change }: Facts['dependencies'][number]) =>
    !lockfile ? 0 : change === 'integrity' || change === 'source' ? 1 : change === 'removed' ? 3 : 2;
  facts.dependencies.sort((a, b) => rank(a) - rank(b));
  for (const [key, most] of Object.entries(MOST) as [keyof typeof MOST, number][]) {
    const list = facts[key] as unknown[];
    facts.omitted += Math.max(0, list.length - most);
    list.length = Math.min(list.length, most);
  }
  return facts;
}
