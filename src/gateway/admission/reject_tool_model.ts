import type { DialectName } from '../../record/events/model_payloads.js';
import { type ErrorResponse, isJsonObject, type JsonObject, type ParsedRequest } from '../dialects/dialect.js';
import { getValuesByName } from './fold_name.js';
import { type ModelPolicy, rejectOtherModel } from './model_policy.js';
import { CLIENT_TOOL_TYPES, collectTools } from './reject_provider_tools.js';

/** Tool that draws images, with its default model. */
const DRAWING = { kind: 'image_generation', model: 'gpt-image-1' };

/**
 * Rejects a request whose tools would use a model that the policy does not permit.
 *
 * @returns undefined if there is none
 */
export function rejectToolModel(
  policy: ModelPolicy | undefined,
  body: JsonObject,
  dialect: DialectName,
  parsed: ParsedRequest,
): ErrorResponse | undefined {
  if (policy === undefined) return undefined;
  for (const model of collectTools(body, parsed).flatMap((tools) => collectToolModels(tools, dialect))) {
    const refused = rejectOtherModel(policy, model);
    if (refused) return refused;
  }
  return undefined;
}

/** Collects the models that the provider's tools use. Parameters of a client's own tools do not count. */
function collectToolModels(tools: unknown, dialect: DialectName): string[] {
  return [tools].flat().flatMap((tool: unknown): string[] => {
    if (!isJsonObject(tool)) return [];
    if (dialect === 'gemini')
      return Object.entries(tool).flatMap(([kind, value]) =>
        CLIENT_TOOL_TYPES.gemini.test(kind) ? [] : collectNestedModels(value),
      );
    const kinds = getValuesByName(tool, 'type').map(String);
    const models = kinds.every((kind) => CLIENT_TOOL_TYPES[dialect].test(kind))
      ? [
          ...getModelNames(tool),
          ...getValuesByName(tool, 'tools').flatMap((inner) => collectToolModels(inner, dialect)),
        ]
      : collectNestedModels(tool);
    return models.length === 0 && kinds.includes(DRAWING.kind) ? [DRAWING.model] : models;
  });
}

const getModelNames = (holder: JsonObject): string[] =>
  ['model', 'models'].flatMap((name) =>
    getValuesByName(holder, name)
      .flat()
      .filter((each) => typeof each === 'string'),
  );

/** Collects names of models at any depth. */
function collectNestedModels(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectNestedModels);
  if (!isJsonObject(value)) return [];
  return [...getModelNames(value), ...Object.values(value).flatMap(collectNestedModels)];
}
