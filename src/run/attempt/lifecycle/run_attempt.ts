import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { RunRecord } from '../../../record/events/select_events.js';
import type { BriefingRisk } from '../../../record/manifest/manifest.js';
import type { RecordRedactor, Redactor } from '../../../record/redaction/redactor.js';
import { RunDirectory } from '../../../record/storage/run_directory.js';
import type { AttemptReport } from '../../../record/verdict/attempt_result.js';
import type { Verdict } from '../../../record/verdict/verdict.js';
import { createCommandLogSink } from '../../../sandbox/execution/execute_command.js';
import { awaitWorkspaceRemovals } from '../../../workspace/workspace.js';
import { createCallerMask } from '../../redaction/create_caller_mask.js';
import { createRedaction } from '../../redaction/create_redaction.js';
import { canMergeTrees } from '../../subtasks/merger.js';
import { listSubtaskAssignments } from '../../subtasks/subtask_assignment.js';
import { runAgent } from '../agent_stages/run_agent.js';
import type { AttemptContext } from '../attempt_context.js';
import type { AttemptPorts, AttemptRunner } from '../attempt_ports.js';
import type { AttemptSpec, PreparedContract } from '../attempt_spec.js';
import { recordCostProjection } from '../report/compute_evaluation_reserve.js';
import { createAttemptReport } from '../report/create_attempt_report.js';
import { prepareFixtures } from '../setup/prepare_fixtures.js';
import { prepareLayer } from '../setup/prepare_layer.js';
import { collectRuleFiles, createBriefing, restrictRiskyAttempt } from './create_briefing.js';
import { createManifest } from './create_manifest.js';
import { recordEnd } from './record_end.js';

/**
 * Runs one attempt, from an empty run directory to a sealed record (requirements R1–R7).
 *
 * It observes and records; the `judge` of the caller decides what the evidence means. `recordEnd` writes how it ended.
 */
export async function runAttempt(
  given: AttemptSpec,
  prepared: PreparedContract,
  runner: AttemptRunner,
  judge: (record: RunRecord) => Verdict,
): Promise<AttemptReport> {
  // Remaining workspaces are no part of the record.
  const left = runner.supplies?.pending_removals;
  const { spec, risk } = restrictRiskyAttempt(given, runner.ports.guard);
  const run = openRunDirectory(spec, prepared, runner, risk);
  const seal = (waited_ms = 0) => {
    run.log.enterStage('packaging');
    const verdict = judge({ manifest: run.manifest, events: run.log.events });
    return run.seal(createAttemptReport(spec, run, verdict, waited_ms, runner));
  };
  try {
    const { context, waited_ms } = await setUp(spec, prepared, runner, run);
    if (context) await solveAndEvaluate(spec, prepared, context, runner.ports).finally(() => context.world?.dispose());
    return seal(waited_ms);
  } catch (error) {
    await setImmediate(); // lets a pending signal arrive first
    recordEnd(run, { kind: 'exception', error, interrupted: runner.signal.aborted });
    return seal();
  } finally {
    await awaitWorkspaceRemovals(left);
  }
}

/** Result of the setup: the context of the stages, absent if there is nothing to run them in. */
interface AttemptSetup {
  context?: AttemptContext | undefined;
  /** Milliseconds that the attempt waited for a layer that another one made. */
  waited_ms?: number | undefined;
}

