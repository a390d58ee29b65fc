import type { ErrorResponse, JsonObject } from './dialect.js';

/** Formats errors as OpenAI's clients show them, with a type for programs. */

export const formatOpenAiError = ({ code, message }: ErrorResponse): JsonObject => ({
  error: { message, type: `gatebench_${code}`, code, param: null },
});

export const formatAnthropicError = ({ code, message }: ErrorResponse): JsonObject => ({
  type: 'error',
  error: { type: `gatebench_${code}`, message },
});

const rpcStatusByHttpStatus: Record<ErrorResponse['status'], string> = {
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

export const formatGeminiError = ({ status, code, message }: ErrorResponse): JsonObject => ({
  error: {
    code: status,
    message,
    status: rpcStatusByHttpStatus[status],
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: `gatebench_${code}`, domain: 'gatebench' },
    ],
  },
});
