import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './script.js';
import type { WireAnswer } from './wire_answer.js';

/** Sends an answer, as far as it goes. Resolves when it is over, or when nothing more will come. */
export async function deliver(response: ServerResponse, answer: WireAnswer, fault: Fault | undefined): Promise<void> {
  if (fault?.reset) return breakOff(response, fault.reset);
  if (fault?.hang === 'before-headers') return;
  const { status, headers, pieces, ends, slow } = answer;
  // Of a body that is whole the length is known; a stream's is not.
  const whole = ends === undefined && pieces.length === 1 && !slow;
  response.writeHead(status, { ...headers, ...(whole ? { 'content-length': pieces[0]!.length } : {}) });
  response.flushHeaders();
  for (const piece of slow ? smaller(pieces, slow.bytes) : pieces) {
    if (!(await written(response, piece))) return;
    if (slow) await delay(slow.pause_ms);
  }
  if (ends === undefined) response.end();
  else if (ends === 'cut') response.socket?.destroy();
}

/** Waits until a piece has left us; false = the client is gone. */
function written(response: ServerResponse, piece: Uint8Array): Promise<boolean> {
  if (response.destroyed || !response.writable) return Promise.resolve(false);
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    response.once('close', gone);
    response.write(piece, (error) => {
      response.off('close', gone);
      resolve(!error);
    });
  });
}

function smaller(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  const all = Buffer.concat(pieces);
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_, i) => all.subarray(i * bytes, (i + 1) * bytes));
}

function breakOff(response: ServerResponse, when: NonNullable<Fault['reset']>): void {
  const { socket } = response;
  if (!socket) return;
  if (when === 'in-headers') socket.write('HTTP/1.1 200 OK\r\nContent-Ty', () => socket.destroy());
  else if (socket instanceof Socket) socket.resetAndDestroy();
  else (socket as Socket).destroy();
}
