import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { pilotSettingsSchema } from '../../contract/suite/analysis_settings.js';
import { bindProtocol, createDraftProtocol } from '../../judge/pilot/draft_protocol.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import { formatPercent, formatQuantity } from '../../publish/text/format_quantity.js';
import { sha256, toCanonicalJson } from '../../record/json/compute_digest.js';
import { PILOT_FILES, type PilotProtocol } from '../../record/planning/pilot_protocol.js';
import type { Plan } from '../../record/planning/plan.js';
import { PLAN_FILE } from '../../record/planning/plan_file.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { CommandContext } from '../io/command_context.js';
import { formatCsv } from '../io/format_csv.js';
import { getStratum } from '../plan/create_plan.js';
import type { OpenPlan } from '../plan/open_plan.js';
import { planOptionsSchema } from '../plan/plan_options.js';
import { withStudyPlan } from '../plan/plan_study.js';
import { createCostInputs, createCostModel } from './create_cost_model.js';
import { createCostPlanFiles } from './create_cost_plan_files.js';
import type { PilotPlanOptions } from './pilot_plan_options.js';

/**
 * Writes the protocol of a pilot into one folder, bound by one digest (`pilot plan`).
 *
 * An existing protocol is never overwritten: its digest may be published, and runs may have used it.
 *
 * @returns undefined if it was interrupted
 * @throws {UserError} for everything that is wrong about the suite, and if another protocol is there
 */
export async function planPilot(
  options: PilotPlanOptions,
  out: CommandContext,
  cwd = process.cwd(),
): Promise<PilotProtocol | undefined> {
  const { suite, cache, repos, search_path, way_out, models, json } = options;
  const asPlan = planOptionsSchema.parse({
    suite,
    cache,
    repos,
    search_path,
    way_out,
    models,
    contracts: [],
    agents: [],
    json,
    out: join(options.out, PLAN_FILE),
  });
  return withStudyPlan(asPlan, out, cwd, (open) => writeProtocol(open, options, cwd));
}

function writeProtocol({ plan, study, out }: OpenPlan, options: PilotPlanOptions, cwd: string): PilotProtocol {
  const { suite } = study;
  if (suite === undefined || plan.suite === null) throw new UserError('a pilot is of a suite', 'Name one: --suite F');
  const settings = suite.suite.pilot ?? pilotSettingsSchema.parse({});
  if (settings.stage_2.trials >= plan.trials)
    throw new UserError(
      `${suite.shown}:${suite.lines.trials ?? 1}  trials: stage 3 increases the trials of stage 2 (` +
        `${settings.stage_2.trials}), the suite has ${plan.trials}`,
      'Set trials of the suite to those of stage 3, and pilot.stage_2.trials to fewer.',
    );
  if (study.order !== 'randomised')
    throw new UserError(`${suite.shown}: a pilot has a randomised order`, 'Set order: randomised.');
  const { digest: _, ...rest } = plan;
  const tasks = new Map(plan.tasks.map((task) => [task.id, getStratum(task, plan.analysis.strata)]));
  const draft = createDraftProtocol({ ...rest, suite: plan.suite }, settings, (task) => tasks.get(task)!);
  const table = settings.cost_model === undefined ? undefined : resolve(suite.folder, settings.cost_model);
  const shown = table === undefined ? undefined : { path: table, shown: relative(cwd, table) };
  const texts: Record<string, string> = {
    [PILOT_FILES.order]: formatAttemptOrder(draft.protocol, draft.stages, plan),
    [PILOT_FILES.costs]: createCostModel(plan, shown),
    ...createCostPlanFiles(draft, plan, createCostInputs(plan, shown)),
    [PILOT_FILES.power]: `${JSON.stringify(draft.protocol.power, null, 2)}\n`,
    [PLAN_FILE]: `${toCanonicalJson(plan)}\n`,
    ...Object.fromEntries(draft.stages.map(({ file, plan: own }) => [file, `${toCanonicalJson(own)}\n`])),
  };
  const digests = Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, sha256(text)]));
  const protocol = bindProtocol(draft.protocol, digests);
  writeProtocolFiles(resolve(cwd, options.out), options.out, {
    ...texts,
    [PILOT_FILES.protocol]: `${JSON.stringify(protocol, null, 2)}\n`,
  });
  printProtocol(protocol, options, out);
  return protocol;
}

