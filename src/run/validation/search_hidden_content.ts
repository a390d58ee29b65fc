import { lstat, opendir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { sha256 } from '../../record/json/compute_digest.js';
import type { Layer } from '../../workspace/layer.js';
import { parsePatchSections } from './patch_section.js';

/** Hidden content found in the workspace of an agent. */
interface HiddenMatch {
  /** Path in the workspace. */
  path: string;
  /** Hidden file, or the golden patch, whose content was found. */
  what: string;
  /** Kind of match: identical bytes, or common lines. */
  how: 'same-file' | 'same-lines';
  lines: number;
}

/** Result of a search for hidden content. */
interface HiddenSearchResult {
  found: HiddenMatch[];
  files: number;
  /** Number of files that were too large. `complete` is false if the search reached its limit. */
  passed_over: number;
  complete: boolean;
}

const MOST_FILES = 50_000;
const MOST_BYTES = 512 * 2 ** 20;
const MAX_FILE = 4 * 2 ** 20;
/** Least size of distinctive files and lines; shorter ones are too common. */
const DISTINCTIVE_FILE = 64;
const DISTINCTIVE_LINE = 24;
/** Least number and share of common lines that make a copy. */
const DISTINCTIVE_LINES = 10;
const DISTINCTIVE_SHARE = 0.8;

/**
 * Searches the workspace after setup for the content of hidden files and the reference solution.
 *
 * It includes everything that setup installed: packages, submodules, caches. Links are not followed. A hidden file that
 * the repository already has at its place of installation is public and not reported.
 */
export async function searchHiddenContent(loaded: LoadedContract, layer: Layer): Promise<HiddenSearchResult> {
  const secrets = listHiddenFragments(loaded);
  const digests = new Map(
    secrets.filter(({ bytes }) => bytes >= DISTINCTIVE_FILE).map((secret) => [secret.sha256, secret]),
  );
  const search: HiddenSearchResult = { found: [], files: 0, passed_over: 0, complete: true };
  let bytes = 0;
  for await (const { path, size } of walkFiles(layer.tree_path)) {
    if (search.files >= MOST_FILES || bytes > MOST_BYTES) return { ...search, complete: false };
    if (size > MAX_FILE) {
      search.passed_over++;
      continue;
    }
    search.files++;
    bytes += size;
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    const shown = relative(layer.tree_path, path);
    const same = digests.get(sha256(content));
    if (same && same.place !== shown)
      search.found.push({ path: shown, what: same.what, how: 'same-file', lines: same.lines.size });
    else if (!same) search.found.push(...findCopiedFragments(content, shown, secrets));
  }
  return search;
}

interface HiddenFragment {
  what: string;
  /** Place where the oracle installs it; a file there is not reported. */
  place: string | undefined;
  sha256: string;
  bytes: number;
  lines: Set<string>;
}

function listHiddenFragments(loaded: LoadedContract): HiddenFragment[] {
  const hidden = loaded.oracle_files.map(
    (file): HiddenFragment => ({
      what: file.path,
      place: file.path,
      sha256: file.sha256,
      bytes: file.content.length,
      lines: selectDistinctiveLines(Buffer.from(file.content).toString()),
    }),
  );
  if (!loaded.golden) return hidden;
  const added = parsePatchSections(loaded.golden).flatMap(({ hunks }) =>
    hunks.flatMap(({ lines }) => lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))),
  );
  const golden: HiddenFragment = {
    what: 'the golden patch',
    place: undefined,
    sha256: sha256(loaded.golden),
    bytes: loaded.golden.length,
    lines: selectDistinctiveLines(Buffer.from(added.join('\n'), 'latin1').toString()),
  };
  return [...hidden, golden];
}

const selectDistinctiveLines = (text: string) =>
  new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length >= DISTINCTIVE_LINE && /[A-Za-z]{3}/.test(line)),
  );

/** Finds fragments most of whose lines occur in a file, except at their own place. */
function findCopiedFragments(content: Buffer, path: string, secrets: readonly HiddenFragment[]): HiddenMatch[] {
  if (content.includes(0)) return [];
  const lines = selectDistinctiveLines(content.toString());
  if (lines.size < DISTINCTIVE_LINES) return [];
  return secrets.flatMap((secret): HiddenMatch[] => {
    if (secret.place === path || secret.lines.size < DISTINCTIVE_LINES) return [];
    const shared = [...secret.lines].filter((line) => lines.has(line)).length;
    return shared < DISTINCTIVE_SHARE * secret.lines.size
      ? []
      : [{ path, what: secret.what, how: 'same-lines', lines: shared }];
  });
}

async function* walkFiles(folder: string): AsyncGenerator<{ path: string; size: number }> {
  const pending = [folder];
  for (let folderPath = pending.pop(); folderPath !== undefined; folderPath = pending.pop()) {
    const entries = await opendir(folderPath).catch(() => []);
    for await (const entry of entries) {
      const path = join(folderPath, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile()) yield { path, size: (await lstat(path)).size };
    }
  }
}
