import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { AtifMetrics } from '../../record/trajectory/atif_document.js';
import { readOpenhandsActions } from './read_openhands_actions.js';
import { readOpenhandsEvents } from './read_openhands_events.js';
import {
  dropAbsent,
  type ForeignRecord,
  isRecord,
  numberSteps,
  readOptionalText,
  requireList,
  requireRecord,
  TrajectoryFault,
  toCount,
  toList,
  toPatch,
  toRecord,
  toText,
  toUsd,
} from './trajectory_fault.js';
import type { TrajectoryReader } from './trajectory_reader.js';

/**
 * Reads OpenHands: rows of `output.jsonl` with their patch, and lists of events alone, which hold none. Events are
 * those of V0 (`action`, `observation`) or of the V1 SDK (`kind`).
 */
export const openhandsReader: TrajectoryReader = {
  matches: (value) =>
    Array.isArray(value)
      ? value.flat().length > 0 && value.flat().every(isEvent)
      : isRecord(value) && 'instance_id' in value && ('test_result' in value || 'history' in value),
  read(value) {
    const row = Array.isArray(value) ? { history: value } : requireRecord(value, 'the row');
    const history = requireList(row.history ?? [], 'history')
      .flat()
      .map((event, at) => requireRecord(event, `history.${at}`));
    const sdk = history.some(({ kind }) => typeof kind === 'string');
    const result = row.test_result === undefined || row.test_result === null ? {} : readResult(row.test_result);
    const metadata = toRecord(row.metadata);
    const model =
      toText(toRecord(metadata.llm_config).model) ??
      toText(toRecord(metadata.llm).model) ??
      history.flatMap((event) => toText(getResponse(event).model) ?? [])[0];
    return {
      format: 'openhands',
      format_version: sdk ? 'V1' : 'V0',
      document: {
        schema_version: 'ATIF-v1.7',
        agent: {
          name: toText(metadata.agent_class) ?? 'openhands',
          version: toText(metadata.openhands_version) ?? 'unknown',
          ...omitUndefined({ model_name: model }),
        },
        steps:
          history.length === 0
            ? [{ step_id: 1, source: 'user', message: readOptionalText(row.instruction, 'instruction') ?? '' }]
            : numberSteps(sdk ? readOpenhandsEvents(history) : readOpenhandsActions(history)),
        final_metrics: readTotals(row.metrics, history),
      },
      task: readOptionalText(row.instance_id, 'instance_id') ?? null,
      patch: 'git_patch' in result ? toPatch(readOptionalText(result.git_patch, 'test_result.git_patch')) : null,
      exit_status: toText(row.error) ?? null,
    };
  },
};

const isEvent = (value: unknown): boolean =>
  isRecord(value) && 'source' in value && ('action' in value || 'observation' in value || 'kind' in value);

function readResult(value: unknown): ForeignRecord {
  if (isRecord(value)) return value;
  throw new TrajectoryFault(`test_result is ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}, not an object`);
}

const getResponse = (event: ForeignRecord): ForeignRecord =>
  toRecord(toRecord(event.tool_call_metadata).model_response);

/** Reads the sums of the row, else those of the last event that has them. */
function readTotals(metrics: unknown, history: readonly ForeignRecord[]) {
  const last = history.findLast(({ llm_metrics }) => isRecord(llm_metrics))?.llm_metrics;
  const totals = isRecord(metrics) && Object.keys(metrics).length > 0 ? metrics : toRecord(last);
  const usage = toRecord(totals.accumulated_token_usage);
  const requests = toList(totals.token_usages).length;
  const sums: AtifMetrics = {
    prompt_tokens: toCount(usage.prompt_tokens),
    completion_tokens: toCount(usage.completion_tokens),
    cached_tokens: toCount(usage.cache_read_tokens),
  };
  return dropAbsent({
    total_prompt_tokens: sums.prompt_tokens,
    total_completion_tokens: sums.completion_tokens,
    total_cached_tokens: sums.cached_tokens,
    total_cost_usd: toUsd(totals.accumulated_cost),
    extra: requests > 0 ? { api_calls: requests } : undefined,
  });
}
