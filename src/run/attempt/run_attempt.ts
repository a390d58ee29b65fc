import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { BriefingRisk } from '../../record/manifest/manifest.js';
import type { RecordRedactor, Redactor } from '../../record/redaction/redactor.js';
import type { RunRecord } from '../../record/run_record.js';
import { RunDirectory } from '../../record/storage/run_directory.js';
import type { AttemptReport } from '../../record/verdict/attempt_result.js';
import type { Verdict } from '../../record/verdict/verdict.js';
import { createCommandLogSink } from '../../sandbox/execution/execute_command.js';
import { isCodeFault } from '../../system/is_code_fault.js';
import { awaitWorkspaceRemovals } from '../../workspace/workspace.js';
import { createCallerMask } from '../redaction/create_caller_mask.js';
import { createRedaction } from '../redaction/create_redaction.js';
import type { StopReason } from '../stop_reason.js';
import { listSubtaskAssignments } from '../subtask_assignment.js';
import { canMergeTrees } from '../subtasks/merger.js';
import { runAgent } from './agent_stages/run_agent.js';
import type { AttemptContext } from './attempt_context.js';
import type { AttemptPorts, AttemptRunner } from './attempt_ports.js';
import { type AttemptSpec, createManifest, type PreparedContract } from './attempt_spec.js';
import { collectRuleFiles, createBriefing, restrictRiskyAttempt } from './create_briefing.js';
import { createAttemptReport } from './report/create_attempt_report.js';
import { formatFaultStack } from './report/format_fault_stack.js';
import { recordCostProjection } from './report/record_cost_projection.js';
import { prepareFixtures } from './setup/prepare_fixtures.js';
import { prepareLayer } from './setup/prepare_layer.js';

/**
 * Runs one attempt, from an empty run directory to a sealed record (requirements R1–R7).
 *
 * It observes and records; the `judge` of the caller decides what the evidence means.
 */
export async function runAttempt(
  order: AttemptSpec,
  prepared: PreparedContract,
  runner: AttemptRunner,
  judge: (record: RunRecord) => Verdict,
): Promise<AttemptReport> {
  // Remaining workspaces are no part of the record.
  const left = runner.supplies?.pending_removals;
  return recordAttempt(order, prepared, runner, judge).finally(() => awaitWorkspaceRemovals(left));
}

async function recordAttempt(
  given: AttemptSpec,
  prepared: PreparedContract,
  runner: AttemptRunner,
  judge: (record: RunRecord) => Verdict,
): Promise<AttemptReport> {
  const { order, risk } = restrictRiskyAttempt(given, runner.ports.guard);
  const run = openRunDirectory(order, prepared, runner, risk);
  const seal = (waited_ms = 0) => {
    run.log.enterStage('packaging');
    return run.seal(
      createAttemptReport(order, run, judge({ manifest: run.manifest, events: run.log.events }), waited_ms, runner),
    );
  };
  try {
    const { unavailable, observed, identity } = prepared.snapshot;
    if (unavailable !== undefined) {
      run.log.enterStage('setup');
      if (prepared.defect !== undefined) throw prepared.defect;
      return sealRefusal([unavailable], prepared, run, seal, 'repository');
    }
    if (observed !== identity) return seal(); // nothing may run on another repository
    run.log.enterStage('setup');
    const obstacles = findObstacles(order, prepared, runner);
    if (obstacles.length > 0) return sealRefusal(obstacles, prepared, run, seal);
    const from_ms = run.log.now();
    const { layer, event, waited_ms } = await prepareLayer(
      order.loaded,
      prepared.snapshot,
      prepared.tools,
      runner,
      createCommandLogSink(run),
    );
    run.log.append('setup', 'harness', event);
    // A layer made by another attempt costs that attempt.
    if (layer && waited_ms === 0)
      run.log.append('provisioning', 'harness', { part: 'layer', started_ms: from_ms, ended_ms: run.log.now() });
    const { loaded, ablation, models, judge, seed, challenged } = order;
    const context =
      layer &&
      (await addFixtures({
        loaded,
        layer,
        rules: collectRuleFiles(order),
        ablation,
        models,
        judge,
        run,
        runner,
        seed,
        challenged,
      }));
    if (!context) {
      if (runner.signal.aborted) recordTermination(run, { kind: 'signal', because: 'interrupted during setup' });
      return seal(waited_ms);
    }
    await solveAndEvaluate(order, prepared, context, runner.ports).finally(() => context.world?.dispose());
    return seal(waited_ms);
  } catch (fault) {
    await setImmediate(); // lets a pending signal arrive first
    recordInterruption(run, fault, runner.signal.aborted);
    return seal();
  }
}

/**
 * Records what aborted the attempt: an interruption, a fault of the machine, or a defect of the harness.
 *
 * An interruption kills running git processes too. No case loses recorded events or counts as the agent's failure.
 */
function recordInterruption({ log }: RunDirectory, fault: unknown, interrupted: boolean): void {
  const said = String((fault as Error)?.message ?? fault).slice(0, 1000);
  const event = { evidence_seq: null };
  if (!interrupted) {
    const stack = formatFaultStack(fault);
    const origin = isCodeFault(fault) ? 'code' : 'machine';
    const details = { fault: origin, ...(stack === undefined ? {} : { stack }) } as const;
    log.append('termination', 'harness', { ...event, code: 'harness-error', rationale: said, ...details });
  } else {
    const rationale = `interrupted during ${log.stage ?? 'setup'}: ${said}`;
    log.append('termination', 'operator', { ...event, code: 'signal', rationale, broke_off: true });
  }
}

