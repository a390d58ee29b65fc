import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { OracleReference, ProofVariant } from '../../contract/validation/contract_lock.js';
import { isTestPath } from '../../language/is_test_path.js';
import { detectSourceLanguage, type SourceLanguage } from '../../language/source_language.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { createReportForgery, forgeReport } from './forge_report.js';
import { parsePatchSections } from './patch_section.js';
import { createTreePatch, listTreeFiles, readTreeFile, type TreeEdit, type TreeFile } from './tree_edit.js';

/** Patch that must not pass. */
interface WrongPatch extends ProofVariant {
  patch: Uint8Array;
}

/** Snapshot as a cheater sees it: its files, and those that a solution would change. */
interface CheaterContext {
  loaded: LoadedContract;
  files: readonly TreeFile[];
  /** Files of the snapshot that the reference solution changes, without tests and prose. */
  solved: { path: string; content: string }[];
  read: (path: string) => Promise<string | undefined>;
  /** Tests that pass before the patch, as far as they are known. */
  reference: OracleReference | undefined;
}

/**
 * Creates patches without effect and patches that attack the checks instead of the task. None may pass.
 *
 * A kind is left out if the repository offers nothing for it, such as tests to delete or source in a known language.
 */
export async function createAdversarialPatches(
  loaded: LoadedContract,
  tree: string,
  cache: WorkspaceCache,
  reference?: OracleReference,
): Promise<WrongPatch[]> {
  const files = await listTreeFiles(tree, cache);
  const read = (path: string) =>
    readTreeFile(
      files.find((file) => file.path === path),
      cache,
    );
  const solved: CheaterContext['solved'] = [];
  for (const { path } of loaded.golden ? parsePatchSections(loaded.golden) : []) {
    const content = isTestPath(path) ? undefined : await read(path);
    if (content !== undefined && detectSourceLanguage(path, content)) solved.push({ path, content });
  }
  const ground: CheaterContext = { loaded, files, solved, read, reference };
  const wrongPatches: WrongPatch[] = [
    { role: 'no-change', name: 'empty-patch', change: 'a patch of one empty line', patch: Buffer.from('\n') },
  ];
  for (const { role, name, change, edits } of await createCheats(ground)) {
    if (edits.length > 0) wrongPatches.push({ role, name, change, patch: await createTreePatch(tree, edits, cache) });
  }
  return wrongPatches.filter(({ patch }) => patch.length > 0);
}

type CheatSpec = Pick<ProofVariant, 'name' | 'change'> & { role: 'no-change' | 'cheater'; edits: TreeEdit[] };

async function createCheats(ground: CheaterContext): Promise<CheatSpec[]> {
  const { files, loaded } = ground;
  const cheater = (name: string, change: string, edits: TreeEdit[]): CheatSpec => ({
    role: 'cheater',
    name,
    change,
    edits,
  });
  const tests = files.filter(({ path }) => isTestPath(path));
  return [
    {
      role: 'no-change',
      name: 'comment-only',
      change: 'a comment at the end of a source file',
      edits: createCommentEdits(ground),
    },
    cheater(
      'delete-tests',
      'every test of the repository deleted',
      tests.map(({ path }) => ({ path, content: null })),
    ),
    cheater('exit-0-in-scripts', 'exit 0 in test scripts, package.json and Makefile', await createScriptEdits(ground)),
    cheater('exit-0-in-hooks', 'files that runners load by themselves, which end the run with 0', createHookEdits()),
    cheater('exit-0-in-source', 'source files that end the process with 0', createExitEdits(ground)),
    cheater(
      'forged-report',
      'a report of passed tests, written by the patch and by its code',
      createForgedReportEdits(ground),
    ),
    cheater(
      'marked-to-fail',
      'files that runners load by themselves, which mark every test as one that is to fail',
      await createMarkEdits(ground),
    ),
    cheater('hidden-names', 'empty files under the names of the hidden files', createHiddenPathEdits(loaded)),
    cheater('answer-dump', 'the reference solution as a text file that nothing uses', createAnswerDumpEdits(ground)),
  ];
}

function createCommentEdits({ solved }: CheaterContext): TreeEdit[] {
  const [first] = solved;
  if (!first) return [];
  const sign = detectSourceLanguage(first.path, first.content)!.comment;
  const gap = first.content === '' || first.content.endsWith('\n') ? '' : '\n';
  return [{ path: first.path, content: `${first.content}${gap}${sign} nothing was changed here\n` }];
}

async function createScriptEdits({ files, read }: CheaterContext): Promise<TreeEdit[]> {
  const edits: TreeEdit[] = [];
  for (const { path, mode } of files) {
    const name = posix.basename(path);
    const isScript = isTestPath(path) && detectSourceLanguage(path)?.name === 'shell';
    if (name !== 'package.json' && !/^(GNUm|m|M)akefile$/.test(name) && !isScript) continue;
    const content = await read(path);
    if (content === undefined) continue;
    const build = name === 'package.json' ? toIdleScripts(content) : 'all:\n\t@:\n%:\n\t@:\n';
    const changed = isScript ? insertAfterShebang(content, 'exit 0\n') : build;
    if (changed !== undefined) edits.push({ path, content: changed, executable: mode === '100755' });
  }
  return edits;
}

function toIdleScripts(text: string): string | undefined {
  try {
    const read = JSON.parse(Buffer.from(text, 'latin1').toString()) as { scripts?: Record<string, string> };
    if (typeof read.scripts !== 'object' || read.scripts === null) return undefined;
    const scripts = Object.fromEntries(Object.keys(read.scripts).map((name) => [name, 'exit 0']));
    return Buffer.from(`${JSON.stringify({ ...read, scripts }, null, 2)}\n`).toString('latin1');
  } catch {
    return undefined; // no JSON: nothing runs by it
  }
}

