import type { ImportedTask, WrittenContract } from '../../adapters/benchmark_adapter.js';
import { UserError } from '../../contract/input/user_error.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { applyPatchToCommit, createBrokenTree, type PatchedFile } from '../../workspace/history/create_broken_tree.js';
import { fetchCommit } from '../../workspace/snapshot/fetch_commit.js';
import type { SetupPinner } from './create_setup_pinner.js';
import type { SolutionRunner } from './create_solution_runner.js';
import { ImportProblem, type TaskImage } from './options/import_options.js';

/** Sources of the repositories that an import needs. */
export interface TaskPatchContext {
  cache: WorkspaceCache;
  /** Folders with local mirrors. */
  repos: readonly string[];
  signal: AbortSignal;
  /** Runs the script of a solution; absent = scripts are left out. */
  solve?: SolutionRunner | undefined;
  /** Writes a task in an image of its benchmark, where it can be; absent = with the tools of the machine. */
  select_form?: ((task: ImportedTask) => Promise<{ task: ImportedTask; image?: TaskImage }>) | undefined;
  /** Runs setup that makes files of the repository. */
  pin?: SetupPinner | undefined;
}

/** Contract with the files beside it, patches applied. */
interface PatchedTask {
  contract: WrittenContract;
  files: ImportedTask['files'];
  /** Links beside the contract: path → target. */
  links?: Readonly<Record<string, string>>;
}

/** Folder of the repository, where no commit has it. */
const REPOSITORY = 'repo';

/** Folder of the hidden tests, beside the contract. */
const HIDDEN = 'hidden';

/**
 * Applies the patch with the hidden tests to the pinned commit, so that the contract has whole files: they are laid
 * over the repository, whatever an agent did to the same files. Also tries the reference solution.
 *
 * @throws {ImportProblem} if the commit cannot be had, or a patch does not apply
 */
export async function applyTaskPatches(task: ImportedTask, context: TaskPatchContext): Promise<PatchedTask> {
  const { contract, files, test_patch, bug_patch } = task;
  const { snapshot } = contract;
  if (!('git' in snapshot)) {
    if (test_patch !== undefined || bug_patch !== undefined)
      throw new ImportProblem('a patch with tests needs a snapshot of a git commit');
    return { contract, files };
  }
  const golden = contract.golden_patch === undefined ? undefined : readText(files[contract.golden_patch]);
  if (test_patch === undefined && golden === undefined && bug_patch === undefined) return { contract, files };
  const { cache, repos, signal } = context;
  const shown = `its commit ${snapshot.commit.slice(0, 12)} cannot be had`;
  const tree = await fetchCommit(snapshot.git, snapshot.commit, cache, { repos, signal }, shown).catch((error) => {
    if (!(error instanceof UserError) || signal.aborted) throw error;
    throw new ImportProblem([error.message, ...(error.remedy === undefined ? [] : [error.remedy])].join('. '));
  });
  if (bug_patch !== undefined) return applyBugPatch(task, bug_patch, tree, context);
  if (golden !== undefined && golden.trim() !== '') {
    const applied = await applyPatchToCommit(golden, tree, cache, signal);
    if ('problem' in applied)
      throw new ImportProblem(
        `the reference solution does not apply to ${snapshot.commit}: ${applied.problem}${describeLineEnds(golden)}`,
      );
  }
  if (test_patch === undefined) return { contract, files };
  const applied = await applyPatchToCommit(test_patch, tree, cache, signal);
  if ('problem' in applied)
    throw new ImportProblem(
      `the patch with the tests does not apply to ${snapshot.commit}: ${applied.problem}${describeLineEnds(test_patch)}`,
    );
  if (applied.files.length === 0) throw new ImportProblem('the patch with the tests writes no file');
  const paths = [...applied.files.map(({ path }) => path), ...applied.removed];
  return {
    contract: addHiddenTests(contract, paths),
    files: { ...files, ...Object.fromEntries(applied.files.map(toHiddenFile)) },
  };
}

/** Names a usual reason why a patch does not apply: its own lines, not those of a file, end with CRLF. */
const describeLineEnds = (patch: string): string =>
  /^(?:diff --git |@@ ).*\r$/m.test(patch) ? '; the lines of the patch itself end with CRLF' : '';

/** Makes the repository with the bug, its reference solution and the hidden tests. */
async function applyBugPatch(
  { contract, files, hidden_paths = [] }: ImportedTask,
  bug_patch: string,
  tree: string,
  { cache, signal }: TaskPatchContext,
): Promise<PatchedTask> {
  const broken = await createBrokenTree(bug_patch, tree, cache, signal);
  if ('problem' in broken) throw new ImportProblem(`the patch with the bug does not apply: ${broken.problem}`);
  if (!broken.changed)
    throw new ImportProblem('its commit has the bug already: give a row with the reversed patch and a test_patch');
  const hiddenPaths = new Set(hidden_paths);
  const hidden = broken.files.filter(({ path, link }) => hiddenPaths.has(path) && !link);
  if (hidden.length === 0) throw new ImportProblem('none of the files with its tests is in the repository');
  const plain = broken.files.filter(({ link }) => !link);
  return {
    contract: {
      ...addHiddenTests(
        contract,
        hidden.map(({ path }) => path),
      ),
      snapshot: { directory: REPOSITORY, tree: '' },
      golden_patch: 'golden.patch',
    },
    files: {
      ...files,
      'golden.patch': broken.golden,
      ...Object.fromEntries(
        plain.map(({ path, content, executable }) => [`${REPOSITORY}/${path}`, { content, executable }] as const),
      ),
      ...Object.fromEntries(hidden.map(toHiddenFile)),
    },
    links: Object.fromEntries(
      broken.files
        .filter(({ link }) => link)
        .map(({ path, content }) => [`${REPOSITORY}/${path}`, content.toString('utf8')]),
    ),
  };
}

const toHiddenFile = ({ path, content, executable }: PatchedFile) =>
  [`${HIDDEN}/${path}`, { content, executable }] as const;

/** Adds the hidden tests to a contract, and puts their paths back after the patch. */
function addHiddenTests(contract: WrittenContract, paths: readonly string[]): WrittenContract {
  const { files = [], restore = [], ...oracle } = contract.oracle ?? {};
  const listed = [files].flat();
  const escaped = paths.map((path) => path.replace(/[\\*?[\]{}()!+@]/g, '\\$&'));
  return {
    ...contract,
    oracle: {
      ...oracle,
      files: [...listed, { from: HIDDEN, to: '.' }],
      restore: [...new Set([...restore, ...escaped])],
    },
  };
}

function readText(file: ImportedTask['files'][string] | undefined): string | undefined {
  if (file === undefined) return undefined;
  const content = typeof file === 'string' || file instanceof Uint8Array ? file : file.content;
  return typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
}
