import { sha256 } from '../../../record/canonical.js';
import type { Payload } from '../../../record/events.js';
import type { Tool } from '../dialects/dialect.js';
import { cut } from './bounded.js';
import type { KeepsMessages } from './keep_message.js';
import { type Pattern, patternOf, sameJson } from './same_json.js';

type Declared = Payload<'prompt'>['tools'];

export interface ToolLists {
  /** The tools that a request declares; null = none. */
  of(tools: readonly Tool[]): Declared;
}

/** Declarations that are compared before a digest is made: those of the agent and of its side conversations. */
const REMEMBERED = 8;
const NAMES = 100;

/** Clients send the same tens of kilobytes of declarations with every request: each list is stored once. */
export function openToolLists(keeps: KeepsMessages): ToolLists {
  const known: { pattern: Pattern; declared: NonNullable<Declared> }[] = [];

  const declare = (tools: readonly Tool[], values: unknown[]): NonNullable<Declared> => ({
    count: tools.length,
    sha256: sha256(JSON.stringify(values)),
    names: tools.slice(0, NAMES).map(({ name }) => cut(name, 100)),
    artifact: keeps.artifact(values),
  });

  return {
    of(tools) {
      if (tools.length === 0) return null;
      const values = tools.map(({ value }) => value);
      const found = known.find((each) => sameJson(each.pattern, values));
      if (found) return found.declared;
      const declared = declare(tools, values);
      known.unshift({ pattern: patternOf(values), declared });
      known.splice(REMEMBERED);
      return declared;
    },
  };
}
