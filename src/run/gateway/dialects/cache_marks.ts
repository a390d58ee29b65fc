import type { JsonObject } from './dialect.js';
import { isObject } from './fields.js';

const marks = ['cache_control', 'copilot_cache_control'] as const;

/**
 * A message without the marks of where a provider is to cache. Clients move them along from request to request, and write a text as a
 * block only while it is marked: so what was said stays the same, and its JSON does not.
 *
 * @returns undefined = the message is like itself
 */
export function likenessOf(message: unknown): unknown {
  if (!isObject(message)) return undefined;
  const { content } = message;
  if (!Array.isArray(content)) return isMarked(message) ? unmarked(message) : undefined;
  if (!isMarked(message) && !content.some(isMarked) && !isOneText(content)) return undefined;
  const blocks = content.map((block) => (isMarked(block) ? unmarked(block) : block));
  return { ...unmarked(message), content: isOneText(blocks) ? blocks[0].text : blocks };
}

const isMarked = (value: unknown): value is JsonObject =>
  isObject(value) && marks.some((mark) => Object.hasOwn(value, mark));

function unmarked(value: JsonObject): JsonObject {
  const copy = { ...value };
  for (const mark of marks) delete copy[mark];
  return copy;
}

/** One block of text and nothing more, which is the same as the text. */
function isOneText(blocks: readonly unknown[]): blocks is [JsonObject] {
  const [block] = blocks;
  if (blocks.length !== 1 || !isObject(block) || block.type !== 'text') return false;
  return Object.keys(block).every((key) => key === 'type' || key === 'text');
}
