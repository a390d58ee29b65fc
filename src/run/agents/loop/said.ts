import type { Answered, ToolCall } from '../../gateway/dialects/dialect.js';

/** What the model said, as it stands in the history from then on. */
export interface Said {
  message: object;
  text: string;
  calls: ToolCall[];
}

/**
 * An answer as a message that servers take back: calls without an id get one, and arguments that are no object become an empty one,
 * since servers parse them.
 *
 * @param thoughts what it thought goes back too, which some servers demand and others refuse
 */
export function said({ message, calls }: Answered, step: number, thoughts = false): Said {
  const { content, reasoning_content } = message as { content?: unknown; reasoning_content?: unknown };
  const text = typeof content === 'string' ? content : '';
  const named = calls.map((call, i) => ({ ...call, id: call.id || `call_${step}_${i + 1}` }));
  const tool_calls = named.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: isObject(given) ? JSON.stringify(given) : '{}' },
  }));
  const called = tool_calls.length > 0;
  return {
    message: {
      role: 'assistant',
      content: text === '' && called ? null : text,
      ...(thoughts && typeof reasoning_content === 'string' ? { reasoning_content } : {}),
      ...(called ? { tool_calls } : {}),
    },
    text,
    calls: named,
  };
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
