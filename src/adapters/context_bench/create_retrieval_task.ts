import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { GOLD_CONTEXT_FILE } from '../../contract/retrieval/gold_context_schema.js';
import { type AdapterOutcome, isRejectedTask } from '../benchmark_adapter.js';
import type { BenchmarkRow } from '../rows/benchmark_row.js';
import { RowFault, readRequiredText, readText } from '../rows/read_names.js';
import { createInstanceTask } from '../swe_bench/create_instance_task.js';
import { readInstance } from '../swe_bench/read_instance.js';
import { readGoldContext } from './read_gold_context.js';

/**
 * Creates the contract of a row of ContextBench: that of its SWE-bench row, with the gold context beside it.
 *
 * @throws {RowFault} if a field is missing, or is not what its name says
 */
export function createRetrievalTask(row: BenchmarkRow): AdapterOutcome {
  const spans = readGoldContext(row);
  const { fields } = row;
  const source = readText(row, 'source') ?? 'unknown';
  const original = readRequiredText(row, 'original_inst_id', 'instance_id');
  const instance = readInstance(
    {
      place: row.place,
      fields: {
        ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== 'None')),
        repo: completeRepository(readRequiredText(row, 'repo'), original),
        FAIL_TO_PASS: fields.f2p ?? fields.FAIL_TO_PASS,
        PASS_TO_PASS: fields.p2p ?? fields.PASS_TO_PASS,
      },
    },
    'swe-bench',
  );
  const language = readText(row, 'language');
  const task = createInstanceTask({ ...instance, ...omitUndefined({ language }) });
  if (isRejectedTask(task)) return task;
  const { contract } = task;
  return {
    ...task,
    contract: {
      ...contract,
      metadata: {
        ...contract.metadata,
        strata: { ...contract.metadata.strata, benchmark: 'contextbench', source },
        provenance: `ContextBench ${instance.id} (${original})`,
      },
    },
    files: { ...task.files, [GOLD_CONTEXT_FILE]: `${JSON.stringify({ schema: 1, spans }, null, 1)}\n` },
    notes: [
      ...task.notes,
      'gold_context.json decides nothing in a run: gatebench report --section context compares it with what an ' +
        'agent read',
    ],
  };
}

/** Adds the owner of a repository that is named without one, from the id of the original row. */
function completeRepository(repo: string, original: string): string {
  if (repo.includes('/')) return repo;
  const [, owner, name] = /^([\w.-]+?)__([\w.-]+)-\d+$/.exec(original) ?? [];
  if (owner === undefined || name !== repo)
    throw new RowFault(`repo "${repo.slice(0, 60)}" has no owner, and original_inst_id names none`);
  return `${owner}/${repo}`;
}
