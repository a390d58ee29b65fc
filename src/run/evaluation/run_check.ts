import { join, relative } from 'node:path';
import type { Check } from '../../contract/contract_schema.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { type Diagnostic, findDiagnostics, isForeignPath } from '../../language/find_diagnostics.js';
import type { EventPayload, Execution, TestReportResult } from '../../record/events/event.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import { createCommandLogSink, executeCommand, hasSucceeded } from '../../sandbox/execution/execute_command.js';
import type { Session } from '../../sandbox/sandbox_backend.js';
import { watchPrograms } from '../../sandbox/trace/watch_programs.js';
import { createOwnedFolder } from '../../workspace/cache/workspace_cache.js';
import { openWorkspace, toSessionOptions, type Workspace } from '../../workspace/workspace.js';
import { existsWithoutSymlinks } from '../../workspace/write_file_safely.js';
import { computeVolumeBytes } from '../attempt/runner_context.js';
import { createSessionOptions } from '../attempt/setup/create_session_options.js';
import { decideCheckTracing } from '../attempt/setup/decide_program_tracing.js';
import { openCheckEgress, openNetworkedSession } from '../attempt/setup/open_networked_session.js';
import { recordProvisioning } from '../attempt/setup/record_provisioning.js';
import { createFixtureVariables, mountFixtures } from '../fixtures/fixture_environment.js';
import { createReadOnlyMounts } from '../oracle/create_read_only_mounts.js';
import {
  createReportLocation,
  createWorkspaceReportLocation,
  REPORT_FOLDER,
} from '../oracle/create_report_location.js';
import { restoreOracle } from '../oracle/install_oracle.js';
import type { FileLookup } from '../oracle/readers/parsing/report_reader.js';
import { recordSkippedModelCheck } from './model_checks/run_model_checks.js';
import type { PatchContext } from './patch_context.js';

/** Workspace with the oracle in it, and the sandbox session in which its checks run. */
interface CheckSession {
  loaded: LoadedContract;
  sandbox: Session;
  workspace: Workspace;
  /** Folder of the reports, outside the workspace. */
  folder: string;
  /** Variables of every command; variables of the check take precedence. */
  environment: Record<string, string>;
  run: RunDirectory;
  signal: AbortSignal;
}

const NO_MOUNTS = { read_only_mounts: {}, writable_mounts: {} };

/**
 * Opens a session for checks over a workspace; the caller closes its sandbox.
 *
 * The session has no live network and no secrets; hidden files and fixtures are read-only.
 *
 * @param root path of the repository inside the sandbox; `writable`: hidden files can be written
 */
export async function openCheckSession(
  { loaded, world, run, runner, seed, on_check_program }: PatchContext,
  workspace: Workspace,
  { root, writable = false }: { root?: string | undefined; writable?: boolean } = {},
): Promise<CheckSession> {
  const folder = createOwnedFolder(join(workspace.volume?.path ?? workspace.scratch_folder, 'reports'));
  const base = createSessionOptions(loaded, runner, seed);
  const oracle = writable ? NO_MOUNTS : createReadOnlyMounts(loaded, workspace, root ?? base.root);
  const order = mountFixtures(
    {
      ...base,
      ...toSessionOptions(workspace),
      programs: decideCheckTracing(loaded, runner).programs,
      ...omitUndefined({ root }),
      read_only_mounts: { ...base.read_only_mounts, ...oracle.read_only_mounts },
      writable_mounts: { ...oracle.writable_mounts, [folder]: REPORT_FOLDER },
    },
    world,
    true,
  );
  const egress = await openCheckEgress(loaded, runner, createCommandLogSink(run).requested);
  const opened = await recordProvisioning(run, 'session', () => openNetworkedSession(runner, loaded, order, egress));
  const sandbox = watchPrograms(opened, on_check_program && ((argv, cwd) => on_check_program(argv, opened.root, cwd)));
  const environment = createFixtureVariables(world, (inside) => sandbox.resolvePath(inside));
  return { loaded, sandbox, workspace, folder, environment, run, signal: runner.signal };
}

