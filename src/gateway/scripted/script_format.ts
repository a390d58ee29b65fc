import type { ScriptedResponse } from './select_next_response.js';

/** Wire format of scripted responses. */
export interface ScriptFormat {
  /** Formats the response as one document. */
  whole(answer: ScriptedResponse): unknown;
  /** Formats the response as the events of a stream. */
  events(answer: ScriptedResponse, tells_usage: boolean): ScriptStreamEvent[];
  /** Formats the body of an error. */
  error(message: string): unknown;
  /** Formats an error inside a stream. */
  errorEvent(message: string): ScriptStreamEvent;
}

export interface ScriptStreamEvent {
  /** `event:` line, in formats that have one. */
  event?: string;
  /** Value that becomes JSON; a text stays as it is. */
  data: unknown;
}

/** Fixed creation time, so that scripts need no clock. */
export const CREATED_AT = 1_700_000_000;

const PIECE = 16;

/** Splits a text into stream pieces, between characters. */
export function splitIntoPieces(text: string): string[] {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / PIECE) }, (_, i) =>
    characters.slice(i * PIECE, (i + 1) * PIECE).join(''),
  );
}
