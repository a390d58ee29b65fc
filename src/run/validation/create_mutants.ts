import picomatch from 'picomatch';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { ProofVariant } from '../../contract/validation/contract_lock.js';
import { findProseLines, isCodeLine } from '../../language/blank_non_code.js';
import { findInlineTests } from '../../language/find_inline_tests.js';
import { isTestPath } from '../../language/is_test_path.js';
import { detectSourceLanguage, isProsePath, type SourceLanguage } from '../../language/source_language.js';
import { detectProjects } from '../../project/detection/detect_projects.js';
import { sha256 } from '../../record/json/compute_digest.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { listCommitFiles, readCommitTexts } from '../../workspace/history/read_commit.js';
import { findLineFaults } from './find_line_faults.js';
import { formatPatchSections, type PatchHunk, type PatchSection, parsePatchSections } from './patch_section.js';

/** Reference solution with one mechanical fault. Most must fail; survivors show blind spots of the checks. */
interface Mutant extends ProofVariant {
  role: 'mutant';
  patch: Uint8Array;
}

interface PatchFault {
  kind: 'drop-file' | 'drop-hunk' | 'revert' | 'condition' | 'constant' | 'operator';
  change: string;
  file: string;
  line?: number;
  patch: () => Uint8Array;
}

const KINDS = ['drop-file', 'drop-hunk', 'revert', 'condition', 'constant', 'operator'] as const;

/**
 * Creates at most `limit` mutants of a patch; patch and seed determine them.
 *
 * Kinds take turns, so that even few mutants cover every kind. Tests and prose of the patch are not changed, since no
 * check is expected to cover them.
 *
 * @param isTest tells whether a path, whose characters are bytes, is a test
 */
export function createMutants(
  golden: Uint8Array,
  seed: number,
  limit: number,
  isTest: (path: string) => boolean = isTestPath,
): Mutant[] {
  const sections = parsePatchSections(golden);
  const order = (fault: PatchFault) =>
    sha256(`${seed} ${fault.kind} ${fault.file} ${fault.line ?? ''} ${fault.change}`);
  const queues = new Map<string, [string, PatchFault][]>(KINDS.map((kind) => [kind, []]));
  for (const fault of findFaults(sections, isTest)) queues.get(fault.kind)!.push([order(fault), fault]);
  for (const queue of queues.values()) queue.sort(([a], [b]) => (a < b ? -1 : 1));
  const digests = new Set([sha256(golden)]);
  const chosen: Mutant[] = [];
  while (chosen.length < limit && [...queues.values()].some((queue) => queue.length > 0)) {
    for (const kind of KINDS) {
      const [, fault] = queues.get(kind)!.shift() ?? [];
      if (!fault || chosen.length >= limit) continue;
      const patch = fault.patch();
      const digest = sha256(patch);
      if (patch.length === 0 || digests.has(digest)) continue;
      digests.add(digest);
      chosen.push({
        role: 'mutant',
        name: `${kind}-${digest.slice(0, 8)}`,
        change: fault.change,
        file: fault.file,
        ...omitUndefined({ line: fault.line }),
        patch,
      });
    }
  }
  return chosen;
}

function* findFaults(sections: readonly PatchSection[], isTest: (path: string) => boolean): Generator<PatchFault> {
  const isCovered = ({ path }: PatchSection) => !isTest(path) && !isProsePath(path);
  for (const [s, section] of sections.entries()) {
    if (!isCovered(section)) continue;
    const { path: file } = section;
    const hasOthers = sections.some((other) => other !== section && isCovered(other));
    if (hasOthers)
      yield {
        kind: 'drop-file',
        change: 'the whole file left out',
        file,
        patch: () => formatPatchSections(sections.toSpliced(s, 1)),
      };
    for (const [h, hunk] of section.hunks.entries()) {
      const inline = listInlineTests(hunk);
      if (hunk.lines.every((text, i) => !/^[+-]/.test(text) || inline.has(i))) continue;
      const put = (changed: PatchHunk[]) =>
        formatPatchSections(sections.with(s, { ...section, hunks: section.hunks.toSpliced(h, 1, ...changed) }));
      if (section.hunks.length > 1)
        yield { kind: 'drop-hunk', change: 'one hunk left out', file, line: hunk.new_start, patch: () => put([]) };
      const language = detectSourceLanguage(file, section.hunks[0]?.lines[0]?.slice(1));
      if (language) yield* findHunkFaults(hunk, inline, file, language, put);
    }
  }
}

