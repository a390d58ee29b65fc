import type { EventPayload } from '../../record/events/event.js';
import { sha256, truncateText } from '../../record/json/compute_digest.js';
import type { ToolDeclaration } from '../dialects/dialect.js';
import { type JsonPattern, matchesJsonPattern, toJsonPattern } from './json_pattern.js';
import type { MessageStore } from './message_store.js';

type RecordedTools = EventPayload<'prompt'>['tools'];

interface ToolListStore {
  /** Stores the declared tools of a request; null = none. */
  store(tools: readonly ToolDeclaration[]): RecordedTools;
}

/** Number of tool lists that are compared before hashing: those of the agent and of its side conversations. */
const REMEMBERED = 8;
const NAMES = 100;

/**
 * Creates a store of tool lists. Clients send the same long declarations with every request, so each list is stored
 * once.
 */
export function createToolListStore(message_store: MessageStore): ToolListStore {
  const recent: { pattern: JsonPattern; declared: NonNullable<RecordedTools> }[] = [];

  const declare = (tools: readonly ToolDeclaration[], values: unknown[]): NonNullable<RecordedTools> => ({
    count: tools.length,
    sha256: sha256(JSON.stringify(values)),
    names: tools.slice(0, NAMES).map(({ name }) => truncateText(name, 100)),
    artifact: message_store.storeArtifact(values),
  });

  return {
    store(tools) {
      if (tools.length === 0) return null;
      const values = tools.map(({ value }) => value);
      const match = recent.find((each) => matchesJsonPattern(each.pattern, values));
      if (match) return match.declared;
      const declared = declare(tools, values);
      recent.unshift({ pattern: toJsonPattern(values), declared });
      recent.splice(REMEMBERED);
      return declared;
    },
  };
}
