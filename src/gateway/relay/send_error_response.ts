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
  sendJson(request, response, refused.status, dialect.formatError(refused), STATUS_HEADERS[refused.status] ?? {});
}

const STATUS_HEADERS: Readonly<Record<number, Record<string, string>>> = {
  401: { 'www-authenticate': 'Bearer realm="gatebench"' },
  503: { 'retry-after': '1' },
};
