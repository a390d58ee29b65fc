import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { ScriptFault } from './upstream_script.js';
import type { WireResponse } from './wire_response.js';

/** Delivers a response as far as its fault allows. Resolves when nothing more will be sent. */
export async function deliverResponse(
  response: ServerResponse,
  answer: WireResponse,
  fault: ScriptFault | undefined,
): Promise<void> {
  if (fault?.reset) return abortConnection(response, fault.reset);
  if (fault?.hang === 'before-headers') return;
  const { status, headers, pieces, ends, slow } = answer;
  // Only a whole body has a known length.
  const whole = ends === undefined && pieces.length === 1 && !slow ? pieces[0] : undefined;
  response.writeHead(status, { ...headers, ...omitUndefined({ 'content-length': whole?.length }) });
  response.flushHeaders();
  for (const piece of slow ? splitPieces(pieces, slow.bytes) : pieces) {
    if (!(await writePiece(response, piece))) return;
    if (slow) await delay(slow.pause_ms);
  }
  if (ends === undefined) response.end();
  else if (ends === 'cut') response.socket?.destroy();
}

/**
 * Writes a piece.
 *
 * @returns false if the client is gone
 */
function writePiece(response: ServerResponse, piece: Uint8Array): Promise<boolean> {
  if (response.destroyed || !response.writable) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onClose = () => resolve(false);
    response.once('close', onClose);
    response.write(piece, (error) => {
      response.off('close', onClose);
      resolve(!error);
    });
  });
}

function splitPieces(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  const all = Buffer.concat(pieces);
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_, i) => all.subarray(i * bytes, (i + 1) * bytes));
}

function abortConnection(response: ServerResponse, when: NonNullable<ScriptFault['reset']>): void {
  const { socket } = response;
  if (!socket) return;
  if (when === 'in-headers') socket.write('HTTP/1.1 200 OK\r\nContent-Ty', () => socket.destroy());
  else if (socket instanceof Socket) socket.resetAndDestroy();
  else (socket as Socket).destroy();
}