/** Writes the files, the protocol last: a folder without it is no pilot. */
function writeProtocolFiles(folder: string, shown: string, texts: Readonly<Record<string, string>>): void {
  const existing = join(folder, PILOT_FILES.protocol);
  if (existsSync(existing)) {
    if (readFileSync(existing, 'utf8') === texts[PILOT_FILES.protocol]) return;
    throw new UserError(
      `${shown} holds another protocol already, which may be published and begun`,
      'Plan into another folder: --out DIR. A plan that was agreed is not changed.',
    );
  }
  // Equal files may be left from an interrupted call.
  const obstacle = Object.keys(texts).find((file) => {
    const path = join(folder, file);
    return existsSync(path) && (!statSync(path).isFile() || readFileSync(path, 'utf8') !== texts[file]);
  });
  if (obstacle !== undefined)
    throw new UserError(`${shown} holds another ${obstacle} already`, 'Plan into a folder of its own: --out DIR.');
  try {
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(texts)) writeAtomically(join(folder, file), text);
  } catch (error) {
    throw new UserError(
      `${shown} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      'Name another folder with --out DIR.',
    );
  }
}

const POWER_VERDICTS: Record<PilotProtocol['power']['verdict'], string> = {
  supports: 'the plan supports the effect that would matter',
  'does not support': 'the plan does not support the effect that would matter',
  'not decided': 'the plan cannot be judged',
};

function printProtocol(
  protocol: PilotProtocol,
  { json, out: folder, suite }: PilotPlanOptions,
  out: CommandContext,
): void {
  if (json) {
    out.log(formatInertJson(protocol));
    return;
  }
  const { stages, power, tasks, arms, comparisons } = protocol;
  out.log(
    `${protocol.name}: ${formatQuantity(tasks.length, 'task')}, ${formatQuantity(arms.length, 'arm')}, ` +
      `${formatQuantity(comparisons.length, 'registered comparison')}`,
  );
  for (const one of stages)
    out.log(
      `stage ${one.stage} (${one.name}): ${formatQuantity(one.attempts, 'attempt')} ` +
        `at ${formatQuantity(one.tasks, 'task')}, at ` +
        `most ${one.ceiling_usd.toFixed(2)} USD · gatebench run --suite ${suite} --plan ${join(folder, one.plan)}`,
    );
  out.log(
    `power ${formatPercent(power.power)} for a difference of ${formatPercent(power.minimum_effect)}: ` +
      POWER_VERDICTS[power.verdict],
  );
  out.log(`publish this before the first run: ${protocol.digest}`);
}

/** Formats the randomisation plan: every attempt of the pilot in its order. */
function formatAttemptOrder(
  protocol: Pick<PilotProtocol, 'tasks'>,
  stages: readonly { plan: Plan; stage: number }[],
  whole: Pick<Plan, 'attempts'>,
): string {
  const tasks = new Map(protocol.tasks.map((task) => [task.id, task]));
  const stageOf = new Map(
    stages.flatMap(({ plan, stage }) => plan.attempts.map(({ attempt_id }) => [attempt_id, stage])),
  );
  let [block, previous] = [0, ''];
  const rows = whole.attempts.map(({ attempt_id, task, arm, trial }, i) => {
    const key = JSON.stringify([task, trial]);
    if (key !== previous) block++;
    previous = key;
    const { stratum, version } = tasks.get(task)!;
    return [
      String(i + 1),
      String(block),
      task,
      stratum,
      String(trial),
      arm,
      String(stageOf.get(attempt_id)),
      version,
      attempt_id,
    ];
  });
  return formatCsv(['place', 'block', 'task', 'stratum', 'trial', 'arm', 'stage', 'version', 'attempt_id'], rows);
}
