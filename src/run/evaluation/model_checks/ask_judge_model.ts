import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ModelCheck } from '../../../contract/checks/check.js';
import type { ModelConfig } from '../../../gateway/model_config.js';
import type { EventPayload } from '../../../record/events/event.js';
import type { DialectName, JudgeRequest } from '../../../record/events/model_payloads.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import { openTimeLimit } from '../../../system/open_time_limit.js';
import type { LoopRequest } from '../../agents/loop/formats/loop_format.js';
import { loopFormats } from '../../agents/loop/formats/loop_formats.js';
import { requestModel } from '../../agents/loop/request_model.js';
import { createJudgePrompt } from './create_judge_prompt.js';
import { type JudgeExchange, openJudgeGateway } from './open_judge_gateway.js';
import type { AnswerFile } from './read_answer_files.js';

/** Waits before a request is repeated, in milliseconds. Only what may be over then is repeated. */
const WAITS_MS = [1000, 3000] as const;
/** Most characters of a message that an event holds. A grading is short. */
const MAX_TEXT = 20_000;

/** Message of the model to one request; undefined = there is none. */
interface JudgeMessage {
  temperature: number | null;
  max_tokens: number | null;
  as_completion_tokens?: true;
  text: string | undefined;
}

/**
 * Asks the judge model about an answer, through a gateway with caps and prices of its own. Nothing is decided here: the
 * message is recorded as it came.
 *
 * @param judge model that the run names, with the way to it
 */
export async function askJudgeModel(
  check: ModelCheck,
  files: readonly AnswerFile[],
  judge: ModelConfig & { name: string },
  run: RunDirectory,
  interrupted: AbortSignal,
): Promise<NonNullable<EventPayload<'model_check'>['asked']>> {
  const nonce = randomBytes(16).toString('hex');
  const { system, prompt } = createJudgePrompt(check.prompt, files, nonce);
  const limit = openTimeLimit(interrupted, check.timeout);
  const caps = { usd: check.usd, tokens: null, requests: null };
  const gateway = openJudgeGateway(judge, caps, run, limit.signal);
  const { access } = gateway;
  const dialect = access.dialects[0] ?? 'chat';
  const format = loopFormats[dialect];
  const started_ms = run.log.now();
  const messages: JudgeMessage[] = [];
  let exchanges: JudgeExchange[] = [];
  try {
    let request: LoopRequest = {
      ...{ model: judge.name, system, history: [{ from: 'user', text: prompt }], tools: [] },
      ...{ temperature: 0, max_tokens: check.max_tokens, stream: false, thoughts: false, sealed_thoughts: false },
    };
    for (let failures = 0; ; ) {
      const reply = await requestModel(access, format, request, limit.signal);
      const text = 'answered' in reply ? format.reply(reply.answered, 1, false).text : undefined;
      const { temperature = null, max_tokens = null, as_completion_tokens } = request;
      messages.push({ temperature, max_tokens, ...(as_completion_tokens ? { as_completion_tokens } : {}), text });
      if ('answered' in reply || limit.signal.aborted) break;
      const lesser = reply.again ? undefined : replaceRefusedField(request, dialect, reply.failed);
      if (lesser) {
        request = lesser;
        continue;
      }
      const wait_ms = reply.again ? WAITS_MS[failures] : undefined;
      if (wait_ms === undefined) break;
      failures += 1;
      await wait(Math.max(wait_ms, reply.after_ms ?? 0), undefined, { signal: limit.signal }).catch(() => {});
    }
  } finally {
    limit.close();
    exchanges = await gateway.close();
  }
  const requests = messages.map((one, at) => toJudgeRequest(one, exchanges[at]));
  const last = requests.at(-1)!;
  const timeout = limit.isOver() ? describeTimeout(check) : undefined;
  const stopped = interrupted.aborted ? INTERRUPTED : timeout;
  if (stopped && last.text === null) requests.splice(-1, 1, { ...last, outcome: 'aborted', status: null, ...stopped });
  return {
    ...{ model: judge.name, upstream: gateway.upstream, dialect, nonce },
    system: keepText(system, run),
    prompt: keepText(prompt, run),
    ...{ started_ms, ended_ms: run.log.now(), requests },
  };
}

/**
 * Replaces a field that the server refuses, as those of reasoning models do: the limit of chat completions by its newer
 * name, then by nothing. Messages need a limit.
 *
 * @returns undefined if the server refuses none of them
 */
function replaceRefusedField(request: LoopRequest, dialect: DialectName, refusal: string): LoopRequest | undefined {
  if (request.temperature !== undefined && /temperature/i.test(refusal)) return { ...request, temperature: undefined };
  const refuses = /max_(completion_|output_)?tokens|maxOutputTokens/i.test(refusal);
  if (request.max_tokens === undefined || !refuses || dialect === 'messages') return undefined;
  if (dialect === 'chat' && !request.as_completion_tokens) return { ...request, as_completion_tokens: true };
  return { ...request, max_tokens: undefined, as_completion_tokens: undefined };
}

const keepText = (text: string, run: RunDirectory) => ({
  sha256: sha256(text),
  bytes: Buffer.byteLength(text),
  artifact: run.keep(text),
});

function toJudgeRequest({ text, ...terms }: JudgeMessage, exchange: JudgeExchange | undefined): JudgeRequest {
  return {
    ...terms,
    ...(exchange ?? UNSEEN),
    text: text?.slice(0, MAX_TEXT).toWellFormed() ?? null,
    ...(text !== undefined && text.length > MAX_TEXT ? { cut_off: true } : {}),
  };
}

const INTERRUPTED = { code: 'interrupted', detail: 'the run was interrupted' };
const describeTimeout = ({ timeout }: ModelCheck) => ({
  code: 'judge-timeout',
  detail: `there was no answer within ${timeout / 1000} s`,
});

/** Exchange that the gateway did not see: it was stopped before. */
const UNSEEN: JudgeExchange = {
  ...{ outcome: 'aborted', code: 'not-sent', detail: 'it was not sent', status: null, model: null },
  ...{ finish_reason: null, usage: null, usd: null, price: null },
};
