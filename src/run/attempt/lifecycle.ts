import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { everythingTold, findLeaks, renderBriefing } from '../../contract/briefing.js';
import { sha256 } from '../../record/canonical.js';
import type { RunRecord } from '../../record/record.js';
import type { Report } from '../../record/result.js';
import { RunDirectory } from '../../record/run_directory.js';
import type { Verdict } from '../../record/verdict.js';
import type { Stop } from '../agents/stop.js';
import { callerMask } from '../secrets/caller_secrets.js';
import { canMerge } from '../subtasks/merger.js';
import { partsOf } from '../subtasks/part.js';
import { awaitRemovals } from '../workspace/workspace.js';
import { notRun } from './checks.js';
import { evaluate } from './evaluate.js';
import { recorderOf } from './execute.js';
import type { Ground } from './ground.js';
import { manifestOf, type Order, type Prepared } from './order.js';
import { prepareWorld } from './prepare_world.js';
import { reportOf } from './report.js';
import type { Rooms } from './rooms.js';
import { setUp } from './set_up.js';
import { solve } from './solve.js';

/**
 * One attempt, from an empty run directory to a sealed record (R1–R7; executable contracts §3.2).
 *
 * It observes and records. What the evidence means is decided by `judge`, which the caller hands in.
 */
export async function attempt(
  order: Order,
  prepared: Prepared,
  rooms: Rooms,
  judge: (record: RunRecord) => Verdict,
): Promise<Report> {
  // What is left of workspaces is no part of the record any more.
  return recordAttempt(order, prepared, rooms, judge).finally(() => awaitRemovals());
}

async function recordAttempt(
  order: Order,
  prepared: Prepared,
  rooms: Rooms,
  judge: (record: RunRecord) => Verdict,
): Promise<Report> {
  const run = open(order, prepared, rooms);
  const seal = (waited_ms = 0) => {
    run.log.enter('packaging');
    return run.seal(reportOf(order, run, judge({ manifest: run.manifest, events: run.log.events }), waited_ms, rooms));
  };
  try {
    if (prepared.snapshot.observed !== prepared.snapshot.identity) return seal(); // identity: nothing may run on another repository
    run.log.enter('setup');
    const obstacles = obstaclesOf(order, prepared, rooms);
    if (obstacles.length > 0) return refuse(obstacles, prepared, run, seal);
    const { layer, event, waited_ms } = await setUp(
      order.loaded,
      prepared.snapshot,
      prepared.tools,
      rooms,
      recorderOf(run),
    );
    run.log.append('setup', 'harness', event);
    const { loaded, ablation, models, seed, challenged } = order;
    const ground =
      layer &&
      (await surround({ loaded, layer, rules: rulesOf(order), ablation, models, run, rooms, seed, challenged }));
    if (!ground) {
      if (rooms.signal.aborted) terminate(run, { kind: 'signal', because: 'interrupted during setup' });
      return seal(waited_ms);
    }
    await solveAndEvaluate(order, ground).finally(() => ground.world?.dispose());
    return seal(waited_ms);
  } catch (fault) {
    await setImmediate(); // a signal that ended a process of ours as well has been told by then
    breakOff(run, fault, rooms.signal.aborted);
    return seal();
  }
}

/**
 * Records what broke the attempt off: an interruption, which kills git and its like underway as well, or else a fault of ours or of the
 * machine. Neither must cost what was recorded, nor look like the agent's failure.
 */
function breakOff({ log }: RunDirectory, fault: unknown, interrupted: boolean): void {
  const said = String((fault as Error)?.message ?? fault).slice(0, 1000);
  const event = { evidence_seq: null };
  if (!interrupted) log.append('termination', 'harness', { ...event, code: 'harness-error', rationale: said });
  else {
    const rationale = `interrupted during ${log.stage ?? 'setup'}: ${said}`;
    log.append('termination', 'operator', { ...event, code: 'signal', rationale, broke_off: true });
  }
}

