import { omitUndefined } from '../../contract/input/omit_undefined.js';
import {
  dropAbsent,
  type ForeignRecord,
  isRecord,
  joinTexts,
  numberSteps,
  readOptionalText,
  readUsage,
  requireList,
  requireRecord,
  toCallArguments,
  toCount,
  toList,
  toPatch,
  toRecord,
  toText,
  toTimestamp,
  toUsd,
  type UnnumberedStep,
} from './trajectory_fault.js';
import type { TrajectoryReader } from './trajectory_reader.js';

/** Reads `.traj.json` files of mini-swe-agent, 1.x and 2.x. */
export const miniSweAgentReader: TrajectoryReader = {
  matches: (value) =>
    isRecord(value) &&
    Array.isArray(value.messages) &&
    isRecord(value.info) &&
    (typeof value.trajectory_format === 'string' || 'exit_status' in value.info),
  read(value) {
    const root = requireRecord(value, 'the file');
    const info = requireRecord(root.info, 'info');
    const stats = toRecord(info.model_stats);
    const messages = requireList(root.messages, 'messages').map((each, at) => requireRecord(each, `messages.${at}`));
    const model = toText(toRecord(toRecord(info.config).model).model_name);
    const version = toText(info.mini_version) ?? 'unknown';
    return {
      format: 'mini-swe-agent',
      format_version: toText(root.trajectory_format) ?? null,
      document: {
        schema_version: 'ATIF-v1.7',
        agent: { name: 'mini-swe-agent', version, ...omitUndefined({ model_name: model }) },
        steps: numberSteps(readMessages(messages)),
        final_metrics: dropAbsent({
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

type Call = NonNullable<UnnumberedStep['tool_calls']>[number];

/** Reads messages; what follows a response of the model is the result of its calls. */
function readMessages(messages: readonly ForeignRecord[]): UnnumberedStep[] {
  const steps: UnnumberedStep[] = [];
  for (const [index, message] of messages.entries()) {
    const { role } = message;
    const last = steps.at(-1);
    if (role === 'assistant') steps.push(readResponse(message, index));
    else if (last?.source === 'agent' && (role === 'user' || role === 'tool')) addResult(last, message);
    else
      steps.push(
        dropAbsent<UnnumberedStep>({
          source: role === 'user' ? 'user' : 'system',
          timestamp: toTimestamp(toRecord(message.extra).timestamp),
          message: joinTexts(message.content),
          extra: role === 'user' || role === 'system' ? undefined : { role: String(role) },
        }),
      );
  }
  return steps;
}

function readResponse(message: ForeignRecord, at: number): UnnumberedStep {
  const extra = toRecord(message.extra);
  const response = toRecord(extra.response);
  const text = joinTexts(message.content);
  const calls = listCalls(message, extra, text, at);
  return dropAbsent<UnnumberedStep>({
    source: 'agent',
    timestamp: toTimestamp(extra.timestamp) ?? toTimestamp(response.created),
    model_name: toText(response.model),
    message: text,
    reasoning_content: toText(message.reasoning_content),
    tool_calls: calls.length > 0 ? calls : undefined,
    metrics: readUsage(response.usage, extra.cost),
  });
}

/** Lists the commands of a response: calls of tools, else recorded actions, else the one code block of its text. */
function listCalls(message: ForeignRecord, extra: ForeignRecord, text: string, at: number): Call[] {
  const requests = toList(message.tool_calls).map((each, i): Call => {
    const { id, function: target } = toRecord(each);
    const { name, arguments: args } = toRecord(target);
    return {
      tool_call_id: toText(id) ?? `call-${at}-${i + 1}`,
      function_name: toText(name) ?? 'bash',
      arguments: toCallArguments(args),
    };
  });
  if (requests.length > 0) return requests;
  const acted = toList(extra.actions).flatMap((each) => toText(toRecord(each).command) ?? toText(each) ?? []);
  const block = /```(?:mswea_bash_command|bash|sh)\s*\n([\s\S]*?)\n?```/.exec(text)?.[1];
  const written = block === undefined ? [] : [block];
  const commands = acted.length > 0 ? acted : written;
  return commands.map((command, i) => ({
    tool_call_id: `call-${at}-${i + 1}`,
    function_name: 'bash',
    arguments: { command },
  }));
}

function addResult(step: UnnumberedStep, message: ForeignRecord): void {
  const results = step.observation?.results ?? [];
  const calls = step.tool_calls ?? [];
  const call_id = toText(message.tool_call_id);
  const source_call =
    call_id !== undefined ? calls.find((call) => call.tool_call_id === call_id) : calls[results.length];
  const { returncode } = toRecord(message.extra);
  const result = {
    ...omitUndefined({ source_call_id: source_call?.tool_call_id }),
    content: joinTexts(message.content),
    ...omitUndefined({ extra: returncode === undefined ? undefined : { returncode } }),
  };
  step.observation = { results: [...results, result] };
}