/** Sets an attempt up: its layer and its fixtures. What makes it pointless is recorded as a failed setup. */
async function setUp(
  spec: AttemptSpec,
  prepared: PreparedContract,
  runner: AttemptRunner,
  run: RunDirectory,
): Promise<AttemptSetup> {
  const { snapshot, tools } = prepared;
  const { unavailable, observed, identity } = snapshot;
  if (unavailable === undefined && observed !== identity) return {}; // nothing may run on another repository
  run.log.enterStage('setup');
  if (unavailable !== undefined) {
    if (prepared.defect !== undefined) throw prepared.defect;
    recordRefusal([unavailable], prepared, run, { fault: 'repository' });
    return {};
  }
  const obstacles = findObstacles(spec, prepared, runner);
  if (obstacles.length > 0) {
    recordRefusal(obstacles, prepared, run);
    return {};
  }
  const from_ms = run.log.now();
  const sink = createCommandLogSink(run);
  const { layer, event, waited_ms } = await prepareLayer(spec.loaded, snapshot, tools, runner, sink);
  run.log.append('setup', 'harness', event);
  // A layer made by another attempt costs that attempt.
  if (layer && waited_ms === 0)
    run.log.append('provisioning', 'harness', { part: 'layer', started_ms: from_ms, ended_ms: run.log.now() });
  const { loaded, ablation, models, judge, seed, challenged } = spec;
  const rules = collectRuleFiles(spec);
  const context =
    layer && (await addFixtures({ loaded, layer, rules, ablation, models, judge, run, runner, seed, challenged }));
  if (!context && runner.signal.aborted) recordEnd(run, { kind: 'signal', because: 'interrupted during setup' });
  return { context, waited_ms };
}

async function solveAndEvaluate(
  spec: AttemptSpec,
  prepared: PreparedContract,
  context: AttemptContext,
  ports: AttemptPorts,
): Promise<void> {
  const { run, runner } = context;
  const { oracle } = ports;
  recordCostProjection(context);
  const { answer, stop, acts } = await runAgent(spec.agent, createBriefing(spec, prepared, run), context, ports);
  recordEnd(run, stop);
  if (stop.kind === 'safety') return; // the patch of an attempt stopped for safety is evidence and never runs
  run.log.enterStage('evaluation');
  if (runner.signal.aborted)
    oracle.recordSkippedChecks(spec.loaded, run, { because: 'interrupted', detail: 'the run was interrupted' });
  else await oracle.evaluatePatch(answer, context, acts);
  if (runner.signal.aborted && stop.kind !== 'signal')
    recordEnd(run, { kind: 'signal', because: 'interrupted during evaluation' });
}

function openRunDirectory(
  spec: AttemptSpec,
  prepared: PreparedContract,
  runner: AttemptRunner,
  risk: BriefingRisk | undefined,
): RunDirectory {
  const start = process.hrtime.bigint();
  const redaction = createRecordRedaction(spec);
  const run = RunDirectory.create(
    join(runner.runs, spec.attempt_id),
    {
      ...createManifest(spec, prepared, runner),
      ...omitUndefined({ briefing_risk: risk }),
      redaction_sha256: redaction.redactor.sha256,
    },
    () => Number(process.hrtime.bigint() - start),
    createCallerMask(runner.secrets ?? [], runner.keys),
    redaction,
  );
  const { judge_acceptance } = runner;
  run.log.judge_acceptance =
    judge_acceptance && ((check) => judge_acceptance(check, { manifest: run.manifest, events: run.log.events }));
  run.log.listen((event) => runner.watch?.(spec.attempt_id, event));
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
  const fixtures = await prepareFixtures(context);
  if ('world' in fixtures) return { ...context, world: fixtures.world };
  const { digest, made: facts } = context.layer;
  const { failed: detail, steps } = fixtures;
  const failed = { layer: digest, reused: true, outcome: 'failed' as const, detail, steps, tools: facts.tools };
  context.run.log.append('setup', 'harness', failed);
  return undefined;
}

/** Records why an attempt is pointless. */
function recordRefusal(
  obstacles: readonly string[],
  { tools }: PreparedContract,
  run: RunDirectory,
  origin: { fault?: 'repository' } = {},
): void {
  const detail = obstacles.join('; ');
  run.log.append('setup', 'harness', {
    layer: '',
    reused: false,
    outcome: 'failed',
    detail,
    ...origin,
    steps: [],
    tools,
  });
}
