import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import type { Check, Contract, ReportFormat } from '../../contract/schema.js';
import type { Execution, Payload, ReportReading } from '../../record/events.js';
import type { RunDirectory } from '../../record/run_directory.js';
import { putBackOracle } from '../oracle/lay.js';
import { namingOf } from '../oracle/perturbation/equivalent.js';
import { canaryNames } from '../oracle/perturbation/new_names.js';
import { rewritten } from '../oracle/perturbation/path_tokens.js';
import { readOnlyOracle } from '../oracle/read_only.js';
import { REPORT_FOLDER, type ReportPlace, reportInWorkspace, reportPlace } from '../oracle/report_file.js';
import type { Session } from '../sandbox/backend.js';
import { ownedFolder } from '../workspace/cache.js';
import { placeFile, removeFiles } from '../workspace/place.js';
import type { Workspace } from '../workspace/workspace.js';
import { execute, recorderOf } from './execute.js';
import { checkEgress, openSession } from './network.js';
import type { Rooms } from './rooms.js';
import { sessionBase } from './set_up.js';

/** A workspace with the oracle in it, and the session in which its checks run. */
export interface CheckRoom {
  loaded: LoadedContract;
  session: Session;
  workspace: Workspace;
  /** Folder of the reports, outside the workspace. */
  folder: string;
  run: RunDirectory;
  signal: AbortSignal;
}

/** Opens a session for checks over a workspace: nothing live to reach, no secrets, hidden files read-only. The caller closes it. */
export async function openCheckRoom(
  loaded: LoadedContract,
  workspace: Workspace,
  run: RunDirectory,
  rooms: Rooms,
  seed: number,
  root?: string,
): Promise<CheckRoom> {
  const folder = ownedFolder(join(workspace.room, 'reports'));
  const oracle = readOnlyOracle(loaded, workspace, root);
  const base = sessionBase(loaded, rooms, seed);
  const order = {
    ...base,
    ...workspaceOf(workspace),
    ...(root === undefined ? {} : { root }),
    read_only_mounts: { ...base.read_only_mounts, ...oracle.read_only_mounts },
    writable_mounts: { ...oracle.writable_mounts, [folder]: REPORT_FOLDER },
  };
  const egress = await checkEgress(loaded, rooms, recorderOf(run).requested);
  const session = await openSession(rooms, loaded, order, egress);
  return { loaded, session, workspace, folder, run, signal: rooms.signal };
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
 * Runs the canary, last of all and in a session whose hidden files can be written: the strongest canary copies a false
 * assertion over an acceptance test.
 */
export async function runCanary(
  declared: NonNullable<Contract['oracle']['canary']>,
  room: CheckRoom,
  rooms: Rooms,
  seed: number,
): Promise<void> {
  if (room.signal.aborted) {
    skipCanary(room.run, { because: 'interrupted', detail: 'the run was interrupted' });
    return;
  }
  const published =
    typeof declared === 'string'
      ? { run: declared, report: 'exit-code' as const, timeout: 60_000, environment: {} }
      : declared;
  const canary = room.loaded.contract.oracle.perturbation.rename ? renamedCanary(published, room) : published;
  const order = {
    ...sessionBase(room.loaded, rooms, seed),
    ...workspaceOf(room.workspace),
    writable_mounts: { [room.folder]: REPORT_FOLDER },
  };
  const egress = await checkEgress(room.loaded, rooms, recorderOf(room.run).requested);
  const session = await openSession(rooms, room.loaded, order, egress);
  try {
    const place = reportPlace(room.folder, session);
    const { execution, report } = await observe(canary, canary.report, place, { ...room, session });
    room.run.log.append('canary', 'harness', { execution, report });
  } finally {
    await session.close();
  }
}

/** The canary under a name that nobody has seen. It is the last command of its workspace, so nothing has to be put back. */
function renamedCanary<T extends { run: string; environment: Record<string, string> }>(canary: T, room: CheckRoom): T {
  const { loaded, workspace } = room;
  const commands = [canary.run, ...Object.values(canary.environment)];
  const acceptance = namingOf(loaded).commands;
  const renamed = canaryNames(loaded.oracle_files, commands, acceptance, randomInt);
  for (const { path, content, executable } of loaded.oracle_files) {
    const other = renamed[path];
    if (other === undefined) continue;
    removeFiles(workspace.view, [bytes(path)]);
    placeFile(workspace.view, bytes(other), content, executable);
  }
  const of = (text: string) => rewritten(text, renamed);
  const environment = Object.fromEntries(Object.entries(canary.environment).map(([name, value]) => [name, of(value)]));
  return { ...canary, run: of(canary.run), environment };
}

/** Contract paths are UTF-8; paths on disk travel as latin-1 bytes. */
const bytes = (path: string) => Buffer.from(path, 'utf8').toString('latin1');

export function skipCanary(run: RunDirectory, not_run: NotRun): void {
  run.log.append('canary', 'harness', { not_run, report: { state: 'none' } });
}

const workspaceOf = ({ path, holder, upper }: Workspace) => ({
  workspace: path,
  ...(holder ? { holder } : {}),
  ...(upper ? { upper } : {}),
});

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

async function observe(
  command: {
    run: string;
    timeout: number;
    environment: Record<string, string>;
    working_directory?: string | undefined;
  },
  format: ReportFormat,
  place: ReportPlace,
  room: CheckRoom,
): Promise<{ execution: Execution; report: ReportReading }> {
  const execution = await execute(
    room.session,
    {
      run: command.run,
      timeout_ms: command.timeout,
      environment: command.environment,
      variables: { REPORT: place.inside },
      ...(command.working_directory ? { cwd: join(room.session.root, command.working_directory) } : {}),
      signal: room.signal,
    },
    recorderOf(room.run),
  );
  return { execution, report: place.read(format, (data) => room.run.keep(data)) };
}

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
