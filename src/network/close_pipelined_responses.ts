import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Closes every pipelined response whose connection is gone. Node closes only the one that is being sent; the responses
 * behind it would stay open for ever.
 */
export function closePipelinedResponses(server: Server): void {
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const onClose = () => queueMicrotask(() => void (response.closed || response.destroy().emit('close')));
    // One listener per pipelined request; it is removed with its response.
    socket.setMaxListeners(0);
    socket.on('close', onClose);
    response.on('close', () => socket.off('close', onClose));
  });
}
