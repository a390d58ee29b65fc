import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { ClaimedTotals, ForeignJson } from '../../../record/events/act_payloads.js';
import { sha256, toCanonicalJson, truncateText } from '../../../record/json/compute_digest.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import { type AtifDocument, type ImportedTrajectory, nameSubagent } from '../../../record/trajectory/atif_document.js';
import type { AttemptContext } from '../attempt_context.js';
import type { GuardPort } from '../attempt_ports.js';

/** Bytes of foreign JSON that an event holds; more goes into an artifact. */
const MAX_EVENT_BYTES = 16_384;
/** Characters of a text that is cut in an event. */
const MAX_TEXT = 400;

type TrajectoryContext = Pick<AttemptContext, 'loaded' | 'rules' | 'run' | 'ablation'>;

/**
 * Records an imported trajectory: its steps with prompts, responses, calls and results, its sums, and the calls that
 * the guard is against. All of it is what the file claims.
 */
export function recordTrajectory(
  trajectory: ImportedTrajectory,
  context: TrajectoryContext,
  port: Pick<GuardPort, 'openImportedGuard'>,
): void {
  const { log } = context.run;
  const { document, patch_file, patch: _, ...facts } = trajectory;
  const all = [{ id: null, document }, ...listSubagents(document)];
  const { steps: __, ...rest } = document;
  log.append('imported_trajectory', 'harness', {
    format: facts.format,
    format_version: facts.format_version,
    place: facts.place,
    sha256: facts.sha256,
    bytes: facts.bytes,
    agent: truncateText(document.agent.name, 200),
    agent_version: truncateText(document.agent.version, 200),
    model: document.agent.model_name ? truncateText(document.agent.model_name, 200) : null,
    task: facts.task === null ? null : truncateText(facts.task, 200),
    steps: all.reduce((sum, one) => sum + one.document.steps.length, 0),
    calls: all.reduce((sum, one) => sum + countCalls(one.document), 0),
    subagents: all.length - 1,
    totals: sumTotals(document),
    exit_status: facts.exit_status === null ? null : truncateText(facts.exit_status, 200),
    patch: patch_file ? 'file' : 'trajectory',
    document: keepJson(withoutSteps(rest), context.run),
  });
  const { contract } = context.loaded;
  const guard = context.ablation.has('guardrails')
    ? undefined
    : port.openImportedGuard({ contract, rules: context.rules, run: context.run });
  for (const { id, document: one } of all)
    for (const step of one.steps) {
      const { seq } = log.append('imported_step', step.source === 'agent' ? 'agent' : 'harness', {
        subagent: id,
        step: step.step_id,
        source: step.source,
        kind: step.source === 'agent' ? 'response' : 'prompt',
        calls: step.tool_calls?.length ?? 0,
        document: keepJson(step, context.run),
      });
      guard?.ask(step, seq);
    }
  guard?.close();
  recordClaims(trajectory, context.run);
}

/** Lists the embedded trajectories with the path of their ids, those of a parent before those of its children. */
function listSubagents(document: AtifDocument, parent: string | null = null): { id: string; document: AtifDocument }[] {
  const siblings = document.subagent_trajectories ?? [];
  return siblings.flatMap((one, at) => {
    const id = nameSubagent(parent, siblings, at);
    return [{ id, document: one }, ...listSubagents(one, id)];
  });
}

/** Returns a document with the steps of its subagents left out: each step has its event. */
function withoutSteps(document: Omit<AtifDocument, 'steps'>): unknown {
  const { subagent_trajectories: subagents, ...rest } = document;
  return subagents
    ? { ...rest, subagent_trajectories: subagents.map(({ steps: _, ...one }) => withoutSteps(one)) }
    : rest;
}

const countCalls = ({ steps }: AtifDocument): number =>
  steps.reduce((sum, { tool_calls }) => sum + (tool_calls?.length ?? 0), 0);

/** Returns the sums that the trajectory states, else those over its steps. */
function sumTotals({ final_metrics, steps }: AtifDocument): ClaimedTotals {
  const sum = (field: 'prompt_tokens' | 'completion_tokens' | 'cached_tokens' | 'cost_usd'): number | null => {
    const values = steps.flatMap(({ metrics }) => metrics?.[field] ?? []);
    return values.length === 0 ? null : values.reduce((all, one) => all + one, 0);
  };
  const toTokens = (value: number | null): number | null => (value !== null && value >= 0 ? value : null);
  const calls = final_metrics?.extra?.api_calls;
  return {
    prompt_tokens: toTokens(final_metrics?.total_prompt_tokens ?? sum('prompt_tokens')),
    completion_tokens: toTokens(final_metrics?.total_completion_tokens ?? sum('completion_tokens')),
    cached_tokens: toTokens(final_metrics?.total_cached_tokens ?? sum('cached_tokens')),
    cost_usd: final_metrics?.total_cost_usd ?? sum('cost_usd'),
    requests: Number.isSafeInteger(calls) && (calls as number) >= 0 ? (calls as number) : null,
  };
}

/** Keeps foreign JSON: in the event as far as it fits, else whole in an artifact. */
function keepJson(value: unknown, run: RunDirectory): ForeignJson {
  const text = toCanonicalJson(value);
  const facts = { sha256: sha256(text), bytes: Buffer.byteLength(text) };
  if (facts.bytes <= MAX_EVENT_BYTES) return { ...facts, claimed: value };
  const stored = toCanonicalJson(run.log.toStored(value));
  if (stored !== text) run.log.redaction?.store?.keep(facts.sha256, text);
  return { ...facts, claimed: shortenTexts(value, 0), artifact: run.keep(stored, 'redacted') };
}

/** Returns a value with long texts, long lists and deep parts cut. */
function shortenTexts(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return truncateText(value, MAX_TEXT);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 5) return '…';
  if (Array.isArray(value)) return value.slice(0, 10).map((each) => shortenTexts(each, depth + 1));
  const entries = Object.entries(value).slice(0, 20);
  return Object.fromEntries(entries.map(([key, each]) => [truncateText(key, 100), shortenTexts(each, depth + 1)]));
}

/** Records what the trajectory says that the agent used, as the claim of the agent that it is. */
function recordClaims(trajectory: ImportedTrajectory, run: RunDirectory): void {
  const { prompt_tokens, completion_tokens, cached_tokens, cost_usd, requests } = sumTotals(trajectory.document);
  const usage = {
    ...omitUndefined({
      input_tokens: prompt_tokens ?? undefined,
      cached_input_tokens: cached_tokens ?? undefined,
      output_tokens: completion_tokens ?? undefined,
    }),
  };
  if (Object.keys(usage).length === 0 && cost_usd === null) return;
  run.log.append('usage_claim', 'agent', { source: 'imported trajectory', usage, usd: cost_usd, requests, detail: '' });
}