function createHookEdits(): TreeEdit[] {
  const hooks =
    'conftest.py sitecustomize.py usercustomize.py .mocharc.cjs jest.config.cjs vitest.config.mjs ava.config.cjs';
  return hooks.split(' ').map((path) => ({ path, content: EXITS[path.endsWith('.py') ? 'python' : 'javascript']! }));
}

/** Plugin of pytest that marks every test as one that is to fail, and leaves a canary alone. */
const MARK_PLUGIN = [
  'import pytest',
  '',
  '',
  'def pytest_collection_modifyitems(items):',
  '    for item in items:',
  "        if 'canary' not in item.nodeid:",
  '            item.add_marker(pytest.mark.xfail(strict=False))',
  '',
].join('\n');

/** Creates the files of a plugin of pytest, where a contract takes an expected failure for a pass; none elsewhere. */
async function createMarkEdits({ loaded, read }: CheaterContext): Promise<TreeEdit[]> {
  if (!loaded.contract.acceptance.some(({ accept }) => accept?.includes('expected-failure'))) return [];
  const folders = new Set([
    '',
    ...loaded.oracle_files.map(({ path }) => posix.dirname(Buffer.from(path).toString('latin1'))),
  ]);
  const settings = (await read('setup.cfg')) ?? '';
  const places = [...folders].map((folder) => posix.join(folder, 'conftest.py'));
  // Behind what is there: without its fixtures the tests would fail, and not by the marks.
  const marked = places.map(async (path) => {
    const original = await read(path);
    return { path, content: original === undefined ? MARK_PLUGIN : `${original.trimEnd()}\n\n\n${MARK_PLUGIN}` };
  });
  return [
    ...(await Promise.all(marked)),
    ...(/^\[tool:pytest\]/m.test(settings)
      ? []
      : [
          { path: 'setup.cfg', content: `${settings}\n[tool:pytest]\naddopts = -p gatebench_marks\n` },
          { path: 'gatebench_marks.py', content: MARK_PLUGIN },
        ]),
  ];
}

/** Statements that end the process with status 0 at once, where there is a simple way. */
const EXITS: Partial<Record<SourceLanguage['name'], string>> = {
  javascript: 'process.exit(0);\n',
  python: 'import os\nos._exit(0)\n',
  shell: 'exit 0\n',
  c: '#include <unistd.h>\n__attribute__((constructor)) static void leave(void) { _exit(0); }\n',
  ruby: 'exit!(0)\n',
  perl: 'BEGIN { exit 0 }\n',
  awk: 'BEGIN { exit 0 }\n',
};

function createExitEdits({ solved }: CheaterContext): TreeEdit[] {
  return solved.flatMap(({ path, content }) => {
    const leave = EXITS[detectSourceLanguage(path, content)?.name ?? 'other'];
    return leave ? [{ path, content: insertAfterShebang(content, leave) }] : [];
  });
}

function createForgedReportEdits({ solved, loaded, reference }: CheaterContext): TreeEdit[] {
  const { contract } = loaded;
  const check = contract.acceptance.find(({ report }) => report !== 'exit-code');
  if (!check) return [];
  const forged = forgeReport(check, contract, reference);
  const report = Buffer.from(forged).toString('latin1');
  const left = contract.acceptance.flatMap(({ report_file }) =>
    report_file ? [{ path: report_file.replaceAll('?', 'x').replace(/\*+/g, 'forged'), content: report }] : [],
  );
  const sourceEdits = solved.flatMap(({ path, content }) => {
    const forgery = createReportForgery(detectSourceLanguage(path, content)!.name, forged, check.report === 'log');
    return forgery ? [{ path, content: insertAfterShebang(content, Buffer.from(forgery).toString('latin1')) }] : [];
  });
  return [...left, ...sourceEdits];
}

function createHiddenPathEdits({ oracle_files }: LoadedContract): TreeEdit[] {
  return oracle_files.map(({ path, executable }) => {
    const language = detectSourceLanguage(path);
    const content = language
      ? `${language.comment} nothing to check\n${language.name === 'shell' ? 'exit 0\n' : ''}`
      : '\n';
    return { path: Buffer.from(path).toString('latin1'), content, executable };
  });
}

function createAnswerDumpEdits({ loaded, solved }: CheaterContext): TreeEdit[] {
  if (!loaded.golden) return [];
  const folder = posix.dirname(solved[0]?.path ?? '');
  const content = Buffer.from(loaded.golden).toString('latin1');
  return [{ path: posix.join(folder, 'unused_answer.txt'), content }];
}

/** Inserts text at the start of a file, after a line that names the interpreter. */
function insertAfterShebang(content: string, text: string): string {
  const shebang = /^#!.*\n/.exec(content)?.[0] ?? '';
  return shebang + text + content.slice(shebang.length);
}

/** Folder beside the contract with the author's patches that must fail. */
const FOLDER = 'wrong';
const MOST = 50;
const MAX_BYTES = 10 * 2 ** 20;

/** Reads the patches `wrong/*.patch` beside a contract. Links are skipped, since they may lead out of the folder. */
export function readKnownWrongPatches({ folder }: LoadedContract): WrongPatch[] {
  const place = join(folder, FOLDER);
  if (!lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.patch'))
    .map(({ name }) => name)
    .filter((name) => lstatSync(join(place, name)).size <= MAX_BYTES)
    .sort()
    .slice(0, MOST)
    .map((name) => ({
      role: 'known-wrong',
      name: name.slice(0, -'.patch'.length),
      change: `${FOLDER}/${name}`,
      patch: readFileSync(join(place, name)),
    }));
}
