import type { ScriptedAnswer } from '../next_answer.js';

/** How a wire format says an answer. */
export interface Format {
  /** The answer as one document. */
  whole(answer: ScriptedAnswer): unknown;
  /** The answer as the events of a stream. */
  events(answer: ScriptedAnswer, tells_usage: boolean): StreamEvent[];
  /** The body of an error. */
  error(message: string): unknown;
  /** An error inside a stream. */
  errorEvent(message: string): StreamEvent;
}

export interface StreamEvent {
  /** `event:` line, in formats that have one. */
  event?: string;
  /** A value becomes JSON; a text stands as it is. */
  data: unknown;
}

/** When everything was made: scripts know no clock. */
export const CREATED = 1_700_000_000;

const PIECE = 16;

/** A text as it is streamed: in pieces of some characters, none of which is cut. */
export function pieces(text: string): string[] {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / PIECE) }, (_, i) =>
    characters.slice(i * PIECE, (i + 1) * PIECE).join(''),
  );
}
