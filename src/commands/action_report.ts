import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import { type ActionOutcome, eventOf, published, reported } from './action_publish.js';
import { demandOne } from './demand_one.js';
import type { RunOutput } from './orders.js';
import { type ReportOrder, type ReportOutcome, reportOrderSchema } from './report_order.js';

/** `command: report` as an Action: the results of all shards, published as those of one run. */
export async function reportAction(
  inputs: ActionInputs,
  environment: ActionEnvironment,
  out: RunOutput,
  engine: (order: ReportOrder, out: RunOutput) => ReportOutcome,
): Promise<ActionOutcome> {
  demandOne('results', inputs.results);
  const event = await eventOf(environment, inputs);
  const order = reportOrderSchema.parse({
    folders: inputs.results,
    out: inputs.out,
    plan: inputs.plan || undefined,
    history: inputs.history || undefined,
    adjudications: inputs.adjudications || undefined,
    fail_on: inputs['fail-on'] || undefined,
    min_strength: inputs['min-strength'],
    verify: inputs.verify,
    allow_mixed_versions: inputs['allow-mixed-versions'],
    commit: event.sha || null,
    run_url: environment.run_url ?? null,
  });
  return published(inputs, environment, event, out.signal, async ({ faults }) => {
    const outcome = engine(order, out);
    outcome.warnings.forEach(faults.warn);
    const { missing, missing_shards } = outcome;
    const { outputs, ...judged } = reported(outcome);
    return { ...judged, outputs: { ...outputs, missing: String(missing), 'missing-shards': missing_shards.join(' ') } };
  });
}
