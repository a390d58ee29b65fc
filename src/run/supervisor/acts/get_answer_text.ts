import {
  isJsonObject,
  type JsonObject,
  toJsonObject,
  toJsonObjects,
  toNonEmptyText,
} from '../../../gateway/dialects/dialect.js';

/**
 * Returns the words of a model's response in any wire format. Omits thoughts, calls and their results.
 * @param message message of a parsed response
 */
export function getAnswerText(message: unknown): string {
  // Responses: a list of items.
  if (Array.isArray(message)) return toJsonObjects(message).map(getItemText).filter(Boolean).join('\n\n');
  const { content, parts } = toJsonObject(message);
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return getPartsText(content);
  return Array.isArray(parts) ? getPartsText(parts) : '';
}

const getItemText = ({ type, role, content }: JsonObject): string =>
  (type === 'message' || type === undefined) && role === 'assistant'
    ? typeof content === 'string'
      ? content
      : getPartsText(content)
    : '';

/** Kinds of parts that hold words; Gemini's have none. */
const WORDS = new Set<unknown>([undefined, 'text', 'output_text', 'refusal']);

function getPartsText(parts: unknown): string {
  if (!Array.isArray(parts)) return '';
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (!isJsonObject(part) || !WORDS.has(part.type) || part.thought === true) return '';
      return toNonEmptyText(part.text) ?? toNonEmptyText(part.refusal) ?? '';
    })
    .join('');
}
