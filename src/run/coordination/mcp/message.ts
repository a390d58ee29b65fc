/** Bounds of one message: its bytes (the largest content of an edit fits, escaped), and how deep its values may lie in each other. */
export const MESSAGE_BYTES = 4 * 1024 * 1024;
export const MESSAGE_DEPTH = 64;

/** A JSON-RPC error as it is answered. Codes: JSON-RPC 2.0 §5.1, and those that MCP servers use for their transport. */
export interface MessageError {
  code: number;
  message: string;
}

/** A message, or the one error that it is answered with. */
export type ReadMessage = { message: unknown } | { error: MessageError };

/**
 * Reads one message that anybody may have written. Its depth is found in the text, before anything is made of it: what walks over
 * values later does so by recursion.
 */
export function readMessage(bytes: Uint8Array): ReadMessage {
  if (bytes.length > MESSAGE_BYTES) return { error: tooLarge };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { error: { code: PARSE_ERROR, message: 'Parse error: the message is not UTF-8' } };
  }
  if (depthOf(text) > MESSAGE_DEPTH)
    return { error: { code: INVALID_REQUEST, message: `Invalid Request: nested deeper than ${MESSAGE_DEPTH}` } };
  try {
    return { message: JSON.parse(text) };
  } catch {
    return { error: { code: PARSE_ERROR, message: 'Parse error: the message is not JSON' } };
  }
}

export const tooLarge: MessageError = {
  code: -32600,
  message: `Invalid Request: a message has at most ${MESSAGE_BYTES} bytes`,
};
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
/** Of refusals that have no code of their own, such as a wrong token. */
export const REFUSED = -32000;

/** An error that answers no message in particular. */
export const errorMessage = (error: MessageError) => ({ jsonrpc: '2.0', id: null, error }) as const;

/** How deep brackets stand in each other, outside strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === 0x5b || character === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (character === 0x5d || character === 0x7d) depth -= 1;
  }
  return deepest;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === BACKSLASH) at += 1;
    else if (character === QUOTE) return at;
  }
  return text.length;
}
