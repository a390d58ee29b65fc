import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { readContract } from '../../run/contract_files/read_contract.js';
import type { CommittedFile } from '../../workspace/snapshot/commit_files.js';
import type { CommandContext } from '../io/command_context.js';
import { removeEmptyFolder } from './files/remove_empty_folder.js';
import type { InitSession } from './init_session.js';
import { createPullRequestContract, type PullRequestContract } from './pull_request_contract.js';

/** Files of one `init`, with what runs the repository's tests. */
interface WrittenFiles {
  /** Absolute path of the repository. */
  root: string;
  /** Absolute paths of files and folders that this `init` wrote. */
  written: readonly string[];
  /** Absolute path of the contract that judges pull requests, and the project that it is of. */
  contract_path: string;
  contract: PullRequestContract;
}

/** Command that must pass over the written files. */
interface Trial {
  shown: string;
  loaded: LoadedContract;
  /** True if it counts only where it passes without the written files. */
  compared: boolean;
}

/**
 * Runs the repository's own test command and its contract for pull requests, on an empty diff, over the latest commit
 * with all that was written. If one of them fails, everything is removed again.
 *
 * @returns lines about what was run
 * @throws {UserError} after the removal
 */
export async function verifyWrittenFiles(
  files: WrittenFiles,
  session: InitSession,
  { status }: Pick<CommandContext, 'status'>,
): Promise<string[]> {
  const { root, written } = files;
  const stage = mkdtempSync(join(session.tasks, '.init-'));
  const lines: string[] = [];
  try {
    const paths = written.flatMap(listFiles);
    const commit = await session.commitFiles(paths.map((path) => readWrittenFile(path, root)));
    const bare = await session.commitFiles([]);
    for (const { shown, loaded, compared } of createTrials(files, stage, session.cwd)) {
      status?.(`running ${shown} with the files that were written`);
      const problem = await session.judgeUnchanged(loaded, commit);
      const earlier = problem === undefined || !compared ? undefined : await session.judgeUnchanged(loaded, bare);
      if (earlier !== undefined) lines.push(`  note: ${safe(shown)} fails without these files too: ${safe(earlier)}`);
      // A test that fails sometimes is no reason to take everything back.
      else if (problem === undefined || (await session.judgeUnchanged(loaded, commit)) === undefined)
        lines.push(`✓ ${safe(shown)} passes with these files`);
      else throw refuseFiles(shown, problem, files, session);
    }
    return lines;
  } finally {
    status?.(undefined);
    rmSync(stage, { recursive: true, force: true });
    removeEmptyFolder(session.tasks);
  }
}

/** Creates what must pass: the command by which people run the tests, and the contract as it was written. */
function createTrials({ contract, contract_path, written }: WrittenFiles, stage: string, cwd: string): Trial[] {
  const { tests } = contract.project;
  const shown = relative(cwd, contract_path);
  const judged: Trial = {
    shown: `an empty diff judged by ${shown}`,
    loaded: readContract(contract_path, cwd),
    compared: !written.includes(contract_path),
  };
  const { own_command: own } = tests;
  if (own === undefined) return [judged];
  const path = join(stage, 'contract.yml');
  const suite = { runner: tests.runner, report: 'exit-code' as const, createCommand: () => own, why: tests.why };
  const project = { ...contract.project, tests: suite };
  writeFileSync(path, createPullRequestContract({ ...contract, project, required: undefined }));
  return [{ shown: `\`${own}\``, loaded: readContract(path, cwd), compared: true }, judged];
}

/** Lists the files of a path, which is a file or a folder. */
function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const readWrittenFile = (path: string, root: string): CommittedFile => ({
  path: relative(root, path),
  content: readFileSync(path),
  executable: (statSync(path).mode & 0o100) !== 0,
});

/** Removes what was written, and creates the error that says so. */
function refuseFiles(shown: string, problem: string, { root, written }: WrittenFiles, session: InitSession): UserError {
  for (const path of written) rmSync(path, { recursive: true, force: true });
  for (const path of written)
    for (let folder = dirname(path); folder.startsWith(`${root}/`); folder = dirname(folder)) removeEmptyFolder(folder);
  const names = written.map((path) => safe(relative(session.cwd, path)));
  const tasks = safe(relative(root, session.tasks));
  return new UserError(
    `with the files that init wrote ${safe(shown)} fails: ${safe(problem)}`,
    `They are removed again (${names.join(', ')}). Let the command leave out ${tasks}/ and gatebench.yml, or name another folder with --tasks DIR.`,
  );
}
