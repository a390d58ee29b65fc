import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { jsonText } from '../publish/report/escape.js';
import { counted } from '../publish/report/quantities.js';
import { writeAtomically } from '../record/atomic.js';
import { canonical } from '../record/canonical.js';
import { sayStandings } from './contract_standing.js';
import { foundEarlier } from './found_earlier.js';
import { type RunOutput, runOrderSchema } from './orders.js';
import { planLines } from './plan_lines.js';
import type { Leg, PlanOrder, PlanOutcome } from './plan_order.js';
import { summaryOf } from './plan_summary.js';
import { shortShares } from './short_shares.js';
import { type OpenPlan, withPlan } from './with_plan.js';

/** Stands for the key of a provider that is not asked. */
const NO_KEY = 'no-key-is-needed-for-a-plan';

/**
 * `plan`: every attempt of a study in its order and its shard, written before the first is made. What `run --plan` makes is what stands there.
 *
 * @returns undefined when it was interrupted while agents were installed
 * @throws {UserError} for everything that is wrong about it
 */
export async function plan(order: PlanOrder, out: RunOutput, cwd = process.cwd()): Promise<PlanOutcome | undefined> {
  return planned(order, out, cwd, (open, masked) => finish(open, order, masked, cwd));
}

/** Makes the plan of an order, and hands it on. Nothing is written. */
export function planned<T>(
  order: PlanOrder,
  out: RunOutput,
  cwd: string,
  use: (open: OpenPlan, out: RunOutput) => T,
): Promise<T | undefined> {
  const { max_shards, durations, reuse, out: file, ...study } = order;
  // A plan asks no model, so that whoever makes it needs no key and keeps no originals.
  const models = { ...study.models, restricted_store: undefined };
  const asRun = runOrderSchema.parse({ ...study, models, out: dirname(file) });
  const keyless = { ...out, variable: (name: string) => out.variable?.(name) || NO_KEY };
  const terms = { shards: (attempts: number) => Math.max(1, Math.min(max_shards, attempts)), durations };
  return withPlan<T | undefined>(
    asRun,
    terms,
    keyless,
    cwd,
    async (open, masked) => use(open, masked),
    () => undefined,
  );
}

function finish(open: OpenPlan, order: PlanOrder, out: RunOutput, cwd: string): PlanOutcome {
  const { plan, study } = open;
  const path = resolve(cwd, order.out);
  refuseOtherFile(path, order.out);
  writePlan(path, order.out, `${canonical(plan)}\n`);
  const summary = summaryOf(plan);
  const short = shortShares(plan);
  sayStandings(study.contracts, order, out);
  short.forEach(out.error);
  const outcome: PlanOutcome = {
    plan,
    ...summary,
    matrix: { include: summary.shards.map(legOf) },
    reusable: foundEarlier(plan.attempts, { reuse: order.reuse }, cwd),
    warnings: [...study.warnings, ...short],
    plan_path: relative(cwd, path) || path,
  };
  say(outcome, order, out);
  return outcome;
}

const legOf = ({ shard, attempts, expected_minutes }: Leg): Leg => ({ shard, attempts, expected_minutes });

function say(outcome: PlanOutcome, { json }: PlanOrder, out: RunOutput): void {
  const { plan, ...rest } = outcome;
  if (json) {
    const { name, digest, harness_version, seed, generator, trials, budget } = plan;
    out.log(jsonText({ plan: { name, digest, harness_version, seed, generator, trials, budget }, ...rest }));
    return;
  }
  planLines(outcome, plan.budget).forEach(out.log);
  const { attempts, shards, cost_ceiling_usd, plan_path, reusable } = outcome;
  if (reusable.length > 0) out.log(`${counted(reusable.length, 'attempt')} could be taken over from earlier records`);
  out.log(
    `${counted(attempts, 'attempt')} in ${counted(shards.length, 'shard')}; cost ceiling ${cost_ceiling_usd.toFixed(2)} USD · ${plan_path} · digest ${plan.digest}`,
  );
}

/** @throws {UserError} when the file is there and is no plan: it is somebody's */
function refuseOtherFile(path: string, shown: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const text = readFileSync(path, 'utf8');
  if (text !== '' && !(text.trimStart().startsWith('{') && text.includes('"attempts"')))
    throw new UserError(`${shown} is there and is no plan`, 'Name another file with --out FILE.');
}

function writePlan(path: string, shown: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, text);
  } catch (error) {
    throw new UserError(
      `plan ${shown} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      'Name another file with --out FILE.',
    );
  }
}
