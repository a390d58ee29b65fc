import { join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import type { Check, ReportFormat } from '../../contract/schema.js';
import type { Execution, FileChange, Payload, ReportReading } from '../../record/events.js';
import type { RunDirectory } from '../../record/run_directory.js';
import { layOracle, putBackOracle } from '../oracle/lay.js';
import { REPORT_FOLDER, type ReportPlace, reportInWorkspace, reportPlace } from '../oracle/report_file.js';
import type { Session } from '../sandbox/backend.js';
import { type Application, applyPatch, writePatch } from '../workspace/apply.js';
import { ownedFolder } from '../workspace/cache.js';
import type { Layer } from '../workspace/layer.js';
import { madeBySetup } from '../workspace/made_by_setup.js';
import { openWorkspace, type Workspace } from '../workspace/workspace.js';
import { execute, recorderOf } from './execute.js';
import type { Rooms } from './rooms.js';
import { sessionBase } from './set_up.js';

/** The answer that is evaluated. `expected_tree`: what the snapshot must become, where we extracted the patch ourselves. */
export interface Answer {
  patch: Uint8Array;
  expected_tree: string | null;
}

/**
 * Evaluates an answer on a fresh layer, without secrets and without a network (design §3, step 6): apply, lay the oracle
 * over, build, checks, canary. Records what happens; judges nothing.
 */
export async function evaluate(
  loaded: LoadedContract,
  answer: Answer,
  layer: Layer,
  run: RunDirectory,
  rooms: Rooms,
  seed: number,
): Promise<void> {
  const { log } = run;
  const started_ms = log.now();
  const application = await applyPatch(answer.patch, layer, rooms.cache);
  const applied = application.outcome === 'applied' || application.outcome === 'empty';
  log.append('patch_applied', 'harness', describe(application, answer, started_ms, log.now(), patchDigest(run)));
  if (!applied) {
    notRun(loaded, run, { because: 'patch', detail: application.detail });
    return;
  }
  const workspace = await openWorkspace(layer, rooms.cache, rooms.method);
  try {
    const { written = [], removed = [] } = application.outcome === 'applied' ? application.applied : {};
    const left = new Set(await madeBySetup(written, layer, rooms.cache));
    const placed = written.filter((path) => !left.has(path));
    if (application.outcome === 'applied') await writePatch({ ...application.applied, written: placed }, workspace);
    const laid = await layOracle(loaded, [...placed, ...removed], workspace, rooms.cache);
    for (const path of left)
      laid.restored.push({ path: Buffer.from(path, 'latin1').toString('utf8'), how: 'restored' });
    log.append('oracle_laid', 'harness', laid);
    await runChecks(loaded, workspace, run, rooms, seed);
  } finally {
    await Promise.all([
      workspace.dispose(),
      application.outcome === 'applied' ? application.applied.release() : undefined,
    ]);
  }
}

async function runChecks(
  loaded: LoadedContract,
  workspace: Workspace,
  run: RunDirectory,
  rooms: Rooms,
  seed: number,
): Promise<void> {
  const { contract } = loaded;
  const folder = ownedFolder(join(workspace.room, 'reports'));
  const base = sessionBase(loaded, rooms, seed);
  const session = await rooms.backend.open({
    ...base,
    workspace: workspace.path,
    ...(workspace.holder ? { holder: workspace.holder } : {}),
    ...(workspace.upper ? { upper: workspace.upper } : {}),
    writable_mounts: { [folder]: REPORT_FOLDER },
    network: 'none',
  });
  const room: CheckRoom = { loaded, session, workspace, folder, run, signal: rooms.signal };
  try {
    let built = true;
    for (const check of contract.build === 'none' ? [] : contract.build) {
      const kind = check.kind ?? 'build';
      const ended = await runCheck(kind === 'static' ? 'static_check' : 'build', check, room);
      if (kind === 'build') built &&= ended;
    }
    for (const check of contract.acceptance) {
      if (built) await runCheck('acceptance_check', check, room);
      else skip('acceptance_check', check, run, { because: 'build', detail: 'the build did not succeed' });
    }
    for (const check of contract.scoring.maintainability) await runCheck('maintainability_check', check, room);
    const { canary } = contract.oracle;
    if (!canary) return;
    if (!built)
      run.log.append('canary', 'harness', {
        not_run: { because: 'build', detail: 'the build did not succeed' },
        report: { state: 'none' },
      });
    else
      await runCanary(
        typeof canary === 'string' ? { run: canary, report: 'exit-code', timeout: 60_000, environment: {} } : canary,
        room,
      );
  } finally {
    await session.close();
  }
}

type CheckType = 'build' | 'static_check' | 'acceptance_check' | 'maintainability_check';

interface CheckRoom {
  loaded: LoadedContract;
  session: Session;
  workspace: Workspace;
  folder: string;
  run: RunDirectory;
  signal: AbortSignal;
}

/** Runs a check and its reruns (S3). @returns whether every execution ended with status 0 */
async function runCheck(type: CheckType, check: Check, room: CheckRoom): Promise<boolean> {
  let succeeded = true;
  for (let n = 1; n <= 1 + check.reruns; n++) {
    if (room.signal.aborted) {
      skip(type, check, room.run, { because: 'interrupted', detail: 'the run was interrupted' }, n);
      return false;
    }
    const place = check.report_file
      ? reportInWorkspace(room.workspace.view, check.report_file, room.session.root)
      : reportPlace(room.folder, room.session);
    const { execution, report } = await observe(check, check.report, place, room);
    const { seq } = room.run.log.append(type, 'harness', { check: check.id, run: n, execution, report });
    guardOracle(`check ${check.id}`, seq, room);
    succeeded &&= execution.cause === 'exit' && execution.exit_code === 0;
  }
  return succeeded;
}

async function runCanary(
  canary: { run: string; report: ReportFormat; timeout: number; environment: Record<string, string> },
  room: CheckRoom,
): Promise<void> {
  if (room.signal.aborted) {
    room.run.log.append('canary', 'harness', {
      not_run: { because: 'interrupted', detail: 'the run was interrupted' },
      report: { state: 'none' },
    });
    return;
  }
  const { execution, report } = await observe(canary, canary.report, reportPlace(room.folder, room.session), room);
  const { seq } = room.run.log.append('canary', 'harness', { execution, report });
  guardOracle('the canary', seq, room);
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

function skip(type: CheckType, check: Check, run: RunDirectory, not_run: Payload<'build'>['not_run'], n = 1): void {
  run.log.append(type, 'harness', { check: check.id, run: n, not_run, report: { state: 'none' } });
}

/** Every check gets its event even when it cannot run: missing evidence and a failed patch must not look alike (R7). */
export function notRun(
  loaded: LoadedContract,
  run: RunDirectory,
  not_run: NonNullable<Payload<'build'>['not_run']>,
): void {
  const { contract } = loaded;
  for (const check of contract.build === 'none' ? [] : contract.build)
    skip(check.kind === 'static' ? 'static_check' : 'build', check, run, not_run);
  for (const check of contract.acceptance) skip('acceptance_check', check, run, not_run);
  if (contract.oracle.canary) run.log.append('canary', 'harness', { not_run, report: { state: 'none' } });
}

const patchDigest = (run: RunDirectory) => {
  const mutation = run.log.events.findLast((event) => event.type === 'workspace_mutation');
  return mutation?.type === 'workspace_mutation' ? mutation.payload.patch_sha256 : '0'.repeat(64);
};

function describe(
  application: Application,
  answer: Answer,
  started_ms: number,
  ended_ms: number,
  patch_sha256: string,
): Payload<'patch_applied'> {
  const files: FileChange[] = application.outcome === 'applied' ? application.files : [];
  return {
    outcome: application.outcome,
    started_ms,
    ended_ms,
    command: 'git apply --cached',
    patch_sha256,
    detail: application.detail,
    refusals: application.outcome === 'refused' ? application.refusals : [],
    conflict_markers: application.text.conflict_markers,
    files,
    tree: 'tree' in application ? application.tree : null,
    expected_tree: answer.expected_tree,
    added_lines: application.text.files.flatMap((file) =>
      file.first_added ? [{ path: file.path, ...file.first_added }] : [],
    ),
  };
}
