import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { ForeignJson } from '../../record/events/act_payloads.js';
import type { Event } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import { type AtifDocument, atifStepSchema, nameSubagent } from '../../record/trajectory/atif_document.js';
import type { RecordTexts } from './record_texts.js';

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
    ...omitUndefined({
      subagent_trajectories: subagents?.map((one, i, all) => addSteps(one, nameSubagent(id, all, i), steps)),
    }),
  };
}

function readJson({ claimed, artifact }: ForeignJson, { readArtifact }: Pick<RecordTexts, 'readArtifact'>): unknown {
  const text = artifact === undefined ? undefined : readArtifact(artifact);
  return text === undefined ? claimed : JSON.parse(text);
}
