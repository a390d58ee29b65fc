import { formatAblation } from '../../contract/coordination/mechanism.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { createSettingsSection } from '../../publish/report/sections/create_analysis_sections.js';
import { renderSectionLines } from '../../publish/report/terminal/render_report_lines.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { AttemptSpec } from '../../run/attempt/attempt_spec.js';
import { listReusableAttemptIds } from '../attempts/list_reusable_attempt_ids.js';
import type { CommandContext } from '../io/command_context.js';
import { formatUpstreamLines, getUpstreamAddresses } from '../models/print_upstreams.js';
import { findShardBudgetWarnings } from '../plan/find_shard_budget_warnings.js';
import type { OpenPlan } from '../plan/open_plan.js';
import { formatPlanLines, summarisePlan } from '../plan/plan_summary.js';
import { printContractEvidence, selectDistinctContracts } from '../study/print_contract_evidence.js';
import type { RunOptions, RunOutcome } from '../study/run_options.js';
import { createEmptyOutcome } from './create_run_outcome.js';

/** Prints every attempt that would be run, with its model and its caps. */
export function printDryRun(
  specs: readonly AttemptSpec[],
  { plan, study, study_models }: Pick<OpenPlan, 'plan' | 'study' | 'study_models'>,
  options: RunOptions,
  out: CommandContext,
  cwd: string,
): RunOutcome {
  const arms = new Map(plan.attempts.map(({ attempt_id, arm }) => [attempt_id, arm]));
  const attempts = specs.map((one) => ({
    attempt_id: one.attempt_id,
    contract: one.loaded.shown,
    agent: study.settings_comparison ? (arms.get(one.attempt_id) ?? one.agent.name) : one.agent.name,
    trial: one.trial,
    ablation: formatAblation(one.ablation),
    ...(one.models ? { model: one.models.name, caps: getAttemptCaps(one) } : {}),
  }));
  const models_in_use = study_models.models.filter((models) => specs.some((one) => one.models === models));
  const upstreams = models_in_use
    .flatMap((models) => models.upstreams)
    .map((one) => ({ ...one, ...getUpstreamAddresses(one) }))
    .map(({ name, url, endpoints, models, dialects }) => ({ name, url, endpoints, models, dialects }));
  const ids = new Set(specs.map(({ attempt_id }) => attempt_id));
  const falling = plan.attempts.filter(({ attempt_id }) => ids.has(attempt_id));
  const summary = summarisePlan(plan);
  const looked = options.resume || options.reuse.length > 0;
  const reusable = listReusableAttemptIds(
    falling,
    { reuse: options.reuse, out: options.resume ? options.out : undefined },
    cwd,
  );
  const { cost_ceiling_usd } = summarisePlan({ ...plan, attempts: falling });
  printContractEvidence(selectDistinctContracts(specs), options, out);
  findShardBudgetWarnings(plan).forEach(out.error);
  if (options.json) {
    const { arms, shards, beyond_budget } = summary;
    const whole = {
      arms,
      shards,
      budget: plan.budget,
      beyond_budget,
      ...omitUndefined({ reusable: looked ? reusable : undefined }),
    };
    const listed = upstreams.length > 0 ? { upstreams } : {};
    out.log(formatInertJson({ attempts, ...listed, concurrency: study.width, cost_ceiling_usd, ...whole }));
    return createEmptyOutcome(options, plan.gate.fail_on, cwd);
  }
  for (const { attempt_id, contract, agent, trial, ablation, model, caps } of attempts) {
    const suffix = ablation === 'none' ? '' : `  without ${ablation}`;
    const asks = caps ? `  ${model ?? 'any model'}, at most ${caps.usd.toFixed(2)} USD${formatFurtherCaps(caps)}` : '';
    out.log(`${attempt_id}  ${contract}  ${agent}  trial ${trial}${suffix}${asks}`);
  }
  for (const line of formatUpstreamLines(models_in_use.flatMap((models) => models.upstreams))) out.log(line);
  // A single shard is shown without the summary of the whole plan.
  if (options.shard === undefined) formatPlanLines(summary, plan.budget).forEach(out.log);
  if (looked)
    out.log(
      `${formatQuantity(reusable.length, 'attempt')} of these need not be made: sealed records of them are there`,
    );
  if (study.settings_comparison) {
    renderSectionLines(createSettingsSection(study.settings_comparison), out.terminal.columns).forEach(out.log);
    const more = 2 * plan.gate.extra_trials * plan.tasks.length * plan.gate.arms.length;
    out.log(`up to ${formatQuantity(more, 'further attempt')} where nothing is decided, each as dear as one above`);
  }
  out.log(
    `${formatQuantity(specs.length, 'attempt')}, at most ${study.width} at a time; cost ceiling ` +
      `${cost_ceiling_usd.toFixed(2)} USD; nothing was run`,
  );
  return createEmptyOutcome(options, plan.gate.fail_on, cwd);
}

/** Returns the caps of one attempt, before the reserve for its evaluation. */
function getAttemptCaps({ loaded }: AttemptSpec): { usd: number; tokens: number | null; requests: number | null } {
  const { usd, tokens = null, model_requests: requests = null } = loaded.contract.budget;
  return { usd, tokens, requests };
}

const formatFurtherCaps = ({ tokens, requests }: ReturnType<typeof getAttemptCaps>) =>
  `${tokens === null ? '' : `, ${formatQuantity(tokens, 'token')}`}` +
  `${requests === null ? '' : `, ${formatQuantity(requests, 'request')}`}`;
