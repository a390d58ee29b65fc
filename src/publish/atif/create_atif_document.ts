import { isUtf8 } from 'node:buffer';
import type { Event } from '../../record/events/event.js';
import type { ForeignJson } from '../../record/events/imported_payloads.js';
import { selectEvents } from '../../record/events/select_events.js';
import type { RunRecord } from '../../record/run_record.js';
import { type AtifDocument, type AtifStep, atifStepSchema } from '../../record/trajectory/atif_document.js';
import { nameSubagent } from '../../record/trajectory/name_subagent.js';
import type { AttemptReport } from '../../record/verdict/attempt_result.js';
import { createObservedSteps, type UnnumberedAtifStep } from './create_observed_steps.js';
import type { RecordTexts } from './record_texts.js';

/** Version of ATIF that is written. */
const SCHEMA_VERSION = 'ATIF-v1.7';

/**
 * Creates the ATIF document of a record: the steps of an imported trajectory as they were, else the traffic with models
 * that was observed, else the calls. What ATIF has no field for stands in `extra.gatebench`: attempt, contract, verdict,
 * patch and head of the log.
 */
export function createAtifDocument(record: RunRecord, report: AttemptReport, texts: RecordTexts): AtifDocument {
  const imported = readImportedDocument(record.events, texts);
  const description = describeAttempt(record, report, texts, imported !== undefined);
  if (imported) return { ...imported, extra: { ...imported.extra, gatebench: description } };
  const { detail, name } = record.manifest.agent;
  const { tokens, lm_usd } = report.cost;
  const steps = numberAtifSteps(createObservedSteps(record.events, texts));
  const model = record.manifest.model?.name;
  return {
    schema_version: SCHEMA_VERSION,
    session_id: report.attempt_id,
    trajectory_id: report.attempt_id,
    agent: {
      name,
      version: typeof detail.version === 'string' ? detail.version : 'unknown',
      ...(model ? { model_name: model } : {}),
    },
    steps,
    final_metrics: {
      ...(tokens === null
        ? {}
        : {
            total_prompt_tokens: tokens.input_tokens,
            total_completion_tokens: tokens.output_tokens,
            total_cached_tokens: tokens.cached_input_tokens,
          }),
      ...(lm_usd === null ? {} : { total_cost_usd: lm_usd }),
      total_steps: steps.length,
    },
    extra: { gatebench: description },
  };
}

function describeAttempt(record: RunRecord, report: AttemptReport, texts: RecordTexts, is_imported: boolean) {
  const { attempt_id, contract, trial, verdict, head } = report;
  const ended = selectEvents(record.events, 'imported_trajectory').at(-1)?.payload.exit_status;
  return {
    attempt_id,
    task: contract.id,
    contract_version: contract.version,
    trial,
    status: verdict.status,
    gate_vector: verdict.gate_vector,
    ...(ended ? { exit_status: ended } : {}),
    observed: !is_imported,
    // Patches of files in other encodings are no text.
    ...(isUtf8(texts.patch)
      ? { patch: Buffer.from(texts.patch).toString('utf8') }
      : { patch_base64: Buffer.from(texts.patch).toString('base64') }),
    head,
  };
}

/** Numbers steps from 1. */
const numberAtifSteps = (steps: readonly UnnumberedAtifStep[]): AtifStep[] =>
  steps.map((step, at) => ({ step_id: at + 1, ...step }));

/** Reads an imported trajectory from its events. @returns undefined if the record holds none */
export function readImportedDocument(
  events: readonly Event[],
  texts: Pick<RecordTexts, 'readArtifact'>,
): AtifDocument | undefined {
  const [root] = selectEvents(events, 'imported_trajectory');
  if (root === undefined) return undefined;
  const steps = new Map<string | null, unknown[]>();
  for (const { payload } of selectEvents(events, 'imported_step')) {
    const documents = steps.get(payload.subagent) ?? [];
    documents.push(readJson(payload.document, texts));
    steps.set(payload.subagent, documents);
  }
  return addSteps(readJson(root.payload.document, texts) as AtifDocument, null, steps);
}

/** Puts the steps back into a document and those of its subagents, by their ids. */
function addSteps(
  { schema_version, ...rest }: AtifDocument,
  id: string | null,
  steps: ReadonlyMap<string | null, unknown[]>,
): AtifDocument {
  const { subagent_trajectories: subagents } = rest;
  return {
    schema_version,
    ...rest,
    steps: (steps.get(id) ?? []).map((step) => atifStepSchema.parse(step)),
    ...(subagents
      ? {
          subagent_trajectories: subagents.map((one, at) => addSteps(one, nameSubagent(id, subagents, at), steps)),
        }
      : {}),
  };
}

function readJson({ claimed, artifact }: ForeignJson, { readArtifact }: Pick<RecordTexts, 'readArtifact'>): unknown {
  const text = artifact === undefined ? undefined : readArtifact(artifact);
  return text === undefined ? claimed : JSON.parse(text);
}
