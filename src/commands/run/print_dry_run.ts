import { relative } from 'node:path';
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
import { formatArmLines, formatCostCeiling, formatPlanLines, summarisePlan } from '../plan/plan_summary.js';
import { printContractEvidence, selectDistinctContracts } from '../study/print_contract_evidence.js';
import type { RunOptions, RunOutcome } from '../study/run_options.js';
import { createEmptyOutcome } from './create_run_outcome.js';

/** Prints what would be run, arm by arm; as JSON every attempt with its model and its caps. */
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
  const part = summarisePlan({ ...plan, attempts: falling });
  const { cost_ceiling_usd } = part;
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
  out.log(describeContracts(specs));
  formatArmLines(part, plan).forEach(out.log);
  // The suite of a comparison lies in a checkout of its base: paths are shown as the suite has them.
  const checkout = study.settings_comparison ? `${relative(cwd, study.folder)}/` : '';
  for (const line of new Set(formatUpstreamLines(models_in_use.flatMap((models) => models.upstreams))))
    out.log(line.replace(checkout, ''));
  // A single shard is shown without the summary of the whole plan.
  if (options.shard === undefined) formatPlanLines(summary, plan.budget).forEach(out.log);
  if (looked)
    out.log(
      `${formatQuantity(reusable.length, 'attempt')} of these need not be made: sealed records of them are there`,
    );
  if (study.settings_comparison) {
    renderSectionLines(createSettingsSection(study.settings_comparison), out.terminal.columns).forEach(out.log);
    const more = 2 * plan.gate.extra_trials * plan.tasks.length * plan.gate.arms.length;
    const price = cost_ceiling_usd > 0 ? ', each as dear as one above' : '';
    out.log(`up to ${formatQuantity(more, 'further attempt')} where nothing is decided${price}`);
  }
  out.log(
    `${formatQuantity(specs.length, 'attempt')}, at most ${study.width} at a time, ` +
      `${formatCostCeiling(cost_ceiling_usd)}; nothing was run`,
  );
  return createEmptyOutcome(options, plan.gate.fail_on, cwd);
}

/** Returns the caps of one attempt, before the reserve for its evaluation. */
function getAttemptCaps({ loaded }: AttemptSpec): { usd: number; tokens: number | null; requests: number | null } {
  const { usd, tokens = null, model_requests: requests = null } = loaded.contract.budget;
  return { usd, tokens, requests };
}

/** Most contracts that are named. */
const MAX_NAMED = 3;

/** Describes the contracts of attempts: how many, and the first of them. */
function describeContracts(specs: readonly AttemptSpec[]): string {
  const ids = selectDistinctContracts(specs).map(({ contract }) => contract.id);
  const more = ids.length > MAX_NAMED ? `, and ${ids.length - MAX_NAMED} more` : '';
  return `${formatQuantity(ids.length, 'contract')}: ${ids.slice(0, MAX_NAMED).join(', ')}${more}`;
}
