import { sha256 } from '../../../record/canonical.js';
import { type ClientCall, clientCall } from './client_tools.js';
import type { Heard } from './heard.js';
import { inText } from './in_text.js';
import { placeOf, turnKey } from './place.js';
import type { Fault, Turn, UpstreamScript } from './script.js';

/** What the model says next, before it has a wire format. */
export interface ScriptedAnswer {
  /** From the conversation and the turn: a request that is sent again gets the same. */
  id: string;
  model: string;
  reasoning: string;
  text: string;
  calls: (ClientCall & { id: string })[];
  finish: 'stop' | 'length' | 'calls';
  /** null = it says nothing of it. */
  usage: Tokens | { verbatim: unknown } | null;
}

export interface Tokens {
  input: number;
  cached: number;
  cache_write: number;
  output: number;
  reasoning: number;
}

export interface Next {
  answer: ScriptedAnswer;
  fault: Fault | undefined;
  /** Names the turn, for counting how often its fault has befallen. */
  key: string;
}

/** The answer that a request gets: pure, so that the same request always gets the same one. */
export function nextAnswer(script: UpstreamScript, heard: Heard): Next {
  const place = placeOf(script, heard);
  const { turns } = script.conversations.find(({ when }) => place.opening.includes(when)) ?? script;
  const key = turnKey(sha256(place.opening).slice(0, 12), place.turn);
  const turn = turnFor(script, turns, heard, place.turn);
  const made = script.tools ? turn.calls.map((call) => clientCall(call, heard.tools, script.root)!) : [];
  const calls = made.map((call, i) => ({ ...call, id: `call_${key}_${i + 1}` }));
  const [reasoning, text] = [turn.reasoning ?? '', script.tools ? (turn.say ?? '') : inText(turn)];
  const said = reasoning + text + calls.map((call) => call.arguments).join('');
  const answer: ScriptedAnswer = {
    id: key,
    model: turn.model ?? heard.model,
    reasoning,
    text,
    calls,
    finish: turn.finish ?? (calls.length > 0 ? 'calls' : 'stop'),
    usage: turn.usage === 'none' ? null : (turn.usage ?? usual(heard.bytes, reasoning, said)),
  };
  return { answer, fault: turn.fault, key };
}

const plain = (say: string): Turn => ({ say, calls: [] });

/** Clients ask for titles and the like in conversations of their own, which lack the tools: those are no turns. */
function turnFor(script: UpstreamScript, turns: readonly Turn[], heard: Heard, next: number): Turn {
  const needed = script.tools ? turns.flatMap(({ calls }) => calls) : [];
  if (needed.some((call) => clientCall(call, heard.tools, script.root) === undefined)) return plain(script.side);
  return turns[next] ?? plain(script.done);
}

const usual = (bytes: number, reasoning: string, said: string): Tokens => ({
  input: quarter(bytes),
  cached: 0,
  cache_write: 0,
  output: quarter(Buffer.byteLength(said)),
  reasoning: quarter(Buffer.byteLength(reasoning)),
});

const quarter = (bytes: number) => Math.ceil(bytes / 4);
