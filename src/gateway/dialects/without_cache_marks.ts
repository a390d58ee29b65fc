import { isJsonObject, type JsonObject } from './dialect.js';

const cacheMarks = ['cache_control', 'copilot_cache_control'] as const;

/**
 * Removes cache marks from a message. Clients move the marks from request to request, and write a text as a block only
 * while it is marked, so that the JSON of the same message changes.
 *
 * @returns undefined if the message has none
 */
export function withoutCacheMarks(message: unknown): unknown {
  if (!isJsonObject(message)) return undefined;
  const { content } = message;
  if (!Array.isArray(content)) return hasCacheMark(message) ? removeCacheMarks(message) : undefined;
  if (!hasCacheMark(message) && !content.some(hasCacheMark) && !isSingleText(content)) return undefined;
  const blocks = content.map((block) => (hasCacheMark(block) ? removeCacheMarks(block) : block));
  return { ...removeCacheMarks(message), content: isSingleText(blocks) ? blocks[0].text : blocks };
}

const hasCacheMark = (value: unknown): value is JsonObject =>
  isJsonObject(value) && cacheMarks.some((mark) => Object.hasOwn(value, mark));

function removeCacheMarks(value: JsonObject): JsonObject {
  const copy = { ...value };
  for (const mark of cacheMarks) delete copy[mark];
  return copy;
}

/** Returns true for a single text block without other fields, which equals its text. */
function isSingleText(blocks: readonly unknown[]): blocks is [JsonObject] {
  const [block] = blocks;
  if (blocks.length !== 1 || !isJsonObject(block) || block.type !== 'text') return false;
  return Object.keys(block).every((key) => key === 'type' || key === 'text');
}
