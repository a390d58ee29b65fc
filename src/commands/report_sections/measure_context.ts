import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import {
  type ContextSpan,
  GOLD_CONTEXT_FILE,
  goldContextSchema,
} from '../../contract/retrieval/gold_context_schema.js';
import { collectRecordedReads, computeRetrievalMetrics } from '../../judge/analysis/retrieval/retrieval_metrics.js';
import {
  type AttemptRetrieval,
  createRetrievalSection,
} from '../../publish/report/sections/create_consistency_section.js';
import { getDefaultCachePath, openCache, type WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { countFileLines } from '../../workspace/history/read_commit.js';
import type { CommandContext } from '../io/command_context.js';
import { type MeasuredRecord, readMeasuredAttempts } from './read_measured_attempts.js';
import type { MeasuredSection, ReportSectionOptions } from './report_section_options.js';

/**
 * Measures how much of the gold context of their tasks agents read, from sealed records.
 *
 * @throws {UserError} if no record is of a task with a gold context, or one cannot be read
 */
export async function measureContext(
  options: ReportSectionOptions,
  out: CommandContext,
  cwd: string,
): Promise<MeasuredSection> {
  if (options.gold !== undefined && !existsSync(resolve(cwd, options.gold)))
    throw new UserError(`${options.gold}: no such folder`, 'Name the folder of the contracts with --gold.');
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  const { attempts, unread } = await readMeasuredAttempts(options.folders, out, cwd, (record) =>
    measureAttempt(record, options, cache, cwd),
  );
  if (attempts.length === 0)
    throw new UserError(
      `no record has a ${GOLD_CONTEXT_FILE} beside its contract`,
      'Name the folder of the contracts with --gold; `gatebench import context-bench` writes the file.',
    );
  return { section: createRetrievalSection(attempts), measures: { attempts }, unread };
}

/** Measures one attempt; the reason if it cannot be. */
async function measureAttempt(
  { shown, manifest, events, report }: MeasuredRecord,
  { gold }: ReportSectionOptions,
  cache: WorkspaceCache,
  cwd: string,
): Promise<AttemptRetrieval | string> {
  if (!report) return 'it was never sealed';
  const { contract, agent, snapshot } = manifest;
  const is_imported = events.some(({ type }) => type === 'imported_trajectory');
  if (['patch', 'golden'].includes(agent.kind) && !is_imported)
    return 'its agent brought a finished patch: nobody saw what it read';
  const folder = gold === undefined ? dirname(resolve(cwd, contract.path)) : join(resolve(cwd, gold), contract.id);
  const file = join(folder, GOLD_CONTEXT_FILE);
  if (!existsSync(file)) return `there is no ${GOLD_CONTEXT_FILE} for ${contract.id}`;
  const spans = readSpans(file);
  const { steps, gaps } = collectRecordedReads({ manifest, events });
  const files = new Set(steps.flatMap(({ reads }) => reads.map((read) => read.file)));
  const counts = await countFileLines(snapshot.tree, files, cache);
  return {
    ...{ run: shown, task: contract.id, agent: agent.name, status: report.verdict.status },
    metrics: computeRetrievalMetrics(spans, steps, counts),
    gaps: [
      ...gaps,
      ...(counts === undefined
        ? [`${contract.id}: the repository is not in the cache, so whole files have no size`]
        : []),
    ],
  };
}

/** @throws {UserError} if the file is no gold context */
function readSpans(path: string): ContextSpan[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new UserError(`${path}  is no JSON`, 'Import the benchmark again.');
  }
  const read = goldContextSchema.safeParse(value);
  if (read.success) return read.data.spans;
  const [issue] = read.error.issues;
  throw new UserError(`${path}  ${issue!.path.join('.') || 'file'}: ${issue!.message}`, 'Import the benchmark again.');
}
