/** Maximum bytes of one message, which fits the largest content of an edit when escaped, and maximum nesting. */
export const MCP_MESSAGE_BYTES = 4 * 1024 * 1024;
const MESSAGE_DEPTH = 64;

/** JSON-RPC error. Codes are those of JSON-RPC 2.0 §5.1 and those that MCP servers use for their transport. */
export interface McpMessageError {
  code: number;
  message: string;
}

/** Parsed message, or the error that answers it. */
type ParsedMcpMessage = { message: unknown } | { error: McpMessageError };

/**
 * Parses one untrusted message. The nesting is measured in the text first, since later code walks values recursively.
 */
export function parseMcpMessage(bytes: Uint8Array): ParsedMcpMessage {
  if (bytes.length > MCP_MESSAGE_BYTES) return { error: MESSAGE_TOO_LARGE };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { error: { code: PARSE_ERROR, message: 'Parse error: the message is not UTF-8' } };
  }
  if (measureDepth(text) > MESSAGE_DEPTH)
    return { error: { code: INVALID_REQUEST, message: `Invalid Request: nested deeper than ${MESSAGE_DEPTH}` } };
  try {
    return { message: JSON.parse(text) };
  } catch {
    return { error: { code: PARSE_ERROR, message: 'Parse error: the message is not JSON' } };
  }
}

/** Error of a message that is too large. */
export const MESSAGE_TOO_LARGE: McpMessageError = {
  code: -32600,
  message: `Invalid Request: a message has at most ${MCP_MESSAGE_BYTES} bytes`,
};
const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
/** Code of refusals without their own, such as a wrong token. */
export const REQUEST_REFUSED = -32000;

/** Creates an error message that answers no request in particular. */
export const createErrorMessage = (error: McpMessageError) => ({ jsonrpc: '2.0', id: null, error }) as const;

/** Measures the nesting of brackets outside strings. */
function measureDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) index = findStringEnd(text, index);
    else if (character === 0x5b || character === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (character === 0x5d || character === 0x7d) depth -= 1;
  }
  return deepest;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function findStringEnd(text: string, from: number): number {
  for (let index = from + 1; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === BACKSLASH) index += 1;
    else if (character === QUOTE) return index;
  }
  return text.length;
}
