import { posix } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import type { OracleReference } from '../../contract/lock.js';
import type { Variant } from '../../contract/variant.js';
import type { Cache } from '../workspace/cache.js';
import { forgedReport, forgeryIn } from './forged_report.js';
import { isTestPath, languageOf } from './languages.js';
import { readSections } from './patch_hunks.js';
import { type Edit, patchOf, readTreeFile, type TreeFile, treeFiles } from './tree_edit.js';

/** A patch that must not pass. */
export interface WrongPatch extends Variant {
  patch: Uint8Array;
}

/** The snapshot as a cheater knows it: its files, and those that a solution would change. */
interface Ground {
  loaded: LoadedContract;
  files: readonly TreeFile[];
  /** Files of the snapshot that the reference solution changes, tests and prose aside. */
  solved: { path: string; content: string }[];
  read: (path: string) => Promise<string | undefined>;
  /** What is known of the tests that pass before. */
  reference: OracleReference | undefined;
}

/**
 * Patches that do nothing, and patches that go for the checks instead of the task. None may pass. Those for which a repository
 * has no ground (no tests to delete, no source in a language that we know) are left out.
 */
export async function wrongPatches(
  loaded: LoadedContract,
  tree: string,
  cache: Cache,
  reference?: OracleReference,
): Promise<WrongPatch[]> {
  const files = await treeFiles(tree, cache);
  const read = (path: string) =>
    readTreeFile(
      files.find((file) => file.path === path),
      cache,
    );
  const solved: Ground['solved'] = [];
  for (const { path } of loaded.golden ? readSections(loaded.golden) : []) {
    const content = isTestPath(path) ? undefined : await read(path);
    if (content !== undefined && languageOf(path, content)) solved.push({ path, content });
  }
  const ground: Ground = { loaded, files, solved, read, reference };
  const made: WrongPatch[] = [
    { role: 'no-change', name: 'empty-patch', change: 'a patch of one empty line', patch: Buffer.from('\n') },
  ];
  for (const { role, name, change, edits } of await tricks(ground)) {
    if (edits.length > 0) made.push({ role, name, change, patch: await patchOf(tree, edits, cache) });
  }
  return made.filter(({ patch }) => patch.length > 0);
}

type Trick = Pick<Variant, 'name' | 'change'> & { role: 'no-change' | 'cheater'; edits: Edit[] };

async function tricks(ground: Ground): Promise<Trick[]> {
  const { files, loaded } = ground;
  const cheater = (name: string, change: string, edits: Edit[]): Trick => ({ role: 'cheater', name, change, edits });
  const tests = files.filter(({ path }) => isTestPath(path));
  return [
    {
      role: 'no-change',
      name: 'comment-only',
      change: 'a comment at the end of a source file',
      edits: comment(ground),
    },
    cheater(
      'delete-tests',
      'every test of the repository deleted',
      tests.map(({ path }) => ({ path, content: null })),
    ),
    cheater('exit-0-in-scripts', 'exit 0 in test scripts, package.json and Makefile', await scripts(ground)),
    cheater('exit-0-in-hooks', 'files that runners load by themselves, which end the run with 0', hooks()),
    cheater('exit-0-in-source', 'source files that end the process with 0', leaving(ground)),
    cheater('forged-report', 'a report of passed tests, written by the patch and by its code', forging(ground)),
    cheater('hidden-names', 'empty files under the names of the hidden files', names(loaded)),
    cheater('answer-dump', 'the reference solution as a text file that nothing uses', dump(ground)),
  ];
}

function comment({ solved }: Ground): Edit[] {
  const [first] = solved;
  if (!first) return [];
  const sign = languageOf(first.path, first.content)!.comment;
  const gap = first.content === '' || first.content.endsWith('\n') ? '' : '\n';
  return [{ path: first.path, content: `${first.content}${gap}${sign} nothing was changed here\n` }];
}

async function scripts({ files, read }: Ground): Promise<Edit[]> {
  const edits: Edit[] = [];
  for (const { path, mode } of files) {
    const name = posix.basename(path);
    const isScript = isTestPath(path) && languageOf(path)?.family === 'shell';
    if (name !== 'package.json' && !/^(GNUm|m|M)akefile$/.test(name) && !isScript) continue;
    const content = await read(path);
    if (content === undefined) continue;
    const changed = isScript
      ? behindShebang(content, 'exit 0\n')
      : name === 'package.json'
        ? idleScripts(content)
        : 'all:\n\t@:\n%:\n\t@:\n';
    if (changed !== undefined) edits.push({ path, content: changed, executable: mode === '100755' });
  }
  return edits;
}

function idleScripts(text: string): string | undefined {
  try {
    const read = JSON.parse(Buffer.from(text, 'latin1').toString()) as { scripts?: Record<string, string> };
    if (typeof read.scripts !== 'object' || read.scripts === null) return undefined;
    const scripts = Object.fromEntries(Object.keys(read.scripts).map((name) => [name, 'exit 0']));
    return Buffer.from(`${JSON.stringify({ ...read, scripts }, null, 2)}\n`).toString('latin1');
  } catch {
    return undefined; // no JSON: nothing runs by it
  }
}

function hooks(): Edit[] {
  const script = 'process.exit(0);\n';
  const python = 'import os\nos._exit(0)\n';
  return [
    ...['conftest.py', 'sitecustomize.py', 'usercustomize.py'].map((path) => ({ path, content: python })),
    ...['.mocharc.cjs', 'jest.config.cjs', 'vitest.config.mjs', 'ava.config.cjs'].map((path) => ({
      path,
      content: script,
    })),
  ];
}

function leaving({ solved }: Ground): Edit[] {
  return solved.flatMap(({ path, content }) => {
    const leave = languageOf(path, content)?.leave;
    return leave ? [{ path, content: behindShebang(content, leave) }] : [];
  });
}

function forging({ solved, loaded, reference }: Ground): Edit[] {
  const { contract } = loaded;
  const check = contract.acceptance.find(({ report }) => report !== 'exit-code');
  if (!check) return [];
  const report = Buffer.from(forgedReport(check.report, contract, reference)).toString('latin1');
  const left = contract.acceptance.flatMap(({ report_file }) =>
    report_file ? [{ path: report_file, content: report }] : [],
  );
  const written = solved.flatMap(({ path, content }) => {
    const forgery = forgeryIn(languageOf(path, content)!.family, forgedReport(check.report, contract, reference));
    return forgery ? [{ path, content: behindShebang(content, Buffer.from(forgery).toString('latin1')) }] : [];
  });
  return [...left, ...written];
}

function names({ oracle_files }: LoadedContract): Edit[] {
  return oracle_files.map(({ path, executable }) => {
    const language = languageOf(path);
    const content = language
      ? `${language.comment} nothing to check\n${language.family === 'shell' ? 'exit 0\n' : ''}`
      : '\n';
    return { path: Buffer.from(path).toString('latin1'), content, executable };
  });
}

function dump({ loaded, solved }: Ground): Edit[] {
  if (!loaded.golden) return [];
  const folder = posix.dirname(solved[0]?.path ?? '');
  const content = Buffer.from(loaded.golden).toString('latin1');
  return [{ path: posix.join(folder, 'unused_answer.txt'), content }];
}

/** Text put in front, but behind a first line that names the interpreter. */
function behindShebang(content: string, text: string): string {
  const shebang = /^#!.*\n/.exec(content)?.[0] ?? '';
  return shebang + text + content.slice(shebang.length);
}
