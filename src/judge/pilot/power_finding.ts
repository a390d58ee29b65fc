import type { PowerAnalysis } from '../../record/pilot.js';
import { estimatedComponents, upperComponents, type VarianceComponents } from '../statistics/variance_components.js';
import { type Finding, met, notDecided, notMet } from './criterion.js';
import { outcomesOf } from './differences.js';
import { allDone, type PilotEvidence, spentBy, stageOf, tasksLeft } from './evidence.js';
import { planPower } from './power_plan.js';

/**
 * The power analysis with what the pilot has shown: for each comparison the upper ends of its variances, the least power counts. Data with one
 * trial per task cannot give variances; then what was assumed stands.
 */
export function powerNow(pilot: PilotEvidence): PowerAnalysis {
  const { protocol } = pilot;
  const question = {
    tasks: tasksLeft(pilot).length,
    trials: trialsPlanned(pilot),
    comparisons: protocol.comparisons.length,
    settings: protocol.settings,
    analysis: protocol.analysis,
  };
  const found = protocol.comparisons.map((pair) => {
    const outcomes = outcomesOf(pilot, pair);
    const estimated = complete(estimatedComponents(outcomes));
    // No variance at all has been seen, which says that there are few data and not that there is none.
    const silent = estimated === null || estimated.between + estimated.within_a + estimated.within_b === 0;
    const upper = silent ? null : complete(upperComponents(outcomes, { seed: protocol.seed }));
    return planPower({ ...question, components: upper && cautious(upper, outcomes.length, pilot) });
  });
  if (found.length === 0 || found.some(({ power }) => power === null)) return planPower(question);
  return found.reduce((least, one) => (one.power! < least.power! ? one : least));
}

/** Below so many tasks the upper ends of a bootstrap are no bounds: what was assumed counts where it is more. */
const FEW_TASKS = 10;

function cautious(
  upper: VarianceComponents,
  tasks: number,
  { protocol: { power } }: PilotEvidence,
): VarianceComponents {
  const assumed = power.components;
  if (tasks >= FEW_TASKS || assumed === null) return upper;
  return {
    between: Math.max(upper.between, assumed.between),
    within_a: Math.max(upper.within_a, assumed.within_a),
    within_b: Math.max(upper.within_b, assumed.within_b),
  };
}

/** Whether stage 3 is worth its runs, and whether they can be paid. */
export function powerFinding(pilot: PilotEvidence): Finding {
  const analysis = powerNow(pilot);
  const from = analysis.from === 'data' ? 'with upper ends of the variances that were seen' : 'with assumed variances';
  const told = `power ${percent(analysis.power)} to find ${percent(analysis.minimum_effect)} (wanted ${percent(analysis.power_wanted)}), ${from}; ${analysis.tasks_needed ?? 'unknown many'} tasks are needed, there are ${analysis.tasks}`;
  if (analysis.verdict === 'does not support') return notMet(told);
  const { total_usd } = pilot.protocol.budget;
  const { usd, unknown } = spentBy(allDone(pilot));
  const expected = expectedCost(pilot);
  if (unknown.length > 0 || expected === null) return notDecided(`${told}; what stage 3 costs cannot be said`, unknown);
  const budget = `stage 3 is expected to cost ${expected.toFixed(4)} USD, left are ${total_usd === null ? 'no bounds' : `${(total_usd - usd).toFixed(4)} USD`}`;
  if (total_usd !== null && usd + expected > total_usd) return notMet(`${told}; ${budget}`);
  return analysis.verdict === 'supports' ? met(`${told}; ${budget}`) : notDecided(told);
}

/** What is left of stage 3, at the mean cost that each arm has had; null = an arm has none yet. */
function expectedCost(pilot: PilotEvidence): number | null {
  const means = new Map(
    pilot.protocol.arms.map(({ id }) => {
      const own = allDone(pilot).filter(({ trial }) => trial.arm === id);
      return [id, own.length === 0 ? null : spentBy(own).usd / own.length];
    }),
  );
  const costs = stageOf(pilot, 3).missing.map(({ arm }) => means.get(arm) ?? null);
  return costs.includes(null) ? null : costs.reduce<number>((sum, usd) => sum + usd!, 0);
}

/** Trials of a task and arm when the plan is through. */
function trialsPlanned({ stages }: PilotEvidence): number {
  return stages.flatMap(({ plan }) => plan.attempts).reduce((most, { trial }) => Math.max(most, trial), 1);
}

function complete({ between, within_a, within_b }: { [Name in keyof VarianceComponents]: number | null }) {
  return between === null || within_a === null || within_b === null ? null : { between, within_a, within_b };
}

const percent = (share: number | null) => (share === null ? 'unknown' : `${(100 * share).toFixed(1)} %`);
