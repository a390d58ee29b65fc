import type { DialectName, JsonObject, Refused } from './dialects/dialect.js';
import { objectOf, textOf } from './dialects/fields.js';
import { bodiesIn, valuesNamed } from './field_names.js';

/** Fields by which servers may answer with other models than the one that was asked for, and priced. */
const OTHER_MODELS = [
  ...['models', 'fallbacks', 'fallback_models', 'context_window_fallbacks', 'content_policy_fallbacks'],
  ...['default_fallbacks', 'context_window_fallback_dict', 'model_list', 'user_config'],
];
/** Fields by which servers choose another way, host or account: a stored setting, a route, an address that the provider's key would go to. */
const ROUTING = [
  ...['router_settings_override', 'router_settings', 'preset', 'route', 'api_base', 'base_url', 'api_key'],
  ...['custom_llm_provider', 'deployment_id', 'aws_bedrock_runtime_endpoint', 'extra_headers', 'extra_query'],
];
/** What `extra_body` may not say once more of a request. */
const SAID_ONCE = [
  ...['stream', 'n', 'messages', 'input', 'contents', 'tools', 'max_tokens', 'max_completion_tokens'],
  'max_output_tokens',
];
/** Ways of being served that cost what the price is for, or less. `auto` is the account's own setting. */
const USUAL_TIERS = new Set(['auto', 'default', 'standard', 'standard_only', 'flex', 'batch']);

/** Fields that are looked at here, for those who look whether any stands in a body twice. */
export const COUNTED = [
  ...[...OTHER_MODELS, ...ROUTING, ...SAID_ONCE, 'background', 'service_tier', 'serviceTier', 'speed', 'modalities'],
  ...['responseModalities', 'response_modalities', 'generationConfig', 'generation_config', 'model'],
];

/**
 * Why a request cannot be counted, if so: its answer would come from elsewhere, after the end, at another price, or from another model than
 * the one that is read here. Caps and costs would mean nothing.
 */
export function uncounted(body: JsonObject, dialect: DialectName, model: string): Refused | undefined {
  const twice = valuesNamed(body, 'extra_body')
    .map(objectOf)
    .flatMap((extra) => SAID_ONCE.filter((name) => valuesNamed(extra, name).length > 0));
  for (const each of bodiesIn(body)) {
    const what =
      uncountedIn(each, each === body, dialect === 'gemini', model) ??
      (twice.length === 0 ? undefined : `a second ${twice[0]}`);
    if (what !== undefined)
      return { status: 400, code: 'uncountable', message: `${what} cannot be counted, and is not passed on` };
  }
  return undefined;
}

/** @param path_names the model is named in the path, by which it is read */
function uncountedIn(body: JsonObject, outer: boolean, path_names: boolean, model: string): string | undefined {
  const valuesOf = (name: string) => valuesNamed(body, name);
  if (valuesOf('background').some((value) => value !== false)) return 'an answer in the background';
  const isThere = (name: string) => valuesOf(name).length > 0;
  const other = OTHER_MODELS.find(isThere);
  if (other !== undefined) return `an answer of other models (${other})`;
  const way = ROUTING.find(isThere);
  if (way !== undefined) return `an answer by another way (${way})`;
  const isUsual = (tier: unknown) => typeof tier === 'string' && USUAL_TIERS.has(tier.toLowerCase());
  if (!valuesOf('service_tier').every(isUsual)) return 'another tier (service_tier)';
  if (valuesOf('speed').some((speed) => speed !== 'standard')) return 'another speed';
  const configs = valuesOf('generationConfig').map(objectOf);
  const kinds = [body, ...configs].flatMap((holder) =>
    ['modalities', 'responseModalities'].flatMap((name) => valuesNamed(holder, name).flat()),
  );
  if (kinds.some((kind) => textOf(kind)?.toLowerCase() !== 'text')) return 'an answer that is not text';
  const names = outer && !path_names ? [] : valuesOf('model');
  return names.every((name) => name === model || name === `models/${model}`) ? undefined : 'a second name of the model';
}
