import type { IncomingMessage, ServerResponse } from 'node:http';
import { sayJson } from '../egress/loopback_server.js';
import type { Dialect, Refused } from './dialects/dialect.js';

/** Answers with an error in the format of who asks, and ends the connection when something of the request is still to come. */
export function refuse(request: IncomingMessage, response: ServerResponse, dialect: Dialect, refused: Refused): void {
  sayJson(request, response, refused.status, dialect.refusal(refused), {
    ...(refused.status === 401 ? { 'www-authenticate': 'Bearer realm="gatebench"' } : {}),
    ...(refused.status === 503 ? { 'retry-after': '1' } : {}),
  });
}
