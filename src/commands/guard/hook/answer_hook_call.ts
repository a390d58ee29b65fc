import { escapeInvisible } from '../../../contract/input/user_error.js';
import { type HookClient, hookFormats } from './clients/hook_formats.js';
import type { HookCall, HookOutput } from './format/hook_format.js';
import { HookInputError, parseHookInput } from './format/hook_input.js';
import { type CallPlaces, type HookJudgement, judgeHookCall } from './judge_hook_call.js';
import type { GuardSettings } from './settings/guard_settings.js';

/** Most bytes of a call. */
export const MOST_HOOK_BYTES = 4 * 1024 * 1024;

/** Facts that a call is judged by, beside its own text. */
interface HookCallContext extends CallPlaces {
  settings: GuardSettings;
}

/** Answer to a call, and what was judged. */
export interface JudgedCall {
  output: HookOutput;
  /** Absent where the guard has no opinion on the tool. */
  judgement?: HookJudgement | undefined;
}

/** Reads a call of a client. @throws {HookInputError} if it cannot be read */
export function readHookCall(client: HookClient, bytes: Uint8Array): HookCall {
  if (bytes.length > MOST_HOOK_BYTES) throw new HookInputError(`the input is larger than ${MOST_HOOK_BYTES} bytes`);
  return hookFormats[client].readCall(parseHookInput(bytes));
}

/** Answers a call in the form of its client. It never approves: what the guard allows is left to the client. */
export function answerHookCall(client: HookClient, call: HookCall, context: HookCallContext): JudgedCall {
  const format = hookFormats[client];
  const { settings, ...places } = context;
  const judgement = judgeHookCall(call, settings, places);
  if (!judgement) return { output: answerOtherTool(client) };
  const decision = judgement.decision === 'ask' && !format.can_ask ? 'deny' : judgement.decision;
  const message = escapeInvisible(judgement.message);
  return { output: format.formatAnswer({ decision, message }), judgement: { ...judgement, decision } };
}

/** Answers a call of a tool that the guard has no opinion on. */
export const answerOtherTool = (client: HookClient): HookOutput =>
  hookFormats[client].formatAnswer({ decision: 'none', message: '' });

/** Refuses a call that could not be judged, in the form of its client. */
export const refuseHookCall = (client: HookClient, problem: string): HookOutput =>
  hookFormats[client].formatRefusal(
    escapeInvisible(`gatebench guard: the call was not judged, so it is refused: ${problem}`),
  );
