import type { DialectName } from '../../record/events/model_payloads.js';
import {
  type ErrorResponse,
  isJsonObject,
  type JsonObject,
  type ParsedRequest,
  toJsonObject,
} from '../dialects/dialect.js';
import { collectBodies, foldName, getValuesByName } from './fold_name.js';

/** Fields that refer to stored content which no response can bring. */
const STORED = ['container', 'prompt', 'conversation', 'cached_content'];

/** Fields in which message parts nest other parts. */
export const NESTED_PART_FIELDS = ['content', 'output', 'parts', 'function_response'];

/** Fields that contain references, for the detection of duplicates. */
export const REFERENCE_FIELDS = [
  'previous_response_id',
  'file_id',
  'file_data',
  'file_uri',
  'file',
  'id',
  'type',
  'role',
  'audio',
];

/**
 * Rejects a request that refers to content which no response of this account brought. It may belong to somebody else,
 * and its length cannot be metered.
 *
 * @param isStored returns true if an id came with a response of this account
 * @returns undefined if there is no such reference
 */
export function rejectForeignReference(
  body: JsonObject,
  dialect: DialectName,
  parsed: ParsedRequest,
  isStored: (id: string) => boolean,
): ErrorResponse | undefined {
  const stored = STORED.find((name) =>
    collectBodies(body).some((each) => getValuesByName(each, name).some(isStoredReference)),
  );
  const field = stored ?? collectReferences(body, dialect, parsed).find(([, id]) => !isStored(id))?.[0];
  if (field === undefined) return undefined;
  return {
    status: 400,
    code: 'outside-sandbox',
    message: `"${field}" stands for something that no answer of this attempt brought, and is not passed on`,
  };
}

/** Returns true if a value names stored content: by a text, or by an object with an id. */
const isStoredReference = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || getValuesByName(toJsonObject(value), 'id').length > 0;

/**
 * Collects the ids by which a request refers to stored content, with the field of each. Files cannot be stored through
 * the gateway.
 */
function collectReferences(
  body: JsonObject,
  dialect: DialectName,
  parsed: ParsedRequest,
): [field: string, id: string][] {
  const references: [string, string][] = [];
  const add = (field: string, holder: JsonObject, name = field) => {
    for (const id of getValuesByName(holder, name))
      if (typeof id === 'string' && id !== '') references.push([field, id]);
  };
  for (const each of collectBodies(body)) add('previous_response_id', each);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isJsonObject(value)) return;
    const holders = ['file', 'source', 'image_url']
      .flatMap((name) => getValuesByName(value, name))
      .filter(isJsonObject);
    for (const holder of [value, ...holders]) add('file_id', holder);
    for (const data of getValuesByName(value, 'file_data')) add('file_uri', toJsonObject(data));
    for (const name of NESTED_PART_FIELDS) for (const inner of getValuesByName(value, name)) visit(inner);
  };
  for (const { value } of parsed.messages) {
    const item = toJsonObject(value);
    const refers = getValuesByName(item, 'type').includes('item_reference') || isBareId(item);
    if (dialect === 'responses' && refers) add('item_reference', item, 'id');
    if (getValuesByName(item, 'role').includes('assistant'))
      for (const audio of getValuesByName(item, 'audio')) add('audio', toJsonObject(audio), 'id');
    visit(value);
  }
  return references;
}

/** Returns true for the short form of a reference: nothing but an id. */
const isBareId = (item: JsonObject): boolean =>
  Object.entries(item).every(([name, value]) => foldName(name) === 'id' || value === null);
