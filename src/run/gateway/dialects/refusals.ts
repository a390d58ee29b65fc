import type { JsonObject, Refused } from './dialect.js';

/** How a refusal is said in each format: bodies that the clients of each show to their users, with a type that a program can tell. */

export const openAiRefusal = ({ code, message }: Refused): JsonObject => ({
  error: { message, type: `gatebench_${code}`, code, param: null },
});

export const anthropicRefusal = ({ code, message }: Refused): JsonObject => ({
  type: 'error',
  error: { type: `gatebench_${code}`, message },
});

const rpcStatus: Record<Refused['status'], string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
  408: 'CANCELLED',
  413: 'INVALID_ARGUMENT',
  415: 'INVALID_ARGUMENT',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

export const geminiRefusal = ({ status, code, message }: Refused): JsonObject => ({
  error: {
    code: status,
    message,
    status: rpcStatus[status],
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: `gatebench_${code}`, domain: 'gatebench' },
    ],
  },
});
