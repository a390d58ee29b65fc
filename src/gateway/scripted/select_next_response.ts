import { sha256 } from '../../record/json/compute_digest.js';
import { type ClientCall, createClientCall } from './client_call.js';
import { findTurn, formatTurnAsText, formatTurnKey } from './find_turn.js';
import type { ScriptRequest } from './script_request.js';
import type { ScriptFault, ScriptTurn, UpstreamScript } from './upstream_script.js';

/** Next response of the model, before it has a wire format. */
export interface ScriptedResponse {
  /** Id from conversation and turn: a repeated request gets the same. */
  id: string;
  model: string;
  reasoning: string;
  text: string;
  calls: (ClientCall & { id: string })[];
  finish: 'stop' | 'length' | 'calls';
  /** null = no usage is reported. */
  usage: ScriptedUsage | { verbatim: unknown } | null;
}

interface ScriptedUsage {
  input: number;
  cached: number;
  cache_write: number;
  output: number;
  reasoning: number;
}

interface NextResponse {
  answer: ScriptedResponse;
  fault: ScriptFault | undefined;
  /** Key of the turn, for counting its faults. */
  key: string;
}

/** Selects the response to a request. Pure: equal requests get equal responses. */
export function selectNextResponse(script: UpstreamScript, heard: ScriptRequest): NextResponse {
  const position = findTurn(script, heard);
  const { turns } = script.conversations.find(({ when }) => position.opening.includes(when)) ?? script;
  const key = formatTurnKey(sha256(position.opening).slice(0, 12), position.turn);
  const turn = selectTurn(script, turns, heard, position.turn);
  const client_calls = script.tools ? turn.calls.map((call) => createClientCall(call, heard.tools, script.root)!) : [];
  const calls = client_calls.map((call, i) => ({ ...call, id: `call_${key}_${i + 1}` }));
  const [reasoning, text] = [turn.reasoning ?? '', script.tools ? (turn.say ?? '') : formatTurnAsText(turn)];
  const output = reasoning + text + calls.map((call) => call.arguments).join('');
  const answer: ScriptedResponse = {
    id: key,
    model: turn.model ?? heard.model,
    reasoning,
    text,
    calls,
    finish: turn.finish ?? (calls.length > 0 ? 'calls' : 'stop'),
    usage: turn.usage === 'none' ? null : (turn.usage ?? estimateScriptedUsage(heard.bytes, reasoning, output)),
  };
  return { answer, fault: turn.fault, key };
}

const createPlainTurn = (say: string): ScriptTurn => ({ say, calls: [] });

/** Selects the turn. Requests for titles and the like lack the tools, and do not count as turns. */
function selectTurn(
  script: UpstreamScript,
  turns: readonly ScriptTurn[],
  heard: ScriptRequest,
  next: number,
): ScriptTurn {
  const needed_calls = script.tools ? turns.flatMap(({ calls }) => calls) : [];
  if (needed_calls.some((call) => createClientCall(call, heard.tools, script.root) === undefined))
    return createPlainTurn(script.side);
  return turns[next] ?? createPlainTurn(script.done);
}

const estimateScriptedUsage = (bytes: number, reasoning: string, output: string): ScriptedUsage => ({
  input: countTokens(bytes),
  cached: 0,
  cache_write: 0,
  output: countTokens(Buffer.byteLength(output)),
  reasoning: countTokens(Buffer.byteLength(reasoning)),
});

const countTokens = (bytes: number) => Math.ceil(bytes / 4);