type CheckType = 'build' | 'static_check' | 'acceptance_check' | 'maintainability_check';

/**
 * Runs a check and its reruns.
 *
 * All runs start from the same files: each but the last works in a temporary view, the last in the workspace itself, so
 * that later checks find what it made.
 *
 * @returns true if every execution ended with status 0
 */
export async function runCheck(
  type: CheckType,
  check: Check,
  session: CheckSession,
  context: PatchContext,
): Promise<boolean> {
  const runs = 1 + check.reruns;
  let succeeded = true;
  for (let n = 1; n <= runs; n++) {
    if (session.signal.aborted) {
      recordSkippedCheck(type, check, session.run, { because: 'interrupted', detail: 'the run was interrupted' }, n);
      return false;
    }
    const execute = async (place: CheckSession, workspace?: 'own' | 'kept') => {
      const { execution, report } = await executeWithReport(check, place);
      const named_lines = findNamedLines(execution, check, place);
      const places = hasSucceeded(execution) ? {} : { named_lines };
      const payload = { check: check.id, run: n, ...(workspace ? { workspace } : {}), execution, ...places, report };
      const { seq } = session.run.log.append(type, 'harness', payload);
      restoreChangedOracle(`check ${check.id}`, seq, place);
      succeeded &&= hasSucceeded(execution);
    };
    if (n < runs) await withWorkspaceView(session.workspace, context, (view) => execute(view, 'own'));
    else await execute(session, runs > 1 ? 'kept' : undefined);
  }
  return succeeded;
}

/**
 * Opens a check session over a temporary view of a workspace and calls `act`. The view is deleted afterwards; the
 * workspace must not change meanwhile.
 */
async function withWorkspaceView(
  beneath: Workspace,
  context: PatchContext,
  act: (session: CheckSession) => Promise<void>,
): Promise<void> {
  const { loaded, layer, runner } = context;
  const volume_bytes = computeVolumeBytes(loaded, runner);
  const { oracle_mtime: laid_at } = beneath;
  const opened = await openWorkspace(layer, runner.cache, runner.method, { base: beneath, volume_bytes });
  try {
    const session = await openCheckSession(context, laid_at ? { ...opened, oracle_mtime: laid_at } : opened);
    try {
      await act(session);
    } finally {
      await session.sandbox.close();
    }
  } finally {
    await opened.dispose();
  }
}

/**
 * Repeats the build in another workspace, since tests may be part of the build.
 *
 * @returns the failure; undefined if the build succeeded
 */
export async function repeatBuild(
  build: readonly Check[],
  repeats: EventPayload<'rebuild'>['repeats'],
  session: CheckSession,
): Promise<string | undefined> {
  for (const check of build) {
    const { execution, report } = await executeWithReport(check, session);
    session.run.log.append('rebuild', 'harness', { check: check.id, repeats, execution, report });
    if (hasSucceeded(execution)) continue;
    const how = execution.cause === 'exit' ? `exit status ${execution.exit_code}` : execution.cause;
    return `${check.id}: ${how}: ${execution.stderr.head.trim().split('\n', 1)[0]?.slice(0, 200) ?? ''}`;
  }
  return undefined;
}

/** Records the canary as skipped. */
export function recordSkippedCanary(run: RunDirectory, not_run: NonNullable<EventPayload<'canary'>['not_run']>): void {
  run.log.append('canary', 'harness', { not_run, report: { state: 'none' } });
}

/** Restores hidden files that a command changed and logs an alert: no honest build or check changes them. */
function restoreChangedOracle(command: string, seq: number, { loaded, workspace, run }: CheckSession): void {
  const paths = restoreOracle(loaded, workspace);
  if (paths.length === 0) return;
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  run.log.append('alert', 'harness', {
    code: 'oracle-changed-at-run-time',
    severity: 'violation',
    stage: run.log.stage,
    message: `${command} changed hidden files: ${paths.slice(0, 5).join(', ')}${more}`,
    signals: { command_seq: seq, paths: paths.slice(0, 100), count: paths.length },
  });
}

