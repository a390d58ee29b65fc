import { relative } from 'node:path';
import { ablationLabel } from '../contract/mechanisms.js';
import { jsonText } from '../publish/report/escape.js';
import { counted } from '../publish/report/quantities.js';
import type { Order } from '../run/attempt/order.js';
import { contractsOf, sayStandings } from './contract_standing.js';
import { foundEarlier } from './found_earlier.js';
import type { RunOrder, RunOutcome, RunOutput } from './orders.js';
import { planLines } from './plan_lines.js';
import { summaryOf } from './plan_summary.js';
import { shortShares } from './short_shares.js';
import { addressesOf, upstreamLines } from './upstream_lines.js';
import type { OpenPlan } from './with_plan.js';

/** Says what would be run: every attempt, with the model that its agent is told to use and what it may use up. */
export function dryRun(
  orders: readonly Order[],
  { plan, study, opened }: Pick<OpenPlan, 'plan' | 'study' | 'opened'>,
  order: RunOrder,
  out: RunOutput,
  cwd: string,
): RunOutcome {
  const attempts = orders.map((one) => ({
    attempt_id: one.attempt_id,
    contract: one.loaded.shown,
    agent: one.agent.name,
    trial: one.trial,
    ablation: ablationLabel(one.ablation),
    ...(one.models ? { model: one.models.name, caps: capsOf(one) } : {}),
  }));
  const asked = opened.models.filter((models) => orders.some((one) => one.models === models));
  const upstreams = asked
    .flatMap((models) => models.upstreams)
    .map((one) => ({ ...one, ...addressesOf(one) }))
    .map(({ name, url, endpoints, models, dialects }) => ({ name, url, endpoints, models, dialects }));
  const own = new Set(orders.map(({ attempt_id }) => attempt_id));
  const falling = plan.attempts.filter(({ attempt_id }) => own.has(attempt_id));
  const summary = summaryOf(plan);
  const looked = order.resume || order.reuse.length > 0;
  const found = foundEarlier(falling, { reuse: order.reuse, out: order.resume ? order.out : undefined }, cwd);
  const { cost_ceiling_usd } = summaryOf({ ...plan, attempts: falling });
  sayStandings(contractsOf(orders), order, out);
  shortShares(plan).forEach(out.error);
  if (order.json) {
    const { arms, shards, beyond_budget } = summary;
    const whole = { arms, shards, budget: plan.budget, beyond_budget, ...(looked ? { reusable: found } : {}) };
    const listed = upstreams.length > 0 ? { upstreams } : {};
    out.log(jsonText({ attempts, ...listed, concurrency: study.width, cost_ceiling_usd, ...whole }));
    return notRun(order, plan.gate.fail_on, cwd);
  }
  for (const { attempt_id, contract, agent, trial, ablation, model, caps } of attempts) {
    const without = ablation === 'none' ? '' : `  without ${ablation}`;
    const asks = caps ? `  ${model ?? 'any model'}, at most ${caps.usd.toFixed(2)} USD${further(caps)}` : '';
    out.log(`${attempt_id}  ${contract}  ${agent}  trial ${trial}${without}${asks}`);
  }
  for (const line of upstreamLines(asked.flatMap((models) => models.upstreams))) out.log(line);
  // Whoever looks at one shard has seen the whole plan.
  if (order.shard === undefined) planLines(summary, plan.budget).forEach(out.log);
  if (looked)
    out.log(`${counted(found.length, 'attempt')} of these need not be made: sealed records of them are there`);
  out.log(
    `${counted(orders.length, 'attempt')}, at most ${study.width} at a time; cost ceiling ${cost_ceiling_usd.toFixed(2)} USD; nothing was run`,
  );
  return notRun(order, plan.gate.fail_on, cwd);
}

/** What the contract allows one attempt; the headroom is kept back from that. */
function capsOf({ loaded }: Order): { usd: number; tokens: number | null; requests: number | null } {
  const { usd, tokens = null, model_requests: requests = null } = loaded.contract.budget;
  return { usd, tokens, requests };
}

const further = ({ tokens, requests }: ReturnType<typeof capsOf>) =>
  `${tokens === null ? '' : `, ${counted(tokens, 'token')}`}${requests === null ? '' : `, ${counted(requests, 'request')}`}`;

/** What a run hands back that made no attempt. */
export function notRun(order: RunOrder, fail_on: RunOutcome['fail_on'], cwd: string, interrupted = false): RunOutcome {
  const at = (name: string) => relative(cwd, `${order.out}/${name}`);
  return {
    exit_code: interrupted ? 130 : 0,
    conclusion: interrupted ? 'interrupted' : 'success',
    results: [],
    missing: [],
    report_path: at('report.md'),
    html_path: at('report.html'),
    results_path: at('results.jsonl'),
    places: {},
    fail_on,
  };
}
