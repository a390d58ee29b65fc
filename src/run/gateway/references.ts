import type { Asked, DialectName, JsonObject, Refused } from './dialects/dialect.js';
import { isObject, objectOf } from './dialects/fields.js';
import { bodiesIn, foldName, valuesNamed } from './field_names.js';

/** Fields that stand for what is stored with the provider and that no answer brings. */
const STORED = ['container', 'prompt', 'conversation', 'cached_content'];

/** Fields in which parts of a message have parts of their own. */
export const INSIDE = ['content', 'output', 'parts', 'function_response'];

/** Fields by which references are found, for those who look whether any stands in a body twice. */
export const REFERRING = [
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
 * Returns why a request is refused that goes on from what is stored with the provider: no answer of this account brought it, so that it may be
 * somebody else's, and how long it is cannot be counted. Undefined = it does not.
 *
 * @param isStored whether an id came with an answer of this account
 */
export function refuseForeignReference(
  body: JsonObject,
  dialect: DialectName,
  asked: Asked,
  isStored: (id: string) => boolean,
): Refused | undefined {
  const stored = STORED.find((name) => bodiesIn(body).some((each) => valuesNamed(each, name).some(isNamed)));
  const field = stored ?? referencesIn(body, dialect, asked).find(([, id]) => !isStored(id))?.[0];
  if (field === undefined) return undefined;
  return {
    status: 400,
    code: 'outside-sandbox',
    message: `"${field}" stands for something that no answer of this attempt brought, and is not passed on`,
  };
}

/** Tells whether a value names something stored: by a text, or by an object with an id. */
const isNamed = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || valuesNamed(objectOf(value), 'id').length > 0;

/** Returns the ids by which a request goes on from what is stored with the provider, with the field of each. Files cannot be stored through the gateway. */
function referencesIn(body: JsonObject, dialect: DialectName, asked: Asked): [field: string, id: string][] {
  const found: [string, string][] = [];
  const add = (field: string, holder: JsonObject, name = field) => {
    for (const id of valuesNamed(holder, name)) if (typeof id === 'string' && id !== '') found.push([field, id]);
  };
  for (const each of bodiesIn(body)) add('previous_response_id', each);
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    if (!isObject(value)) return;
    const holders = ['file', 'source', 'image_url'].flatMap((name) => valuesNamed(value, name)).filter(isObject);
    for (const holder of [value, ...holders]) add('file_id', holder);
    for (const data of valuesNamed(value, 'file_data')) add('file_uri', objectOf(data));
    for (const name of INSIDE) for (const inner of valuesNamed(value, name)) look(inner);
  };
  for (const { value } of asked.messages) {
    const item = objectOf(value);
    const refers = valuesNamed(item, 'type').includes('item_reference') || isBareId(item);
    if (dialect === 'responses' && refers) add('item_reference', item, 'id');
    if (valuesNamed(item, 'role').includes('assistant'))
      for (const audio of valuesNamed(item, 'audio')) add('audio', objectOf(audio), 'id');
    look(value);
  }
  return found;
}

/** Tells whether an item is the short form of a reference to one: nothing but its id. */
const isBareId = (item: JsonObject): boolean =>
  Object.entries(item).every(([name, value]) => foldName(name) === 'id' || value === null);