async function solveAndEvaluate(
  order: AttemptSpec,
  prepared: PreparedContract,
  context: AttemptContext,
  ports: AttemptPorts,
): Promise<void> {
  const { run, runner } = context;
  const { oracle } = ports;
  recordCostProjection(context);
  const { answer, stop, acts } = await runAgent(order.agent, createBriefing(order, prepared, run), context, ports);
  recordTermination(run, stop);
  if (stop.kind === 'safety') return; // the patch of an attempt stopped for safety is evidence and never runs
  run.log.enterStage('evaluation');
  if (runner.signal.aborted)
    oracle.recordSkippedChecks(order.loaded, run, { because: 'interrupted', detail: 'the run was interrupted' });
  else await oracle.evaluatePatch(answer, context, acts);
  if (runner.signal.aborted && stop.kind !== 'signal')
    recordTermination(run, { kind: 'signal', because: 'interrupted during evaluation' });
}

function openRunDirectory(
  order: AttemptSpec,
  prepared: PreparedContract,
  runner: AttemptRunner,
  risk: BriefingRisk | undefined,
): RunDirectory {
  const start = process.hrtime.bigint();
  const redaction = createRecordRedaction(order);
  const run = RunDirectory.create(
    join(runner.runs, order.attempt_id),
    {
      ...createManifest(order, prepared, runner),
      ...(risk ? { briefing_risk: risk } : {}),
      redaction_sha256: redaction.redactor.sha256,
    },
    () => Number(process.hrtime.bigint() - start),
    createCallerMask(runner.secrets ?? [], runner.keys),
    redaction,
  );
  const { judge_acceptance } = runner;
  run.log.judge_acceptance =
    judge_acceptance && ((check) => judge_acceptance(check, { manifest: run.manifest, events: run.log.events }));
  run.log.listen((event) => runner.watch?.(order.attempt_id, event));
  return run;
}

let shippedRedaction: Redactor | undefined;

/**
 * Creates the redaction of the record: the rules of the run, else the strongest shipped ones. Placeholders are numbered
 * per record.
 */
function createRecordRedaction({ attempt_id, models, redaction = models }: AttemptSpec): RecordRedactor {
  shippedRedaction ??= createRedaction();
  const rules = (redaction?.redaction ?? shippedRedaction).begin();
  // The gateway of the attempt continues the numbering.
  return { redactor: { ...rules, begin: () => rules }, store: redaction?.store?.(attempt_id) };
}

/** Finds obstacles that make the attempt pointless though the agent is not at fault. */
function findObstacles(
  { agent, loaded, ablation }: AttemptSpec,
  { tool_problems, exposed }: PreparedContract,
  runner: AttemptRunner,
): string[] {
  if (!('work' in agent)) return tool_problems;
  const { git = 'unknown' } = runner.runtime;
  const split = listSubtaskAssignments(loaded).length > 0 && agent.workers?.(loaded) !== undefined;
  if (split && !ablation.has('parallelization') && !canMergeTrees(git))
    return [
      ...tool_problems,
      `git ${git} cannot merge what the agents of several parts do: ` +
        '2.38 or later is needed, or --ablate parallelization',
    ];
  if (exposed.length === 0) return tool_problems;
  const where = exposed.slice(0, 5).join(', ') + (exposed.length > 5 ? ` and ${exposed.length - 5} more` : '');
  return [
    ...tool_problems,
    `the pinned repository holds the answer, at ${where}: pin a commit without it, or keep the contract elsewhere`,
  ];
}

/**
 * Adds the fixture environment to the context.
 *
 * @returns undefined if it cannot be made, which is recorded as a failed setup
 */
async function addFixtures(context: Omit<AttemptContext, 'world'>): Promise<AttemptContext | undefined> {
  const made = await prepareFixtures(context);
  if ('world' in made) return { ...context, world: made.world };
  const { digest, made: facts } = context.layer;
  const { failed: detail, steps } = made;
  const failed = { layer: digest, reused: true, outcome: 'failed' as const, detail, steps, tools: facts.tools };
  context.run.log.append('setup', 'harness', failed);
  return undefined;
}

function sealRefusal(
  obstacles: readonly string[],
  prepared: PreparedContract,
  run: RunDirectory,
  seal: () => AttemptReport,
  fault?: 'repository',
): AttemptReport {
  run.log.append('setup', 'harness', {
    layer: '',
    reused: false,
    outcome: 'failed',
    detail: obstacles.join('; '),
    ...(fault ? { fault } : {}),
    steps: [],
    tools: prepared.tools,
  });
  return seal();
}

/** Records the termination event (requirement R11): why the agent's stages ended, and the evidence. */
function recordTermination(run: RunDirectory, stop: StopReason): void {
  const event = (() => {
    switch (stop.kind) {
      case 'finished':
        return { code: 'finished' as const, rationale: 'the agent finished', evidence_seq: null };
      case 'resource':
        return { code: 'resource' as const, rationale: stop.because, evidence_seq: stop.evidence_seq, cap: stop.cap };
      case 'safety':
      case 'operator':
        return { code: stop.kind, rationale: stop.because, evidence_seq: stop.evidence_seq };
      case 'agent-error':
        return { code: 'agent-error' as const, rationale: stop.because, evidence_seq: stop.evidence_seq };
      case 'signal':
        return { code: 'signal' as const, rationale: stop.because, evidence_seq: null };
    }
    return stop satisfies never;
  })();
  run.log.append('termination', stop.kind === 'signal' || stop.kind === 'operator' ? 'operator' : 'harness', event);
}