async function solveAndEvaluate(order: Order, ground: Ground): Promise<void> {
  const { run, rooms } = ground;
  const { answer, stop } = await solve(order.agent, brief(order, run), ground);
  terminate(run, stop);
  if (stop.kind === 'safety') return; // what was stopped for safety is never run again: its patch is evidence
  run.log.enter('evaluation');
  if (rooms.signal.aborted) notRun(order.loaded, run, { because: 'interrupted', detail: 'the run was interrupted' });
  else await evaluate(answer, ground);
  if (rooms.signal.aborted && stop.kind !== 'signal')
    terminate(run, { kind: 'signal', because: 'interrupted during evaluation' });
}

function open(order: Order, prepared: Prepared, rooms: Rooms): RunDirectory {
  const start = process.hrtime.bigint();
  const run = RunDirectory.create(
    join(rooms.runs, order.attempt_id),
    manifestOf(order, prepared, rooms),
    () => Number(process.hrtime.bigint() - start),
    callerMask(rooms.secrets ?? [], rooms.keys),
  );
  run.log.listen((event) => rooms.watch?.(order.attempt_id, event));
  return run;
}

/** What keeps an attempt from being worth making, though nothing is wrong with the agent. */
function obstaclesOf({ agent, loaded, ablation }: Order, { tool_problems, exposed }: Prepared, rooms: Rooms): string[] {
  if (!('work' in agent)) return tool_problems;
  const { git = 'unknown' } = rooms.runtime;
  const split = partsOf(loaded).length > 0 && agent.workers?.(loaded) !== undefined;
  if (split && !ablation.has('parallelization') && !canMerge(git))
    return [
      ...tool_problems,
      `git ${git} cannot merge what the agents of several parts do: 2.38 or later is needed, or --ablate parallelization`,
    ];
  if (exposed.length === 0) return tool_problems;
  const where = exposed.slice(0, 5).join(', ') + (exposed.length > 5 ? ` and ${exposed.length - 5} more` : '');
  return [
    ...tool_problems,
    `the pinned repository holds the answer, at ${where}: pin a commit without it, or keep the contract elsewhere`,
  ];
}

const rulesOf = ({ loaded, rules }: Order) => [loaded.rules, rules].filter((file) => file !== undefined);

/** The attempt's ground with its world. One that cannot be made is a setup that failed, and says nothing of the agent. */
async function surround(ground: Omit<Ground, 'world'>): Promise<Ground | undefined> {
  const made = await prepareWorld(ground);
  if ('world' in made) return { ...ground, world: made.world };
  const { digest, made: facts } = ground.layer;
  const { failed: detail, steps } = made;
  const failed = { layer: digest, reused: true, outcome: 'failed' as const, detail, steps, tools: facts.tools };
  ground.run.log.append('setup', 'harness', failed);
  return undefined;
}

function refuse(obstacles: readonly string[], prepared: Prepared, run: RunDirectory, seal: () => Report): Report {
  run.log.append('setup', 'harness', {
    layer: '',
    reused: false,
    outcome: 'failed',
    detail: obstacles.join('; '),
    steps: [],
    tools: prepared.tools,
  });
  return seal();
}

function brief(order: Order, run: RunDirectory): string {
  const briefing = renderBriefing(order.loaded.contract);
  run.log.enter('briefing');
  run.write('briefing', briefing);
  run.log.append('briefing', 'harness', {
    sha256: sha256(briefing),
    bytes: Buffer.byteLength(briefing),
    text: briefing,
  });
  // Certain leaks are refused when the contract is read; a single common line is for a person to look at.
  for (const leak of findLeaks(everythingTold(order.loaded.contract), order.loaded))
    run.log.append('note', 'harness', {
      text: `what agents are told shares a line with the ${leak.what}: ${leak.detail.slice(0, 200)}`,
    });
  return briefing;
}

/** The termination event (R11): why the agent's part ended, and where the evidence is. */
function terminate(run: RunDirectory, stop: Stop): void {
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
