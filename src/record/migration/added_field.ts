/**
 * Migration of records on read: manifests and reports of earlier rubrics get the fields that were added later. A record
 * on disk never changes, and its digests are those of the text on disk. What an earlier version did not record is
 * unknown (null) afterwards, never made up. A record whose form is that of its own rubric is left as it is, so that a
 * field that was taken out of a newer record is still a fault.
 */
/** Field that a rubric added, with what it is in records from before. */
export interface AddedField {
  /** Rubric whose records have the field first. */
  since: number;
  path: readonly string[];
  /** Value in records from before; a function receives the whole file. */
  value: unknown | ((file: JsonRecord) => unknown);
}

export type JsonRecord = Record<string, unknown>;

/** Returns the first rubric whose records have all fields. */
export const findNewestRubric = (fields: readonly AddedField[]): number =>
  Math.max(...fields.map(({ since }) => since));

/**
 * Reads the rubric of a file.
 *
 * @param newest first rubric that needs no migration
 * @returns undefined if the file states none, or one that needs no migration
 */
export function readOlderRubric(value: unknown, part: string, newest: number): number | undefined {
  const stated = isJsonRecord(value) ? value[part] : undefined;
  const rubric = isJsonRecord(stated) ? Number(stated.rubric) : Number.NaN;
  return Number.isSafeInteger(rubric) && rubric >= 1 && rubric < newest ? rubric : undefined;
}

/** Returns a file with the fields that rubrics after its own added. */
export function addFields(file: JsonRecord, rubric: number, fields: readonly AddedField[]): JsonRecord {
  let migrated = file;
  for (const { since, path, value } of fields)
    if (rubric < since) migrated = addField(migrated, path, typeof value === 'function' ? value(file) : value);
  return migrated;
}

function addField(at: JsonRecord, [key, ...rest]: readonly string[], value: unknown): JsonRecord {
  const found = at[key!];
  if (rest.length > 0) return isJsonRecord(found) ? { ...at, [key!]: addField(found, rest, value) } : at;
  return found === undefined ? { ...at, [key!]: value } : at;
}

/** Checks for a JSON object. */
export const isJsonRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
