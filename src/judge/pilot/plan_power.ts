import type { AnalysisSettings, PilotSettings } from '../../contract/suite/analysis_settings.js';
import type { PowerAnalysis } from '../../record/planning/pilot_protocol.js';
import { minimumDetectableEffect, type PairedDesign, pairedPower, tasksNeeded } from '../statistics/paired_power.js';
import { assumedComponents, type VarianceComponents } from '../statistics/variance_components.js';

/** Input of a power analysis. */
interface PowerInput {
  tasks: number;
  trials: number;
  comparisons: number;
  settings: Pick<PilotSettings, 'alpha' | 'assumed'>;
  analysis: Pick<AnalysisSettings, 'minimum_effect' | 'power'>;
  /** Upper ends from data; null = the data cannot give them. If absent, the assumed ones. */
  components?: VarianceComponents | null;
}

/**
 * Computes the power analysis of a pilot. Stage 3 does not begin unless the planned tasks and trials find the effect
 * that would matter, at the level of one comparison, under cautious variances. A grid around the plan shows the
 * sensitivity. Power must rise with tasks, trials and effect; this is verified.
 */
export function planPower({
  tasks,
  trials,
  comparisons,
  settings,
  analysis,
  components: given,
}: PowerInput): PowerAnalysis {
  const { minimum_effect, power: power_wanted } = analysis;
  const alpha = settings.alpha / Math.max(1, comparisons);
  const { rate, icc, task_correlation } = settings.assumed;
  const head_rate = rate + minimum_effect <= 1 ? rate + minimum_effect : Math.max(0, rate - minimum_effect);
  const components =
    given === undefined ? assumedComponents({ rate_a: rate, rate_b: head_rate, icc, task_correlation }) : given;
  const design = (k: number): PairedDesign | null =>
    components === null ? null : { ...components, trials_a: k, trials_b: k };
  const powerAt = (t: number, k: number, effect: number) => {
    const needed_tasks = design(k);
    return needed_tasks === null ? null : pairedPower(needed_tasks, t, effect, { alpha });
  };
  const planned = design(trials);
  const power = powerAt(tasks, trials, minimum_effect);
  const around = (value: number) => [...new Set([Math.max(1, Math.ceil(value / 2)), value, 2 * value])];
  const grid = around(tasks).flatMap((t) =>
    around(trials).flatMap((k) =>
      [minimum_effect, Math.min(1, 2 * minimum_effect)].map((effect) => ({
        tasks: t,
        trials: k,
        effect,
        power: powerAt(t, k, effect),
      })),
    ),
  );
  const decided = power !== null && power >= power_wanted ? 'supports' : 'does not support';
  return {
    schema: 1,
    from: given === undefined ? 'assumptions' : 'data',
    assumptions: settings.assumed,
    components,
    tasks,
    trials,
    comparisons,
    alpha,
    power_wanted,
    minimum_effect,
    power,
    minimum_detectable_effect:
      planned && minimumDetectableEffect(planned, tasks, { alpha, power: power_wanted, method: 't' }),
    tasks_needed: planned && tasksNeeded(planned, minimum_effect, { alpha, power: power_wanted, method: 't' }),
    monotone: isMonotone(grid),
    grid,
    verdict: power === null ? 'not decided' : decided,
  };
}

function isMonotone(grid: PowerAnalysis['grid']): boolean {
  const more = (a: PowerAnalysis['grid'][number], b: PowerAnalysis['grid'][number]) =>
    a.tasks >= b.tasks && a.trials >= b.trials && a.effect >= b.effect;
  return grid.every((a) => grid.every((b) => !more(a, b) || b.power === null || (a.power ?? 0) >= b.power - 1e-9));
}
