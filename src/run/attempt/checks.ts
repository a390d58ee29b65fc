import { join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import type { Check, ReportFormat } from '../../contract/schema.js';
import type { Execution, Payload, ReportReading } from '../../record/events.js';
import type { RunDirectory } from '../../record/run_directory.js';
import { putBackOracle } from '../oracle/lay.js';
import { readOnlyOracle } from '../oracle/read_only.js';
import { REPORT_FOLDER, type ReportPlace, reportInWorkspace, reportPlace } from '../oracle/report_file.js';
import type { Session } from '../sandbox/backend.js';
import { ownedFolder } from '../workspace/cache.js';
import { type Workspace, workspaceOrder } from '../workspace/workspace.js';
import { withWorld, worldVariable } from '../world/world.js';
import { execute, recorderOf } from './execute.js';
import type { Ground } from './ground.js';
import { checkEgress, openSession } from './network.js';
import { sessionBase } from './set_up.js';

/** A workspace with the oracle in it, and the session in which its checks run. */
export interface CheckRoom {
  loaded: LoadedContract;
  session: Session;
  workspace: Workspace;
  /** Folder of the reports, outside the workspace. */
  folder: string;
  /** Variables of every command, under those of the check. */
  environment: Record<string, string>;
  run: RunDirectory;
  signal: AbortSignal;
}

const NO_MOUNTS = { read_only_mounts: {}, writable_mounts: {} };

/**
 * Opens a session for checks over a workspace: nothing live to reach, no secrets, hidden files and the world read-only. The caller
 * closes it.
 *
 * @param root where the repository lies; `writable`: hidden files can be written
 */
export async function openCheckRoom(
  { loaded, world, run, rooms, seed }: Ground,
  workspace: Workspace,
  { root, writable = false }: { root?: string | undefined; writable?: boolean } = {},
): Promise<CheckRoom> {
  const folder = ownedFolder(join(workspace.volume?.path ?? workspace.room, 'reports'));
  const oracle = writable ? NO_MOUNTS : readOnlyOracle(loaded, workspace, root);
  const base = sessionBase(loaded, rooms, seed);
  const order = withWorld(
    {
      ...base,
      ...workspaceOrder(workspace),
      ...(root === undefined ? {} : { root }),
      read_only_mounts: { ...base.read_only_mounts, ...oracle.read_only_mounts },
      writable_mounts: { ...oracle.writable_mounts, [folder]: REPORT_FOLDER },
    },
    world,
    true,
  );
  const egress = await checkEgress(loaded, rooms, recorderOf(run).requested);
  const session = await openSession(rooms, loaded, order, egress);
  const environment = worldVariable(world, (inside) => session.place(inside));
  return { loaded, session, workspace, folder, environment, run, signal: rooms.signal };
}

type CheckType = 'build' | 'static_check' | 'acceptance_check' | 'maintainability_check';

/** Runs a check and its reruns (S3). @returns whether every execution ended with status 0 */
export async function runCheck(type: CheckType, check: Check, room: CheckRoom): Promise<boolean> {
  let succeeded = true;
  for (let n = 1; n <= 1 + check.reruns; n++) {
    if (room.signal.aborted) {
      skip(type, check, room.run, { because: 'interrupted', detail: 'the run was interrupted' }, n);
      return false;
    }
    const { execution, report } = await observeCheck(check, room);
    const { seq } = room.run.log.append(type, 'harness', { check: check.id, run: n, execution, report });
    guardOracle(`check ${check.id}`, seq, room);
    succeeded &&= ended(execution);
  }
  return succeeded;
}

/** Whether a command ended by itself with status 0. */
export const ended = ({ cause, exit_code }: Execution) => cause === 'exit' && exit_code === 0;

/** One execution of a check, with its report. */
export function observeCheck(check: Check, room: CheckRoom): Promise<{ execution: Execution; report: ReportReading }> {
  const place = check.report_file
    ? reportInWorkspace(room.workspace.view, check.report_file, room.session.root)
    : reportPlace(room.folder, room.session);
  return observe(check, check.report, place, room);
}

/**
 * Builds once more on another workspace, since tests may be part of what is built.
 *
 * @returns why there is nothing to run, if so
 */
export async function buildAgain(
  build: readonly Check[],
  repeats: Payload<'rebuild'>['repeats'],
  room: CheckRoom,
): Promise<string | undefined> {
  for (const check of build) {
    const { execution, report } = await observeCheck(check, room);
    room.run.log.append('rebuild', 'harness', { check: check.id, repeats, execution, report });
    if (ended(execution)) continue;
    const how = execution.cause === 'exit' ? `exit status ${execution.exit_code}` : execution.cause;
    return `${check.id}: ${how}: ${execution.stderr.head.trim().split('\n', 1)[0]?.slice(0, 200) ?? ''}`;
  }
  return undefined;
}

export function skipCanary(run: RunDirectory, not_run: NotRun): void {
  run.log.append('canary', 'harness', { not_run, report: { state: 'none' } });
}

/** No honest build or check rewrites the hidden tests: that is an alert, and the next command gets them as they were. */
function guardOracle(command: string, seq: number, { loaded, workspace, run }: CheckRoom): void {
  const paths = putBackOracle(loaded, workspace);
  if (paths.length === 0) return;
  run.log.append('alert', 'harness', {
    code: 'oracle-changed-at-run-time',
    severity: 'violation',
    stage: run.log.stage,
    message: `${command} changed hidden files: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}`,
    signals: { command_seq: seq, paths: paths.slice(0, 100), count: paths.length },
  });
}

/** One execution of a command with its report; without a place the report is where every execution has a new one. */
export async function observe(
  command: {
    run: string;
    timeout: number;
    environment: Record<string, string>;
    working_directory?: string | undefined;
  },
  format: ReportFormat,
  given: ReportPlace | undefined,
  room: CheckRoom,
): Promise<{ execution: Execution; report: ReportReading }> {
  const place = given ?? reportPlace(room.folder, room.session);
  const execution = await execute(
    room.session,
    {
      run: command.run,
      // By the shell: a patch may have removed the folder, and a sandbox that cannot begin there would look like a fault of the machine.
      ...(command.working_directory ? { prelude: enter(join(room.session.root, command.working_directory)) } : {}),
      timeout_ms: command.timeout,
      environment: { ...room.environment, ...command.environment },
      variables: { REPORT: place.inside },
      signal: room.signal,
    },
    recorderOf(room.run),
  );
  return { execution, report: place.read(format, (data) => room.run.keep(data)) };
}

const enter = (folder: string) => `cd -- '${folder.replaceAll("'", "'\\''")}' || exit 1\n`;

type NotRun = NonNullable<Payload<'build'>['not_run']>;

export function skip(type: CheckType, check: Check, run: RunDirectory, not_run: NotRun, n = 1): void {
  run.log.append(type, 'harness', { check: check.id, run: n, not_run, report: { state: 'none' } });
}

/** Every check gets its event even when it cannot run: missing evidence and a failed patch must not look alike (R7). */
export function notRun(loaded: LoadedContract, run: RunDirectory, not_run: NotRun): void {
  const { contract } = loaded;
  for (const check of contract.build === 'none' ? [] : contract.build)
    skip(check.kind === 'static' ? 'static_check' : 'build', check, run, not_run);
  for (const check of contract.acceptance) skip('acceptance_check', check, run, not_run);
  if (contract.oracle.canary) skipCanary(run, not_run);
}
