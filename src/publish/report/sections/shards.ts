import type { Block, Section } from '../blocks.js';

/** What was found of the shards of a run. */
export interface ShardFacts {
  shards: readonly { shard: number; planned: number; found: number }[];
  warnings: readonly string[];
}

/** Rows of a table that a reader still looks at. */
const ROWS = 30;

/** What is missing of a run that was spread over several machines; undefined when everything is there and there is nothing to say. */
export function shardsSection({ shards, warnings }: ShardFacts): Section | undefined {
  if (warnings.length === 0) return undefined;
  const torn = shards.filter(({ found, planned }) => found < planned);
  const table: Block = {
    kind: 'table',
    caption: 'Shards with attempts that have no result',
    columns: [{ head: 'shard' }, { head: 'attempts', align: 'right' }, { head: 'with a result', align: 'right' }],
    rows: torn.slice(0, ROWS).map(({ shard, planned, found }) => [`${shard}`, `${planned}`, `${found}`]),
  };
  const left = torn.length - ROWS;
  return {
    id: 'shards',
    title: 'What was merged',
    blocks: [
      { kind: 'list', items: warnings },
      ...(torn.length > 0 ? [table] : []),
      ...(left > 0 ? [{ kind: 'text' as const, text: `${left} more shards lack results.` }] : []),
    ],
  };
}
