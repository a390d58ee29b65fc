import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Ended } from './account.js';
import type { Cut } from './cut.js';
import type { Refused } from './dialects/dialect.js';
import { withoutKey } from './key_filter.js';
import { passAnswer } from './pass_answer.js';
import type { Came, Passage } from './passage.js';
import { Patience } from './patience.js';
import { Unreachable } from './upstreams.js';

/**
 * Sends a request on and passes the answer to the client as it comes. A break on either side is a break on the other. Never throws: what
 * happened is the value.
 */
export async function passOn(passage: Passage): Promise<Ended> {
  const { request, cut, upstream } = passage;
  const began = performance.now();
  const onCut = () => request.destroy();
  cut.signal.addEventListener('abort', onCut, { once: true });
  const patience = new Patience(cut);
  patience.wait(upstream.first_byte_ms, 'upstream-timeout');
  try {
    const answer = await answerTo(request, passage.body, cut);
    const came = 'failure' in answer ? unanswered(answer.failure, passage) : await answered(answer.answer);
    return {
      detail: '',
      status: null,
      answered: null,
      output_bytes: 0,
      first_byte_ms: null,
      body: null,
      ...came,
      wall_ms: performance.now() - began,
    };
  } finally {
    patience.end();
    cut.signal.removeEventListener('abort', onCut);
  }

  async function answered(answer: IncomingMessage): Promise<Came> {
    const status = answer.statusCode ?? 0;
    if (status >= 200 && (status < 300 || status >= 400)) return passAnswer(answer, passage, patience, began);
    request.destroy();
    const message = `the upstream "${upstream.name}" answered ${status}; redirections are not followed`;
    passage.refuse({ status: 502, code: 'upstream-redirect', message });
    return { outcome: 'error', code: 'upstream-redirect', detail: message, status: 502 };
  }
}

type Reply = { answer: IncomingMessage } | { failure: NodeJS.ErrnoException };

function answerTo(request: ClientRequest, body: Buffer, cut: Cut): Promise<Reply> {
  return new Promise((resolve) => {
    request.on('response', (answer) => resolve({ answer }));
    request.on('error', (failure) => resolve({ failure }));
    request.on('close', () => resolve({ failure: new Error('no answer') }));
    request.on('upgrade', (_answer, socket) => socket.destroy());
    // A request that is destroyed while its connection is being made says so only when that is there.
    cut.signal.addEventListener('abort', () => resolve({ failure: new Error('broken off') }), { once: true });
    if (cut.reason === undefined) request.end(body);
    else request.destroy();
  });
}

/** Why there is no answer at all. The client is told, if it is still there. */
function unanswered(error: NodeJS.ErrnoException, { cut, upstream, refuse }: Passage): Came {
  const told = (outcome: Came['outcome'], status: Refused['status'], code: string, detail: string): Came => {
    refuse({ status, code, message: detail });
    return { outcome, code, detail, status };
  };
  const named = `the upstream "${upstream.name}"`;
  const why = withoutKey(
    error instanceof Unreachable ? error.message : (error.code ?? error.message),
    upstream.key?.value,
  );
  switch (cut.reason) {
    case undefined:
      return error instanceof Unreachable
        ? told('error', 502, 'upstream-unreachable', `${named} cannot be reached (${why})`)
        : told('error', 502, 'upstream-reset', `${named} ended the connection without an answer (${why})`);
    case 'upstream-timeout':
      return told('error', 504, cut.reason, `${named} did not begin to answer within ${upstream.first_byte_ms} ms`);
    case 'stopped':
      return told('aborted', 400, cut.reason, 'the run is over');
    default:
      return { outcome: 'aborted', code: cut.reason };
  }
}
