import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { readCodexEvents } from './read_codex_events.js';
import { readCodexRollout } from './read_codex_rollout.js';
import { MAX_HEAD } from './session_steps.js';
import { dropAbsent, type ForeignRecord, isRecord, toCount, toList, toRecord } from './trajectory_fault.js';
import type { TrajectoryReader } from './trajectory_reader.js';

/** Reads sessions of Codex: its rollout files, and what `codex exec --json` prints. The latter holds no prompt. */
export const codexReader: TrajectoryReader = {
  matches: (value) => {
    const head = toList(value).slice(0, MAX_HEAD).map(toRecord);
    return head.some(isRolloutRecord) || head.some(isEventRecord);
  },
  read(value) {
    const is_rollout = toList(value).slice(0, MAX_HEAD).map(toRecord).some(isRolloutRecord);
    const { id, model, version, usage, end, ...steps } = (is_rollout ? readCodexRollout : readCodexEvents)(value);
    return {
      format: 'codex',
      format_version: version ?? null,
      document: {
        schema_version: 'ATIF-v1.7',
        ...omitUndefined({ session_id: id }),
        agent: { name: 'codex', version: version ?? 'unknown', ...omitUndefined({ model_name: model }) },
        ...steps,
        final_metrics: dropAbsent({
          total_prompt_tokens: toCount(usage.input_tokens),
          total_completion_tokens: toCount(usage.output_tokens),
          total_cached_tokens: toCount(usage.cached_input_tokens),
        }),
      },
      task: null,
      patch: null,
      exit_status: end ?? null,
    };
  },
};

/** Checks for a record of a rollout; those of 2025's first versions begin with the instructions, without a type. */
const isRolloutRecord = ({ type, payload, instructions, id, timestamp }: ForeignRecord): boolean =>
  type === undefined
    ? instructions !== undefined && typeof id === 'string' && typeof timestamp === 'string'
    : isRecord(payload) && ['session_meta', 'response_item', 'event_msg', 'turn_context'].includes(String(type));

const isEventRecord = ({ type, thread_id, item }: ForeignRecord): boolean =>
  (type === 'thread.started' && typeof thread_id === 'string') || (/^item\.\w+$/.test(String(type)) && isRecord(item));
