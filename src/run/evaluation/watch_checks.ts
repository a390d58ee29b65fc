import { join } from 'node:path';
import { DEFAULT_WORKSPACE_ROOT } from '../../contract/input/get_workspace_root.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { createGuard } from '../../guard/create_guard.js';
import { selectEvents } from '../../record/events/select_events.js';
import { RunDirectory } from '../../record/storage/run_directory.js';
import { boundExecutedPrograms } from '../../sandbox/trace/create_program_trace.js';
import { createScratchFolder, removeTree } from '../../workspace/cache/workspace_cache.js';
import { applyPatch } from '../../workspace/patch/apply_patch.js';
import { decideCheckTracing } from '../attempt/setup/decide_program_tracing.js';
import { prepareFixtures } from '../attempt/setup/prepare_fixtures.js';
import { combineRules } from '../safety/read_rules_file.js';
import type { ActMonitor, ExecutedProgram } from '../supervisor/acts/act_monitor.js';
import { toCommandLine } from '../supervisor/acts/list_call_questions.js';
import { openActMonitor } from '../supervisor/acts/open_act_monitor.js';
import type { CheckProgramListener, PatchContext } from './patch_context.js';
import { runCheckRound } from './run_check_round.js';

/** Watch over the programs that checks execute. */
interface CheckWatch {
  /** Context of the evaluation whose checks are watched. */
  context: PatchContext;
  /** Reports the programs seen as acts, without those that checks of the unchanged repository execute too. */
  finish(): Promise<void>;
}

/** Maximum number of suspect programs kept during an evaluation. */
const MAX_SUSPECTS = 100;

/**
 * Watches the programs that checks execute, if they are traced.
 *
 * Only programs that the guard calls catastrophic become acts, since checks remove and overwrite their own files. If
 * there is such a program, the same checks run again without the patch; programs of that second run do not count.
 *
 * @param acts monitor of the agent's stages; undefined if there were none
 */
export function watchChecks(given: PatchContext, acts: ActMonitor | undefined): CheckWatch {
  const { loaded, run, runner, ablation } = given;
  const { programs, because } = decideCheckTracing(loaded, runner);
  if (!programs) {
    const stage = run.log.stage ?? 'evaluation';
    if (because !== undefined) run.log.append('road_unobserved', 'monitor', { road: 'check', stage, because });
    return { context: given, finish: async () => undefined };
  }
  const guard = createGuard(combineRules(given.rules));
  const guarded = !ablation.has('guardrails');
  const isCatastrophic = (argv: readonly string[], workspace: string, folder: string | undefined) => {
    const command = toCommandLine([...argv]);
    if (command === undefined) return false;
    const answer = guard.judge(
      { command, ...omitUndefined({ folder }) },
      { trust: loaded.contract.policy.trust_level, workspace },
    );
    return answer.verdict === 'deny' && answer.severity === 'catastrophic';
  };
  const suspects = new Map<string, ExecutedProgram>();
  const context: PatchContext = {
    ...given,
    on_check_program(argv, root, cwd) {
      const words = normalizeRoot(argv, root);
      const key = words.join('\0');
      if (!guarded || suspects.size >= MAX_SUSPECTS || suspects.has(key)) return;
      if (isCatastrophic(argv, root, cwd)) suspects.set(key, { argv: words, ...omitUndefined({ cwd }) });
    },
  };
  return {
    context,
    async finish() {
      if (suspects.size === 0) return;
      const baseline = await collectBaselinePrograms(given).catch(() => new Set<string>());
      const monitor =
        acts ?? openActMonitor({ run, contract: loaded.contract, guard, guarded, isolated: runner.probe.isolated });
      for (const [key, program] of suspects)
        if (!baseline.has(key))
          monitor.reportProgram(program, { road: 'check', of_seq: findTraceSeq(program.argv, run) });
      if (acts === undefined) await monitor.close();
    },
  };
}

/** Rewrites paths as if the repository lay at its usual place; repeated checks may have it elsewhere. */
const normalizeRoot = (argv: readonly string[], root: string) =>
  argv.map((word) => word.replaceAll(root, DEFAULT_WORKSPACE_ROOT));

/**
 * Finds the event of the command whose trace holds a program.
 *
 * @returns null if no event lists it
 */
function findTraceSeq(argv: readonly string[], run: RunDirectory): number | null {
  const counts = { total: 1, distinct: 1, complete: true };
  const [shown] = boundExecutedPrograms({ ...counts, programs: [{ argv: [...argv], count: 1 }] }, (text) =>
    run.applyMask(text),
  ).programs;
  const key = JSON.stringify(shown?.argv);
  const trace = selectEvents(run.log.events, 'executed_programs').find(({ payload }) =>
    payload.programs.some((program) => JSON.stringify(program.argv) === key),
  );
  return trace?.payload.of_seq ?? null;
}

/** Runs the checks over the unchanged repository, outside the record, and returns the programs they execute. */
async function collectBaselinePrograms(context: PatchContext): Promise<Set<string>> {
  const { loaded, runner } = context;
  const folder = createScratchFolder(runner.cache);
  const start = process.hrtime.bigint();
  const run = RunDirectory.create(join(folder, 'record'), context.run.manifest, () =>
    Number(process.hrtime.bigint() - start),
  );
  const executed = new Set<string>();
  try {
    run.log.enterStage('evaluation');
    const unchanged = await applyPatch(new Uint8Array(), context.layer, runner.cache);
    const fixtures = await prepareFixtures({ ...context, run });
    if (!('world' in fixtures) || unchanged.outcome !== 'empty') return executed;
    const { build, acceptance, scoring } = loaded.contract;
    const on_check_program: CheckProgramListener = (argv, root) =>
      void executed.add(normalizeRoot(argv, root).join('\0'));
    await runCheckRound([...(build === 'none' ? [] : build), ...acceptance, ...scoring.maintainability], unchanged, {
      ...context,
      run,
      world: fixtures.world,
      on_check_program,
    }).finally(() => fixtures.world?.dispose());
    return executed;
  } finally {
    run.log.close();
    await removeTree(folder);
  }
}