/** Finds the lines of a hunk that belong to tests in a source file. */
function listInlineTests({ heading, lines }: PatchHunk): ReadonlySet<number> {
  const start = findInlineTests(
    heading,
    lines.map((text) => text.slice(1)),
  );
  return new Set(start < 0 ? [] : lines.slice(start).map((_, i) => start + i));
}

function* findHunkFaults(
  hunk: PatchHunk,
  inline: ReadonlySet<number>,
  file: string,
  language: SourceLanguage,
  put: (changed: PatchHunk[]) => Uint8Array,
): Generator<PatchFault> {
  let line = hunk.new_start;
  const shown = hunk.lines.map((text) => (/^[-\\]/.test(text) ? '' : text.slice(1)));
  const prose = findProseLines(shown, language);
  for (const [i, text] of hunk.lines.entries()) {
    // Lines without a line break at the end are left alone, since git's remark belongs to them.
    if (text.startsWith('+') && !prose.has(i) && !inline.has(i) && !hunk.lines[i + 1]?.startsWith('\\')) {
      const location = { file, line };
      const replaced = (by: string[]) => put([{ ...hunk, lines: hunk.lines.toSpliced(i, 1, ...by) }]);
      const code = text.slice(1).trim();
      if (isCodeLine(code, language))
        yield {
          kind: 'revert',
          change: `line left out: ${code.slice(0, 60)}`,
          ...location,
          patch: () => revertAddedLine(hunk, i, put),
        };
      for (const fault of findLineFaults(text.slice(1), language))
        yield {
          kind: fault.kind,
          change: `${fault.change} in: ${code.slice(0, 60)}`,
          ...location,
          patch: () => replaced([`+${fault.text}`]),
        };
    }
    if (!text.startsWith('-') && !text.startsWith('\\')) line++;
  }
}

/** Reverts one added line. The line that it replaced returns if as many lines were removed as added. */
function revertAddedLine(hunk: PatchHunk, i: number, put: (changed: PatchHunk[]) => Uint8Array): Uint8Array {
  const { lines } = hunk;
  let first = i;
  while (lines[first - 1]?.startsWith('+')) first--;
  let end = i;
  while (lines[end + 1]?.startsWith('+')) end++;
  const count = end - first + 1;
  const removed = lines.slice(Math.max(0, first - count), first);
  const matched =
    removed.length === count &&
    removed.every((line) => line.startsWith('-')) &&
    !lines[first - count - 1]?.startsWith('-');
  if (!matched) return put([{ ...hunk, lines: lines.toSpliced(i, 1) }]);
  // A line can come back at its place only when the block is split there: - - + + becomes  -a +a' │ b │ …
  const block: string[] = [];
  removed.forEach((line, k) => {
    if (first + k === i) block.push(` ${line.slice(1)}`);
    else block.push(line, lines[first + k]!);
  });
  return put([{ ...hunk, lines: lines.toSpliced(first - count, 2 * count, ...block) }]);
}

/**
 * Creates the predicate of files that a fault in says nothing about the checks: tests by their names, by the
 * configuration of the repository's own runners, and files that the contract replaces or puts back before it checks.
 *
 * @param tree git tree of the repository
 */
export async function createTestPredicate(
  { contract: { oracle }, golden, oracle_files, oracle_folders }: LoadedContract,
  tree: string,
  { store }: WorkspaceCache,
): Promise<(path: string) => boolean> {
  const repository = { store, root: undefined, shallow: true };
  const { projects } = detectProjects(await readCommitTexts(repository, await listCommitFiles(repository, tree)));
  const hidden = new Set(oracle_files.map(({ path }) => path));
  const isRestored = picomatch(oracle.restore, { dot: true });
  const isReplaced = (path: string) =>
    hidden.has(path) || oracle_folders.some((folder) => path.startsWith(`${folder}/`)) || isRestored(path);
  const isConfigured = (path: string) => projects.some(({ isTestFile }) => isTestFile(path));
  const changed = parsePatchSections(golden ?? new Uint8Array()).map(({ path }) => toText(path));
  // A script that is its own test names files that are the product: something must be left to have a fault in.
  const is_all = changed.every((path) => isProsePath(path) || isTestPath(path) || isConfigured(path));
  return (bytes) => {
    const path = toText(bytes);
    return isTestPath(path) || isReplaced(path) || (!is_all && isConfigured(path));
  };
}

/** Returns the text of a path whose characters are bytes. */
const toText = (path: string): string => Buffer.from(path, 'latin1').toString();
