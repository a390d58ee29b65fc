import type { DialectName } from '../../record/events/model_payloads.js';
import { type ErrorResponse, type JsonObject, toJsonObject, toNonEmptyText } from '../dialects/dialect.js';
import { collectBodies, getValuesByName } from './fold_name.js';

/** Fields by which servers may respond with other models than the requested, priced one. */
const OTHER_MODELS = [
  ...['models', 'fallbacks', 'fallback_models', 'context_window_fallbacks', 'content_policy_fallbacks'],
  ...['default_fallbacks', 'context_window_fallback_dict', 'model_list', 'user_config'],
];
/**
 * Fields by which servers select another route, host or account: a stored setting, a route, an address that would
 * receive the provider's key.
 */
const ROUTING = [
  ...['router_settings_override', 'router_settings', 'preset', 'route', 'api_base', 'base_url', 'api_key'],
  ...['custom_llm_provider', 'deployment_id', 'aws_bedrock_runtime_endpoint', 'extra_headers', 'extra_query'],
];
/** Fields of a request that `extra_body` may not repeat. */
const SAID_ONCE = [
  ...['stream', 'n', 'messages', 'input', 'contents', 'tools', 'max_tokens', 'max_completion_tokens'],
  'max_output_tokens',
];
/** Service tiers that cost at most the listed price. `auto` is the account's own setting. */
const USUAL_TIERS = new Set(['auto', 'default', 'standard', 'standard_only', 'flex', 'batch']);

/** Fields that are checked here, for the detection of duplicates. */
export const METERED_FIELDS = [
  ...[...OTHER_MODELS, ...ROUTING, ...SAID_ONCE, 'background', 'service_tier', 'serviceTier', 'speed', 'modalities'],
  ...['responseModalities', 'response_modalities', 'generationConfig', 'generation_config', 'model'],
];

/**
 * Rejects requests whose cost cannot be metered: background jobs, other service tiers, fallback models, other routes.
 *
 * @returns undefined if the request can be metered
 */
export function rejectUnmeterable(body: JsonObject, dialect: DialectName, model: string): ErrorResponse | undefined {
  const twice = getValuesByName(body, 'extra_body')
    .map(toJsonObject)
    .flatMap((extra) => SAID_ONCE.filter((name) => getValuesByName(extra, name).length > 0));
  for (const each of collectBodies(body)) {
    const feature =
      findUnmeterableField(each, each === body, dialect === 'gemini', model) ??
      (twice.length === 0 ? undefined : `a second ${twice[0]}`);
    if (feature !== undefined)
      return { status: 400, code: 'uncountable', message: `${feature} cannot be counted, and is not passed on` };
  }
  return undefined;
}

/**
 * Describes the first field that prevents metering.
 *
 * @param path_names true if the path names the model
 */
function findUnmeterableField(
  body: JsonObject,
  outer: boolean,
  path_names: boolean,
  model: string,
): string | undefined {
  const valuesOf = (name: string) => getValuesByName(body, name);
  if (valuesOf('background').some((value) => value !== false)) return 'an answer in the background';
  const isThere = (name: string) => valuesOf(name).length > 0;
  const field = OTHER_MODELS.find(isThere);
  if (field !== undefined) return `an answer of other models (${field})`;
  const route_field = ROUTING.find(isThere);
  if (route_field !== undefined) return `an answer by another way (${route_field})`;
  const isUsual = (tier: unknown) => typeof tier === 'string' && USUAL_TIERS.has(tier.toLowerCase());
  if (!valuesOf('service_tier').every(isUsual)) return 'another tier (service_tier)';
  if (valuesOf('speed').some((speed) => speed !== 'standard')) return 'another speed';
  const configs = valuesOf('generationConfig').map(toJsonObject);
  const kinds = [body, ...configs].flatMap((holder) =>
    ['modalities', 'responseModalities'].flatMap((name) => getValuesByName(holder, name).flat()),
  );
  if (kinds.some((kind) => toNonEmptyText(kind)?.toLowerCase() !== 'text')) return 'an answer that is not text';
  const names = outer && !path_names ? [] : valuesOf('model');
  return names.every((name) => name === model || name === `models/${model}`) ? undefined : 'a second name of the model';
}
