import { lstat, opendir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import { sha256 } from '../../record/canonical.js';
import type { Layer } from '../workspace/layer.js';
import { readSections } from './patch_hunks.js';

/** What of the hidden side was found in the workspace that an agent gets. */
export interface HiddenFound {
  /** Path in the workspace. */
  path: string;
  /** The hidden file, or the golden patch, that it gives away. */
  what: string;
  /** The very bytes, or lines of it. */
  how: 'same-file' | 'same-lines';
  lines: number;
}

export interface HiddenSearch {
  found: HiddenFound[];
  files: number;
  /** Files that were too large, and whether the search came to its bound before it had seen all. */
  passed_over: number;
  complete: boolean;
}

const MOST_FILES = 50_000;
const MOST_BYTES = 512 * 2 ** 20;
const MAX_FILE = 4 * 2 ** 20;
/** Shorter files and lines are too common to give anything away. */
const TELLING_FILE = 64;
const TELLING_LINE = 24;
/** So many lines, and so large a share of them, make a copy. */
const TELLING_LINES = 10;
const TELLING_SHARE = 0.8;

/**
 * Looks through the workspace as setup left it, with everything that setup brought (installed packages, submodules, caches), for
 * the content of hidden files and of the reference solution. Links are not followed.
 *
 * A hidden file that the repository has at the very place where it will be laid is public anyway.
 */
export async function searchWorkspace(loaded: LoadedContract, layer: Layer): Promise<HiddenSearch> {
  const secrets = secretsOf(loaded);
  const digests = new Map(
    secrets.filter(({ bytes }) => bytes >= TELLING_FILE).map((secret) => [secret.sha256, secret]),
  );
  const search: HiddenSearch = { found: [], files: 0, passed_over: 0, complete: true };
  let bytes = 0;
  for await (const { path, size } of filesBelow(layer.tree_path)) {
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
    else if (!same) search.found.push(...sameLines(content, shown, secrets));
  }
  return search;
}

interface Secret {
  what: string;
  /** Where the oracle lays it; a file there is no news. */
  place: string | undefined;
  sha256: string;
  bytes: number;
  lines: Set<string>;
}

function secretsOf(loaded: LoadedContract): Secret[] {
  const hidden = loaded.oracle_files.map(
    (file): Secret => ({
      what: file.path,
      place: file.path,
      sha256: file.sha256,
      bytes: file.content.length,
      lines: tellingLines(Buffer.from(file.content).toString()),
    }),
  );
  if (!loaded.golden) return hidden;
  const added = readSections(loaded.golden).flatMap(({ hunks }) =>
    hunks.flatMap(({ lines }) => lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))),
  );
  const golden: Secret = {
    what: 'the golden patch',
    place: undefined,
    sha256: sha256(loaded.golden),
    bytes: loaded.golden.length,
    lines: tellingLines(Buffer.from(added.join('\n'), 'latin1').toString()),
  };
  return [...hidden, golden];
}

const tellingLines = (text: string) =>
  new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length >= TELLING_LINE && /[A-Za-z]{3}/.test(line)),
  );

/** Secrets most of whose lines stand in this file, at another place than their own. */
function sameLines(content: Buffer, path: string, secrets: readonly Secret[]): HiddenFound[] {
  if (content.includes(0)) return [];
  const lines = tellingLines(content.toString());
  if (lines.size < TELLING_LINES) return [];
  return secrets.flatMap((secret): HiddenFound[] => {
    if (secret.place === path || secret.lines.size < TELLING_LINES) return [];
    const shared = [...secret.lines].filter((line) => lines.has(line)).length;
    return shared < TELLING_SHARE * secret.lines.size
      ? []
      : [{ path, what: secret.what, how: 'same-lines', lines: shared }];
  });
}

async function* filesBelow(folder: string): AsyncGenerator<{ path: string; size: number }> {
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const entries = await opendir(at).catch(() => []);
    for await (const entry of entries) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile()) yield { path, size: (await lstat(path)).size };
    }
  }
}
