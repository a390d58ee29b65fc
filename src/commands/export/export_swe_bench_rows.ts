import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { quoteShellText } from '../../project/parsing/quote_shell_text.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { writeAtomically } from '../../system/write_atomically.js';
import { getDefaultCachePath, openCache, type WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { runGitOrThrow } from '../../workspace/git/run_git.js';
import { commitFiles } from '../../workspace/history/create_broken_tree.js';
import { materialiseSnapshot } from '../../workspace/snapshot/materialise_snapshot.js';
import type { CommandContext } from '../io/command_context.js';
import { readContracts } from '../study/read_contracts.js';

/** Options of `export swe-bench` with contracts. */
interface RowExportOptions {
  contracts: readonly string[];
  out: string;
  repos: readonly string[];
  cache?: string | undefined;
}

/** File of the rows in the output folder. */
const ROWS_FILE = 'dataset.jsonl';

/** Tells whether arguments are contracts: a file in YAML, or a folder with a contract.yml in it or in its folders. */
export const areContracts = (paths: readonly string[], cwd: string): boolean =>
  paths.length > 0 && paths.every((path) => /\.ya?ml$/.test(path) || hasContract(resolve(cwd, path)));

function hasContract(folder: string): boolean {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  return ['.', ...readdirSync(folder)].some((name) => existsSync(join(folder, name, 'contract.yml')));
}

/**
 * Exports contracts of git repositories as rows of a dataset, in the columns of SWE-bench.
 *
 * @returns 0 if all were exported, 1 if some have no row
 * @throws {UserError} if a contract cannot be read, or the folder is not empty
 */
export async function exportSweBenchRows(options: RowExportOptions, out: CommandContext, cwd: string): Promise<0 | 1> {
  const folder = resolve(cwd, options.out);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UserError(`${options.out} is not empty`, 'Name another folder with --out.');
  const contracts = readContracts(options.contracts, cwd);
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  const repos = options.repos.map((repo) => resolve(cwd, repo));
  const rows: Record<string, string>[] = [];
  for (const loaded of contracts) {
    if (out.signal.aborted) break;
    const obstacle = findObstacle(loaded);
    if (obstacle === undefined) rows.push(await createRow(loaded, cache, { repos, signal: out.signal }));
    else out.error(`${safe(loaded.shown)}: has no row: ${safe(obstacle)}`);
  }
  mkdirSync(folder, { recursive: true });
  writeAtomically(join(folder, ROWS_FILE), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  out.log(`${rows.length} of ${contracts.length} contracts in ${safe(join(options.out, ROWS_FILE))}`);
  return rows.length === contracts.length ? 0 : 1;
}

/** Finds what of a contract a row cannot say. */
function findObstacle({ contract, golden, oracle_files }: LoadedContract): string | undefined {
  if (!('git' in contract.snapshot)) return 'its repository is no commit of a git repository';
  if (golden === undefined) return 'it has no golden_patch';
  if (oracle_files.length === 0) return 'it has no hidden files';
  if (contract.acceptance.some(({ pass_to_pass }) => pass_to_pass === 'all'))
    return 'a check requires `pass_to_pass: all`: list the tests by name';
  return contract.acceptance.every(({ fail_to_pass }) => fail_to_pass.length === 0)
    ? 'no check names a test in fail_to_pass'
    : undefined;
}

/** Creates the row of a contract that has one. Lists of tests are JSON in a text, as in the datasets. */
async function createRow(
  loaded: LoadedContract,
  cache: WorkspaceCache,
  sources: { repos: readonly string[]; signal: AbortSignal },
): Promise<Record<string, string>> {
  const { contract, golden, oracle_files } = loaded;
  const { git, commit } = contract.snapshot as Extract<typeof contract.snapshot, { git: string }>;
  const { tree } = await materialiseSnapshot(loaded, cache, sources);
  const tested = await commitFiles(tree, oracle_files, cache, sources.signal);
  const call = { store: cache.store, signal: sources.signal };
  const test_patch = await runGitOrThrow(
    ['diff-tree', '-p', '--binary', '--no-renames', tree, `${tested}^{tree}`],
    call,
  );
  const toNames = (list: 'fail_to_pass' | 'pass_to_pass') =>
    JSON.stringify(contract.acceptance.flatMap((check) => check[list] as readonly string[]));
  const repo = formatRepositoryName(git);
  return {
    repo,
    instance_id: /^[\w.-]+__[\w.-]+-\d+$/.test(contract.id) ? contract.id : `${repo.replace('/', '__')}-${contract.id}`,
    base_commit: commit,
    patch: Buffer.from(golden!).toString('utf8'),
    test_patch: test_patch.toString('utf8'),
    problem_statement: `${contract.title}\n\n${contract.description}`,
    hints_text: '',
    created_at: contract.metadata.created ?? '',
    version: '',
    FAIL_TO_PASS: toNames('fail_to_pass'),
    PASS_TO_PASS: toNames('pass_to_pass'),
    environment_setup_commit: commit,
    eval_script: formatEvaluation(loaded, test_patch.toString('utf8')),
  };
}

/** Folder of the repository in the datasets' images. */
const TESTBED = '/testbed';
const PATCH_END = 'EOF_OF_TEST_PATCH';

/** Formats the script that evaluates, as the datasets have it: it lays the tests, and runs commands between marks. */
function formatEvaluation({ contract: { acceptance } }: LoadedContract, test_patch: string): string {
  const commands = acceptance.flatMap(({ run, report, working_directory, report_file }) => [
    `(cd ${quoteShellText(join(TESTBED, working_directory ?? ''))} && ${run.trim()}\n)`,
    ...(report === 'exit-code' ? [] : [`cat ${report_file === undefined ? '"$REPORT"' : report_file}`]),
  ]);
  return [
    ...['#!/bin/bash', 'set -uxo pipefail', `cd ${TESTBED}`, `git apply --whitespace=nowarn - <<'${PATCH_END}'`],
    ...[`${test_patch.trimEnd()}\n${PATCH_END}`, 'export REPORT=$(mktemp)', ": '>>>>> Start Test Output'"],
    ...[...commands, ": '>>>>> End Test Output'", ''],
  ].join('\n');
}

/** Formats the name of a repository as `owner/name`; one without an owner belongs to `local`. */
function formatRepositoryName(url: string): string {
  const parts = url
    .replace(/\.git\/?$/, '')
    .replace(/\/+$/, '')
    .split(/[/:]/)
    .filter(Boolean);
  const isRemote = /^(https?|ssh|git):\/\/|^[\w.-]+@/.test(url) && parts.length >= 3;
  return isRemote ? parts.slice(-2).join('/') : `local/${basename(parts.at(-1) ?? 'repository')}`;
}
