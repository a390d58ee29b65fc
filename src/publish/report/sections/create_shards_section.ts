import { createColumns, type ReportBlock, type ReportSection } from '../report_block.js';

/** Findings on the shards of a run. */
interface ShardFacts {
  shards: readonly { shard: number; planned: number; found: number }[];
  warnings: readonly string[];
}

/** Most rows of the table. */
const ROWS = 30;

/**
 * Creates the section on missing results of a run over several machines.
 *
 * @returns undefined without warnings
 */
export function createShardsSection({ shards, warnings }: ShardFacts): ReportSection | undefined {
  if (warnings.length === 0) return undefined;
  const torn = shards.filter(({ found, planned }) => found < planned);
  const table: ReportBlock = {
    kind: 'table',
    caption: 'Shards with attempts that have no result',
    columns: createColumns('shard', ['attempts', 'with a result']),
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
