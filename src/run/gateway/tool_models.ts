import { CLIENT_TOOLS, toolsIn } from './beyond.js';
import type { Asked, DialectName, JsonObject, Refused } from './dialects/dialect.js';
import { isObject } from './dialects/fields.js';
import { valuesNamed } from './field_names.js';
import { type ModelPolicy, refuseOtherModel } from './model_policy.js';

/** What draws images where a request does not say by which model. */
const DRAWING = { kind: 'image_generation', model: 'gpt-image-1' };

/** Returns why a request is refused whose tools would have another model answer than those that may be asked for; undefined = it is not. */
export function refuseToolModel(
  policy: ModelPolicy | undefined,
  body: JsonObject,
  dialect: DialectName,
  asked: Asked,
): Refused | undefined {
  if (policy === undefined) return undefined;
  for (const model of toolsIn(body, asked).flatMap((tools) => modelsOf(tools, dialect))) {
    const refused = refuseOtherModel(policy, model);
    if (refused) return refused;
  }
  return undefined;
}

/** Names of models that tools ask for by themselves. What a client's own tools have as parameters is none of them. */
function modelsOf(tools: unknown, dialect: DialectName): string[] {
  return [tools].flat().flatMap((tool: unknown): string[] => {
    if (!isObject(tool)) return [];
    if (dialect === 'gemini')
      return Object.entries(tool).flatMap(([kind, value]) => (CLIENT_TOOLS.gemini.test(kind) ? [] : modelsIn(value)));
    const kinds = valuesNamed(tool, 'type').map(String);
    const named = kinds.every((kind) => CLIENT_TOOLS[dialect].test(kind))
      ? [...namesIn(tool), ...valuesNamed(tool, 'tools').flatMap((inner) => modelsOf(inner, dialect))]
      : modelsIn(tool);
    return named.length === 0 && kinds.includes(DRAWING.kind) ? [DRAWING.model] : named;
  });
}

const namesIn = (holder: JsonObject): string[] =>
  ['model', 'models'].flatMap((name) =>
    valuesNamed(holder, name)
      .flat()
      .filter((each) => typeof each === 'string'),
  );

/** Names of models anywhere within. */
function modelsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(modelsIn);
  if (!isObject(value)) return [];
  return [...namesIn(value), ...Object.values(value).flatMap(modelsIn)];
}
