import { isJsonObject, type JsonObject, type ParseFailure, toShortName } from './dialect.js';
import { isTooDeep } from './parse_bounded_json.js';

/** Reads the parts of a request that all formats share: an object of bounded depth, and its model. */
export function readRequestHead(
  body: unknown,
  findModel: (body: JsonObject) => string | undefined = ({ model }) => toShortName(model),
): { body: JsonObject; model: string } | ParseFailure {
  if (!isJsonObject(body)) return { unreadable: 'the body is not a JSON object' };
  if (isTooDeep(body)) return { unreadable: 'the body nests too deep' };
  const model = findModel(body);
  return model === undefined ? { unreadable: 'model is missing' } : { body, model };
}
