import type { ParsedResponse } from '../../../gateway/dialects/dialect.js';
import type { ModelAccess } from '../../../gateway/model_config.js';
import { openTimeLimit } from '../../../system/open_time_limit.js';
import type { StopReason } from '../../supervisor/stop_reason.js';
import type { AgentContext } from '../agent.js';
import { findStopReason } from '../run_tool_call.js';
import type { LoopFormat, LoopRequest } from './formats/loop_format.js';
import { requestModel } from './request_model.js';

/** Waits before the second, third, … request for one answer, in milliseconds. */
const WAITS_MS = [1000, 2000, 4000, 8000, 16_000] as const;

/** Response of a model, with the request that it answers. */
interface RetriedResponse {
  answered: ParsedResponse;
  request: LoopRequest;
}

/**
 * Requests an answer with retries and growing waits.
 *
 * A refusal that will not change ends the agent, unless the format knows a request that asks for less.
 */
export async function requestWithRetries(
  context: AgentContext,
  access: ModelAccess,
  format: LoopFormat,
  given: LoopRequest,
): Promise<RetriedResponse | StopReason> {
  const { supervisor, run } = context;
  let request = given;
  for (let failures = 0; ; failures += 1) {
    // No breaker sees the time spent waiting for a model, so the request has a timeout.
    const timeLimit = openTimeLimit(context.signal, Math.max(1, Math.ceil(supervisor.left_ms)));
    const response = await requestModel(access, format, request, timeLimit.signal).finally(timeLimit.close);
    await supervisor.settled();
    const because = 'failed' in response ? response.failed : '';
    const stop = findStopReason(context);
    if (stop) return stop;
    if ('answered' in response) return { answered: response.answered, request };
    const { seq } = run.log.append('note', 'harness', { text: `the model did not answer: ${because}`.slice(0, 1000) });
    await supervisor.settled();
    const wait_ms = WAITS_MS[failures];
    if (supervisor.stop) return supervisor.stop;
    if (timeLimit.isOver()) return { kind: 'resource', cap: 'wall', because, evidence_seq: seq };
    const lesser = response.again ? undefined : format.lesser?.(request, because);
    if (lesser) {
      request = lesser;
      continue;
    }
    if (!response.again || wait_ms === undefined) return { kind: 'agent-error', because, evidence_seq: seq };
    await supervisor.wait(Math.max(wait_ms, response.after_ms ?? 0));
  }
}
