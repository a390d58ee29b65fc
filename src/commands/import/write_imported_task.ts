import { chmodSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImportedTask, WrittenContract } from '../../adapters/benchmark_adapter.js';
import { contractSchema } from '../../contract/contract_schema.js';
import { isKeepablePath } from '../../contract/input/get_workspace_root.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import { quotePaths } from '../../project/parsing/quote_shell_text.js';
import { toWellFormedValue } from '../../record/json/compute_digest.js';
import { readContract } from '../../run/contract_files/read_contract.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { computeFolderTree } from '../../workspace/history/create_broken_tree.js';
import { renderCommentedYaml } from '../init/files/render_commented_yaml.js';
import { applyTaskPatches, type TaskPatchContext } from './apply_task_patches.js';
import { ImportProblem, type TaskImage } from './options/import_options.js';

/** Names that the import itself writes. */
const OWN_NAMES = ['contract.yml', 'contract.lock'];
/** Longest folder name that every file system takes. */
const MAX_NAME = 120;

/** Task whose folder is there. */
interface WrittenTask {
  state: 'written' | 'kept';
  notes: readonly string[];
  image?: TaskImage;
}

/**
 * Writes the folder of an imported task. It appears under its name only when it is complete and can be read as a
 * contract.
 *
 * @param tasks folder of all tasks
 * @returns whether the folder was there already, the notes of what was written, and what became of its image
 * @throws {ImportProblem} if the task cannot become a contract
 */
export async function writeImportedTask(
  given: ImportedTask,
  tasks: string,
  context: TaskPatchContext,
): Promise<WrittenTask> {
  const { id } = given.contract;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id) || id.length > MAX_NAME)
    throw new ImportProblem(`its id "${id.slice(0, MAX_NAME)}" is no name of letters, digits, ".", "_" and "-"`);
  const folder = join(tasks, id);
  if (lstatSync(folder, { throwIfNoEntry: false })) return { state: 'kept', notes: given.notes };
  const selected = await context.select_form?.(given);
  const task = selected?.task ?? given;
  const { contract, files, links = {} } = await applyTaskPatches(task, context);
  mkdirSync(tasks, { recursive: true });
  const stage = mkdtempSync(join(tasks, '.import-'));
  try {
    for (const [path, file] of Object.entries(files)) {
      const { content, executable } =
        typeof file === 'string' || file instanceof Uint8Array ? { content: file, executable: false } : file;
      writeNewFile(stage, requireSafePath(path), content, executable);
    }
    // Last, so that no file can be written through one.
    for (const [path, target] of Object.entries(links)) writeNewLink(stage, requireSafePath(path), target);
    const pinned = toWellFormedValue(await pinFolder(contract, stage, context.cache)) as WrittenContract;
    requireValidContract(pinned);
    writeFileSync(join(stage, 'contract.yml'), renderCommentedYaml(pinned, [], createHead(task)));
    requireReadable(stage, tasks);
    const whole = task.pins_setup ? await keepSetupFiles(task, pinned, stage, context) : pinned;
    await addSolution(task, whole, stage, context);
    chmodSync(stage, 0o755);
    renameSync(stage, folder);
    return { state: 'written', notes: task.notes, ...omitUndefined({ image: selected?.image }) };
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Reasons for which a name cannot be written that lie in the names of the task. */
const NAME_CODES = ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ENOENT'];

/** Writes a file of the task. @throws {ImportProblem} if its name is too long, or another file stands in its way */
function writeNewFile(stage: string, path: string, content: string | Uint8Array, executable: boolean): void {
  writeNewEntry(stage, path, (place) =>
    writeFileSync(place, content, { flag: 'wx', mode: executable ? 0o755 : 0o644 }),
  );
}

/** Writes a link of the task. @throws {ImportProblem} if its name or target cannot be written */
function writeNewLink(stage: string, path: string, target: string): void {
  writeNewEntry(stage, path, (place) => symlinkSync(target, place));
}

function writeNewEntry(stage: string, path: string, write: (place: string) => void): void {
  try {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    write(join(stage, path));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!NAME_CODES.includes(code)) throw error;
    throw new ImportProblem(`its file ${JSON.stringify(path.slice(0, MAX_NAME))} cannot be written (${code})`);
  }
}

