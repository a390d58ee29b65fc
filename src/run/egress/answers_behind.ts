import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Ends every answer whose connection is gone. Node ends only the one that is being sent: those to requests that the client sent behind it, without
 * waiting, would stay open for ever, and whoever waits for them too.
 */
export function endAnswersBehind(server: Server): void {
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const gone = () => queueMicrotask(() => void (response.closed || response.destroy().emit('close')));
    // As many as the client asks for at once; each goes with its answer.
    socket.setMaxListeners(0);
    socket.on('close', gone);
    response.on('close', () => socket.off('close', gone));
  });
}
