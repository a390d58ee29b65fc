import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { suitePilotSchema } from '../contract/pilot.js';
import { UserError } from '../contract/user_error.js';
import { bindProtocol, draftProtocol } from '../judge/pilot/protocol.js';
import { jsonText } from '../publish/report/escape.js';
import { counted, percent } from '../publish/report/quantities.js';
import { writeAtomically } from '../record/atomic.js';
import { canonical, sha256 } from '../record/canonical.js';
import { PILOT_FILES, type Protocol } from '../record/pilot.js';
import { PLAN_FILE } from '../record/plan.js';
import { stratumOf } from './make_plan.js';
import type { RunOutput } from './orders.js';
import { costModel } from './pilot_costs.js';
import { orderTable } from './pilot_csv.js';
import type { PilotPlanOrder } from './pilot_order.js';
import { planned } from './plan.js';
import { planOrderSchema } from './plan_order.js';
import type { OpenPlan } from './with_plan.js';

/**
 * `pilot plan`: everything that is agreed before the first run, in one folder, bound by one digest. A protocol that is there already is never
 * written over: its digest may be published, and runs may have been made by it.
 *
 * @returns undefined when it was interrupted
 * @throws {UserError} for everything that is wrong about the suite, and when another protocol is there
 */
export async function pilotPlan(
  order: PilotPlanOrder,
  out: RunOutput,
  cwd = process.cwd(),
): Promise<Protocol | undefined> {
  const { suite, cache, repos, search_path, way_out, models, json } = order;
  const asPlan = planOrderSchema.parse({
    suite,
    cache,
    repos,
    search_path,
    way_out,
    models,
    contracts: [],
    agents: [],
    json,
    out: join(order.out, PLAN_FILE),
  });
  return planned(asPlan, out, cwd, (open, masked) => agree(open, order, masked, cwd));
}

function agree({ plan, study }: OpenPlan, order: PilotPlanOrder, out: RunOutput, cwd: string): Protocol {
  const { suite } = study;
  if (suite === undefined || plan.suite === null) throw new UserError('a pilot is of a suite', 'Name one: --suite F');
  const settings = suite.suite.pilot ?? suitePilotSchema.parse({});
  if (settings.stage_2.trials >= plan.trials)
    throw new UserError(
      `${suite.shown}:${suite.lines.trials ?? 1}  trials: stage 3 increases the trials of stage 2 (${settings.stage_2.trials}), the suite has ${plan.trials}`,
      'Set trials of the suite to those of stage 3, and pilot.stage_2.trials to fewer.',
    );
  if (study.order !== 'randomised')
    throw new UserError(`${suite.shown}: a pilot has a randomised order`, 'Set order: randomised.');
  const { digest: _, ...rest } = plan;
  const tasks = new Map(plan.tasks.map((task) => [task.id, stratumOf(task, plan.analysis.strata)]));
  const draft = draftProtocol({ ...rest, suite: plan.suite }, settings, (task) => tasks.get(task)!);
  const table = settings.cost_model === undefined ? undefined : resolve(suite.folder, settings.cost_model);
  const texts: Record<string, string> = {
    [PILOT_FILES.order]: orderTable(draft.protocol, draft.stages, plan),
    [PILOT_FILES.costs]: costModel(
      plan,
      table === undefined ? undefined : { path: table, shown: relative(cwd, table) },
    ),
    [PILOT_FILES.power]: `${JSON.stringify(draft.protocol.power, null, 2)}\n`,
    [PLAN_FILE]: `${canonical(plan)}\n`,
    ...Object.fromEntries(draft.stages.map(({ file, plan: own }) => [file, `${canonical(own)}\n`])),
  };
  const digests = Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, sha256(text)]));
  const protocol = bindProtocol(draft.protocol, digests);
  write(resolve(cwd, order.out), order.out, {
    ...texts,
    [PILOT_FILES.protocol]: `${JSON.stringify(protocol, null, 2)}\n`,
  });
  say(protocol, order, out);
  return protocol;
}

/** The protocol itself comes last: a folder without it is none. */
function write(folder: string, shown: string, texts: Readonly<Record<string, string>>): void {
  const existing = join(folder, PILOT_FILES.protocol);
  if (existsSync(existing)) {
    if (readFileSync(existing, 'utf8') === texts[PILOT_FILES.protocol]) return;
    throw new UserError(
      `${shown} holds another protocol already, which may be published and begun`,
      'Plan into another folder: --out DIR. What was agreed is not changed, it is abandoned.',
    );
  }
  // What an interrupted call left is the same, and no obstacle.
  const taken = Object.keys(texts).find((file) => {
    const path = join(folder, file);
    return existsSync(path) && (!statSync(path).isFile() || readFileSync(path, 'utf8') !== texts[file]);
  });
  if (taken !== undefined)
    throw new UserError(`${shown} holds another ${taken} already`, 'Plan into a folder of its own: --out DIR.');
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

const VERDICTS: Record<Protocol['power']['verdict'], string> = {
  supports: 'the plan supports the effect that would matter',
  'does not support': 'the plan does not support the effect that would matter',
  'not decided': 'the plan cannot be judged',
};

function say(protocol: Protocol, { json, out: folder, suite }: PilotPlanOrder, out: RunOutput): void {
  if (json) {
    out.log(jsonText(protocol));
    return;
  }
  const { stages, power, tasks, arms, comparisons } = protocol;
  out.log(
    `${protocol.name}: ${counted(tasks.length, 'task')}, ${counted(arms.length, 'arm')}, ${counted(comparisons.length, 'registered comparison')}`,
  );
  for (const one of stages)
    out.log(
      `stage ${one.stage} (${one.name}): ${counted(one.attempts, 'attempt')} at ${counted(one.tasks, 'task')}, at most ${one.ceiling_usd.toFixed(2)} USD in model calls · gatebench run --suite ${suite} --plan ${join(folder, one.plan)}`,
    );
  out.log(
    `power ${percent(power.power)} for a difference of ${percent(power.minimum_effect)}: ${VERDICTS[power.verdict]}`,
  );
  out.log(`publish this before the first run: ${protocol.digest}`);
}
