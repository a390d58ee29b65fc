import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from '../../network/open_loopback_server.js';
import type { Dialect, ErrorResponse } from '../dialects/dialect.js';

/** Sends an error in the format of the client, and ends the connection if the request is incomplete. */
export function sendErrorResponse(
  request: IncomingMessage,
  response: ServerResponse,
  dialect: Dialect,
  refused: ErrorResponse,
): void {
  sendJson(request, response, refused.status, dialect.formatError(refused), {
    ...(refused.status === 401 ? { 'www-authenticate': 'Bearer realm="gatebench"' } : {}),
    ...(refused.status === 503 ? { 'retry-after': '1' } : {}),
  });
}
