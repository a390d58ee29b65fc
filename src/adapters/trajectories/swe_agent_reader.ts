import { omitUndefined } from '../../contract/input/omit_undefined.js';
import {
  dropAbsent,
  type ForeignRecord,
  isRecord,
  joinTexts,
  numberSteps,
  readOptionalText,
  requireList,
  requireRecord,
  toCount,
  toList,
  toPatch,
  toRecord,
  toText,
  toUsd,
  type UnnumberedStep,
} from './trajectory_fault.js';
import type { TrajectoryReader } from './trajectory_reader.js';

/** Reads `.traj` files of SWE-agent, 0.x and 1.x. An action is a command line of the agent's own shell. */
export const sweAgentReader: TrajectoryReader = {
  matches: (value) => isRecord(value) && Array.isArray(value.trajectory) && isRecord(value.info),
  read(value) {
    const root = requireRecord(value, 'the file');
    const info = requireRecord(root.info, 'info');
    const stats = toRecord(info.model_stats);
    const turns = requireList(root.trajectory, 'trajectory').map((turn, at) => requireRecord(turn, `trajectory.${at}`));
    const model = findModel(root.replay_config);
    const version = toText(info.swe_agent_version) ?? 'unknown';
    return {
      format: 'swe-agent',
      format_version: toText(info.swe_agent_version) ?? null,
      document: {
        schema_version: 'ATIF-v1.7',
        agent: { name: 'swe-agent', version, ...omitUndefined({ model_name: model }) },
        steps: numberSteps([...listPrompts(root, turns), ...turns.map(readTurn)]),
        final_metrics: dropAbsent({
          total_prompt_tokens: toCount(stats.tokens_sent),
          total_completion_tokens: toCount(stats.tokens_received),
          total_cost_usd: toUsd(stats.instance_cost),
          extra: dropAbsent({ api_calls: toCount(stats.api_calls) }),
        }),
      },
      task: toText(root.instance_id) ?? null,
      patch: 'submission' in info ? toPatch(readOptionalText(info.submission, 'info.submission')) : null,
      exit_status: readOptionalText(info.exit_status, 'info.exit_status') ?? null,
    };
  },
};

/** Lists the messages that the model was given before its first response. */
function listPrompts(root: ForeignRecord, turns: readonly ForeignRecord[]): UnnumberedStep[] {
  const messages = Array.isArray(root.history) ? root.history : toList(turns[0]?.query ?? turns[0]?.messages);
  const first = messages.findIndex((message) => toRecord(message).role === 'assistant');
  return messages.slice(0, first === -1 ? undefined : first).map((message) => {
    const { role, content } = toRecord(message);
    return { source: role === 'system' ? 'system' : 'user', message: joinTexts(content) };
  });
}

function readTurn(turn: ForeignRecord, at: number): UnnumberedStep {
  const path = `trajectory.${at}`;
  const action = readOptionalText(turn.action, `${path}.action`) ?? '';
  const thought = readOptionalText(turn.thought, `${path}.thought`);
  const message = readOptionalText(turn.response, `${path}.response`) ?? thought ?? '';
  const observation = readOptionalText(turn.observation, `${path}.observation`);
  const tool_call_id = `call-${at + 1}`;
  const has_call = action.trim() !== '';
  const { execution_time, state } = turn;
  return dropAbsent<UnnumberedStep>({
    source: 'agent',
    message,
    reasoning_content: thought === message ? undefined : thought,
    tool_calls: has_call ? [{ tool_call_id, function_name: 'bash', arguments: { command: action } }] : undefined,
    observation:
      observation === undefined
        ? undefined
        : {
            results: [
              { ...omitUndefined({ source_call_id: has_call ? tool_call_id : undefined }), content: observation },
            ],
          },
    extra: dropAbsent({ execution_time, state }),
  });
}

/** Finds the name of the model in the configuration that SWE-agent keeps for its own replay, a JSON text. */
function findModel(config: unknown): string | undefined {
  if (typeof config !== 'string') return toText(toRecord(toRecord(toRecord(config).agent).model).name);
  try {
    return findModel(JSON.parse(config) ?? {});
  } catch {
    return undefined;
  }
}