/** Check, or another command with a report. */
interface ReportedCommand
  extends Pick<Check, 'run' | 'timeout' | 'environment' | 'report'>,
    Partial<Pick<Check, 'log' | 'report_file' | 'working_directory'>> {}

/** Executes a check or a similar command once and reads its report. */
export async function executeWithReport(
  command: ReportedCommand,
  session: CheckSession,
): Promise<{ execution: Execution; report: TestReportResult }> {
  const { sandbox } = session;
  const place = command.report_file
    ? createWorkspaceReportLocation(session.workspace.view, command.report_file, sandbox.root)
    : createReportLocation(session.folder, sandbox);
  const execution = await executeCommand(
    sandbox,
    {
      run: command.run,
      // The shell changes the folder: a patch may have removed it, and a sandbox that cannot start would look faulty.
      ...(command.working_directory
        ? { prelude: formatFolderChange(join(sandbox.root, command.working_directory)) }
        : {}),
      timeout_ms: command.timeout,
      environment: { ...session.environment, ...command.environment },
      variables: { REPORT: place.inside },
      signal: session.signal,
    },
    createCommandLogSink(session.run),
  );
  const hasFile = createFileLookup(session.workspace.view, command.working_directory);
  return { execution, report: place.read(command, (data) => session.run.keep(data), hasFile) };
}

/**
 * Finds the lines of files of the workspace that a failed command names as wrong, with paths relative to its root.
 * Files of packages are left out.
 */
function findNamedLines(
  execution: Execution,
  { working_directory = '' }: Pick<Check, 'working_directory'>,
  { sandbox, workspace }: CheckSession,
): Diagnostic[] {
  if (hasSucceeded(execution)) return [];
  const exists = createFileLookup(workspace.view, undefined);
  const resolvePath = (name: string) => {
    const plain = name.replace(/^file:\/\//, '');
    const places = plain.startsWith('/')
      ? [relative(sandbox.root, plain)]
      : [join(working_directory, plain), join(plain)];
    return places.find((path) => !/^\.\.?(\/|$)/.test(path) && !isForeignPath(path) && exists(path));
  };
  const output = [execution.stderr, execution.stdout].map(({ head, tail }) => `${head}\n${tail}`).join('\n');
  return findDiagnostics(output, resolvePath);
}

/** Creates a lookup of files below the root of a workspace, and below the folder of a check. */
function createFileLookup(view: string, folder: string | undefined): FileLookup {
  const answers = new Map<string, boolean>();
  return (path) => {
    const answer =
      answers.get(path) ??
      [path, ...(folder === undefined ? [] : [join(folder, path)])].some((one) =>
        existsWithoutSymlinks(view, Buffer.from(one, 'utf8').toString('latin1')),
      );
    answers.set(path, answer);
    return answer;
  };
}

const formatFolderChange = (folder: string) => `cd -- '${folder.replaceAll("'", "'\\''")}' || exit 1\n`;

type SkipReason = NonNullable<EventPayload<'build'>['not_run']>;

/** Records a check as skipped. */
export function recordSkippedCheck(type: CheckType, check: Check, run: RunDirectory, not_run: SkipReason, n = 1): void {
  run.log.append(type, 'harness', { check: check.id, run: n, not_run, report: { state: 'none' } });
}

/** Records every check as skipped. A check without evidence must differ from a failed patch (requirement R7). */
export function recordSkippedChecks(loaded: LoadedContract, run: RunDirectory, not_run: SkipReason): void {
  const { contract } = loaded;
  for (const check of contract.build === 'none' ? [] : contract.build)
    recordSkippedCheck(check.kind === 'static' ? 'static_check' : 'build', check, run, not_run);
  for (const check of contract.acceptance) recordSkippedCheck('acceptance_check', check, run, not_run);
  for (const check of contract.model_checks ?? []) recordSkippedModelCheck(check, run, not_run);
  if (contract.oracle.canary) recordSkippedCanary(run, not_run);
}
