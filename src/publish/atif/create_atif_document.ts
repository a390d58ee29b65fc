import { isUtf8 } from 'node:buffer';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { RunRecord } from '../../record/events/select_events.js';
import { selectEvents } from '../../record/events/select_events.js';
import type { AtifDocument, AtifStep } from '../../record/trajectory/atif_document.js';
import type { AttemptReport } from '../../record/verdict/attempt_result.js';
import { createObservedSteps, type UnnumberedAtifStep } from './create_observed_steps.js';
import { readImportedDocument } from './read_imported_document.js';
import type { RecordTexts } from './record_texts.js';

/** Version of ATIF that is written. */
const SCHEMA_VERSION = 'ATIF-v1.7';

/**
 * Creates the ATIF document of a record: the steps of an imported trajectory as they were, else the traffic with models
 * that was observed, else the calls. What ATIF has no field for stands in `extra.gatebench`: attempt, contract,
 * verdict, patch and head of the log.
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
      ...omitUndefined({ model_name: model || undefined }),
    },
    steps,
    final_metrics: {
      ...omitUndefined({
        total_prompt_tokens: tokens?.input_tokens,
        total_completion_tokens: tokens?.output_tokens,
        total_cached_tokens: tokens?.cached_input_tokens,
        total_cost_usd: lm_usd ?? undefined,
      }),
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
    ...omitUndefined({ exit_status: ended || undefined }),
    observed: !is_imported,
    ...encodePatch(texts.patch),
    head,
  };
}

/** Encodes a patch as text, or in Base64 if its files have other encodings. */
const encodePatch = (patch: Uint8Array) =>
  isUtf8(patch)
    ? { patch: Buffer.from(patch).toString('utf8') }
    : { patch_base64: Buffer.from(patch).toString('base64') };

/** Numbers steps from 1. */
const numberAtifSteps = (steps: readonly UnnumberedAtifStep[]): AtifStep[] =>
  steps.map((step, at) => ({ step_id: at + 1, ...step }));