/** @throws {ImportProblem} if the staged contract cannot be read as the engine does */
function requireReadable(stage: string, tasks: string): void {
  try {
    readContract(join(stage, 'contract.yml'), tasks);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new ImportProblem(error.message.replace(/^\.import-[^/]+\//, ''));
  }
}

/** Runs setup, and keeps what it makes in the folder of the snapshot. Folders without files are made anew by setup. */
async function keepSetupFiles(
  task: ImportedTask,
  contract: WrittenContract,
  stage: string,
  { cache, pin }: TaskPatchContext,
): Promise<WrittenContract> {
  const { setup: _, snapshot, ...rest } = contract;
  if (!('directory' in snapshot)) throw new ImportProblem('setup can make a repository only where that is a folder');
  if (pin === undefined) throw new ImportProblem('its setup makes files of the repository, and there is no sandbox');
  const pinResult = await pin(join(stage, 'contract.yml'), join(stage, requireSafePath(snapshot.directory)));
  if ('problem' in pinResult) throw new ImportProblem(`its repository cannot be made: ${pinResult.problem}`);
  const setup =
    pinResult.folders.length > 0 ? [{ run: `mkdir -p ${quotePaths(pinResult.folders).join(' ')}` }] : undefined;
  const pinnedContract: WrittenContract = { ...rest, snapshot, ...omitUndefined({ setup }) };
  const pinned = await pinFolder(pinnedContract, stage, cache);
  requireValidContract(pinned);
  writeFileSync(join(stage, 'contract.yml'), renderCommentedYaml(pinned, [], createHead(task)));
  return pinned;
}

/** Runs the script of the solution, and keeps its patch as the reference solution. */
async function addSolution(
  task: ImportedTask,
  contract: WrittenContract,
  stage: string,
  { solve }: TaskPatchContext,
): Promise<void> {
  if (task.solution_script === undefined || solve === undefined) return;
  const patch = await solve(join(stage, 'contract.yml'), task.solution_script);
  if ('problem' in patch) throw new ImportProblem(`its solution makes no patch: ${patch.problem}`);
  writeFileSync(join(stage, 'golden.patch'), patch);
  const whole = { ...contract, golden_patch: 'golden.patch' };
  writeFileSync(join(stage, 'contract.yml'), renderCommentedYaml(whole, [], createHead(task)));
}

/**
 * Fills in the tree id of a repository that is a folder beside the contract.
 *
 * @throws {ImportProblem} if there is no such folder, or git does not take one of its names
 */
async function pinFolder(contract: WrittenContract, stage: string, cache: WorkspaceCache): Promise<WrittenContract> {
  const { snapshot } = contract;
  if (!('directory' in snapshot)) return contract;
  const folder = join(stage, requireSafePath(snapshot.directory));
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ImportProblem(`it has no file in the folder ${JSON.stringify(snapshot.directory)} of its snapshot`);
  const tree = await computeFolderTree(folder, cache).catch((error) => {
    if (error instanceof UserError) throw new ImportProblem(error.message.replaceAll(folder, snapshot.directory));
    throw error;
  });
  return { ...contract, snapshot: { ...snapshot, tree } };
}

/** @throws {ImportProblem} with the first issue of the schema */
function requireValidContract(contract: unknown): void {
  const checked = contractSchema.safeParse(contract);
  if (checked.success) return;
  const [issue] = checked.error.issues;
  throw new ImportProblem(`its contract is not valid: ${issue!.path.join('.') || 'contract'}: ${issue!.message}`);
}

/** Returns a path that lies below the folder of the task. @throws {ImportProblem} for any other */
function requireSafePath(path: string): string {
  if (!isKeepablePath(path) || path.includes('\\') || OWN_NAMES.includes(path))
    throw new ImportProblem(`it has a file named ${JSON.stringify(path.slice(0, MAX_NAME))}, which cannot be written`);
  return path;
}

/** Comment at the beginning of the contract: where it comes from, and what its reader must know. */
const createHead = ({ place, notes }: ImportedTask): string =>
  [`Imported from ${place}. Fields: docs/contracts.md and schema/contract.json.`, ...notes]
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n');
