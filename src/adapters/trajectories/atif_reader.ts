import { type AtifDocument, atifDocumentSchema } from '../../record/trajectory/atif_document.js';
import { type ForeignRecord, isRecord, TrajectoryFault, toPatch, toRecord, toText } from './trajectory_fault.js';
import type { TrajectoryReader } from './trajectory_reader.js';

/** Most unknown fields that are set aside before a document counts as of another format. */
const MAX_UNKNOWN = 10_000;

/**
 * Reads ATIF, v1.0 to v1.7, by the rules of its RFC. Fields that the RFC does not know are kept, in `extra` of their
 * object. The format has no field for a patch: documents exported by gatebench have it in `extra`.
 */
export const atifReader: TrajectoryReader = {
  matches: (value) =>
    isRecord(value) &&
    (String(value.schema_version).startsWith('ATIF') || (isRecord(value.agent) && Array.isArray(value.steps))),
  read(value) {
    const document = parseDocument(structuredClone(value));
    const export_fields = toRecord(toRecord(document.extra).gatebench);
    return {
      format: 'atif',
      format_version: document.schema_version,
      document,
      task: toText(export_fields.task) ?? null,
      patch: readPatch(export_fields),
      exit_status: toText(export_fields.exit_status) ?? null,
    };
  },
};

/** Reads the patch that an export of gatebench holds. @returns null if there is none */
function readPatch({ patch, patch_base64 }: ForeignRecord): Uint8Array | null {
  if (typeof patch === 'string') return toPatch(patch);
  return typeof patch_base64 === 'string' ? Buffer.from(patch_base64, 'base64') : null;
}

function parseDocument(value: unknown): AtifDocument {
  for (let rounds = 0; ; rounds++) {
    const parsed = atifDocumentSchema.safeParse(value);
    if (parsed.success) return parsed.data;
    const { issues } = parsed.error;
    const unknown = issues.filter(({ code }) => code === 'unrecognized_keys');
    const fault = issues.find(({ code }) => code !== 'unrecognized_keys');
    if (fault !== undefined || rounds > 20 || unknown.length > MAX_UNKNOWN) {
      const { path, message } = fault ?? issues[0]!;
      throw new TrajectoryFault(`${path.join('.') || 'the document'}: ${message}`);
    }
    for (const issue of unknown) setAside(value, issue as typeof issue & { keys: string[] });
  }
}

/** Moves fields that the RFC does not know into `extra` of their object. */
function setAside(root: unknown, { path, keys }: { path: PropertyKey[]; keys: string[] }): void {
  let node = root as Record<PropertyKey, unknown>;
  for (const key of path) node = node[key] as Record<PropertyKey, unknown>;
  const extra = isRecord(node.extra) ? { ...node.extra } : {};
  const unknown = isRecord(extra.unknown_fields) ? { ...extra.unknown_fields } : {};
  for (const key of keys) {
    unknown[key] = node[key];
    delete node[key];
  }
  // Observations and parts of contents have no `extra`; what they hold beyond the RFC is of no known meaning.
  if (!['observation', 'source'].includes(String(path.at(-1)))) node.extra = { ...extra, unknown_fields: unknown };
}
