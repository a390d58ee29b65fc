import { mkdirSync, symlinkSync } from 'node:fs';
import { join, posix } from 'node:path';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { FixtureFile } from '../../../contract/loaded_contract.js';
import type { EventPayload, Execution } from '../../../record/events/event.js';
import { findErrorLine, selectEvents } from '../../../record/events/select_events.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import { createCommandLogSink, executeCommand, hasSucceeded } from '../../../sandbox/execution/execute_command.js';
import { createOwnedFolder, createScratchFolder, removeTree } from '../../../workspace/cache/workspace_cache.js';
import { toBytePath } from '../../../workspace/git/run_git.js';
import { openVolume, type Volume } from '../../../workspace/volume.js';
import { giveToOwner } from '../../../workspace/workspace_owner.js';
import { removeFilesSafely, writeFileSafely } from '../../../workspace/write_file_safely.js';
import { FIXTURE_PATH, FIXTURE_VARIABLE, type FixtureEnvironment } from '../../fixtures/fixture_environment.js';
import { compareInventories, type FolderInventory, takeInventory } from '../../fixtures/folder_inventory.js';
import type { AttemptContext } from '../attempt_context.js';
import { computeVolumeBytes } from '../runner_context.js';
import { createSessionOptions } from './create_session_options.js';
import { openNetworkedSession } from './open_networked_session.js';

/** Fixture environment, or the reason why it could not be made; then nothing can be said of the agent. */
type FixtureResult = { world: FixtureEnvironment | undefined } | { failed: string; steps: Execution[] };

/**
 * Prepares the fixture environment of an attempt: its files, then its commands in the sandbox, with the repository
 * read-only. Each attempt has its own, so that no agent's changes reach another.
 */
export async function prepareFixtures(context: Omit<AttemptContext, 'world'>): Promise<FixtureResult> {
  const { loaded, run, runner } = context;
  const declared = loaded.contract.world;
  if (!declared) return { world: undefined };
  const folder = createScratchFolder(runner.cache);
  let volume: Volume | undefined;
  const dispose = async () => {
    await volume?.dispose();
    await removeTree(folder);
  };
  try {
    const bytes = computeVolumeBytes(loaded, runner);
    volume = bytes === undefined ? undefined : await openVolume(join(folder, 'volume'), bytes);
    const path = createOwnedFolder(join(volume?.path ?? folder, 'world'));
    writeFixtureFiles(path, loaded.world ?? []);
    const steps: Execution[] = [];
    for (const step of declared.prepare) {
      const execution = await runPreparationStep(step, { path, volume }, context);
      steps.push(execution);
      if (hasSucceeded(execution)) continue;
      await dispose();
      return { failed: `world command "${step.run}": ${describeEnd(execution)}`, steps };
    }
    const prepared = await takeInventory(path);
    recordInventory(run, 'prepared', prepared, { changed: [], more: 0 }, steps);
    return { world: { path, ...omitUndefined({ volume }), prepared, dispose } };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/**
 * Records the changes of the agent to the fixtures, and writes the audit there if checks are to see it. All processes
 * of the agent have ended.
 */
export async function collectFixtureChanges(
  world: FixtureEnvironment | undefined,
  run: RunDirectory,
  audit: string | undefined,
): Promise<void> {
  if (!world) return;
  world.volume?.releaseSpareSpace();
  if (audit !== undefined) writeAuditFile(world.path, audit, run);
  const left = await takeInventory(world.path);
  recordInventory(run, 'left', left, compareInventories(world.prepared, left), []);
}

/** Writes the audit file. It replaces anything the agent put there, even if nothing was audited. */
function writeAuditFile(root: string, file: string, { log }: RunDirectory): void {
  const path = Buffer.from(file, 'utf8').toString('latin1');
  const entries = selectEvents(log.events, 'audit').map(({ payload }) => `${JSON.stringify(payload)}\n`);
  removeFilesSafely(root, [path]);
  if (entries.length > 0) writeFileSafely(root, path, Buffer.from(entries.join('')), false);
}

function recordInventory(
  run: RunDirectory,
  when: EventPayload<'world'>['when'],
  { sha256, files, bytes, complete }: FolderInventory,
  changes: Pick<EventPayload<'world'>, 'changed' | 'more'>,
  steps: Execution[],
): void {
  run.log.append('world', 'harness', { when, sha256, files, bytes, ...changes, steps });
  if (!complete)
    run.log.append('note', 'harness', { text: `the world holds more than can be listed: ${files} files were counted` });
}

async function runPreparationStep(
  step: { run: string; timeout: number },
  { path, volume }: { path: string; volume: Volume | undefined },
  { loaded, layer, run, runner, seed }: Omit<AttemptContext, 'world'>,
): Promise<Execution> {
  const session = await openNetworkedSession(
    runner,
    loaded,
    {
      ...createSessionOptions(loaded, runner, seed),
      trace: false,
      workspace: layer.tree_path,
      read_only: true,
      writable_mounts: { [path]: FIXTURE_PATH },
      ...(volume ? { volumes: [volume] } : {}),
    },
    undefined,
  );
  try {
    const mount_path = session.resolvePath(FIXTURE_PATH);
    const environment = { [FIXTURE_VARIABLE]: mount_path, GATEBENCH_REPOSITORY: session.root };
    const { run: command, timeout: timeout_ms } = step;
    return await executeCommand(
      session,
      { run: command, timeout_ms, environment, cwd: mount_path, signal: runner.signal },
      createCommandLogSink(run),
    );
  } finally {
    await session.close();
  }
}

function describeEnd(execution: Execution): string {
  const { cause, exit_code, detail } = execution;
  const error_line = findErrorLine(execution);
  return `${cause === 'exit' ? `exit status ${exit_code}` : (detail ?? cause)}${error_line && `: ${error_line}`}`;
}

/** Writes the fixture files of a contract into a new folder, owned by the user that acts in workspaces. */
function writeFixtureFiles(root: string, files: readonly FixtureFile[]): void {
  const folders = new Set(['.']);
  for (const file of files) {
    const path = Buffer.from(file.path, 'utf8').toString('latin1');
    if (!file.link) writeFileSafely(root, path, file.content, file.executable);
    else {
      createFolders(root, posix.dirname(path), folders);
      symlinkSync(Buffer.from(file.content), toBytePath(root, path));
      giveToOwner(toBytePath(root, path), true);
    }
  }
}

function createFolders(root: string, path: string, made: Set<string>): void {
  if (made.has(path)) return;
  createFolders(root, posix.dirname(path), made);
  made.add(path);
  try {
    mkdirSync(toBytePath(root, path), { mode: 0o755 });
    giveToOwner(toBytePath(root, path));
  } catch (error) {
    // The folder exists from an earlier file; links are leaves only, so it is a real folder.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
