import type { ClientRequest, ServerResponse } from 'node:http';
import type { Ended } from './account.js';
import type { Cut } from './cut.js';
import type { Asked, Dialect, Refused } from './dialects/dialect.js';
import type { Upstream } from './upstream.js';

/** A request that is sent on, and where its answer goes. */
export interface Passage {
  /** The request to the upstream, not yet ended. */
  request: ClientRequest;
  body: Buffer;
  upstream: Upstream;
  dialect: Dialect;
  asked: Asked;
  /** What is asked for is a count of tokens, not an answer of the model. */
  counts: boolean;
  /** Takes out of a stream what only we asked for; undefined = nothing. */
  drop: StreamFilter | undefined;
  response: ServerResponse;
  cut: Cut;
  covers(output_bytes: number): boolean;
  /** Answers the client with an error, nothing having been answered yet. */
  refuse(refused: Refused): void;
}

/** Changes a stream in passing. */
export interface StreamFilter {
  feed(chunk: Buffer): Uint8Array;
  end(): Uint8Array;
}

/** What came of a passage, before it is known how long it took. */
export type Came = Partial<Ended> & Pick<Ended, 'outcome' | 'code'>;
