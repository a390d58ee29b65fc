import type { DialectName, JsonObject, Refused } from './dialects/dialect.js';
import { listOf, objectOf, textOf } from './dialects/fields.js';

/** Fields by which servers may answer with other models than the one that was asked for, and priced. */
const OTHER_MODELS = ['models', 'fallbacks', 'fallback_models'];
/** Ways of being served that cost what the price is for, or less. `auto` is the account's own setting. */
const USUAL_TIERS = new Set(['auto', 'default', 'standard', 'standard_only', 'flex', 'batch']);

/**
 * Why a request cannot be counted, if so: its answer would come from elsewhere, after the end, at another price, or from another model than
 * the one that is read here. Caps and costs would mean nothing.
 */
export function uncounted(body: JsonObject, dialect: DialectName, model: string): Refused | undefined {
  const refused = (what: string): Refused => ({
    status: 400,
    code: 'uncountable',
    message: `${what} cannot be counted, and is not passed on`,
  });
  if (body.background !== undefined && body.background !== null && body.background !== false)
    return refused('an answer in the background');
  const other = OTHER_MODELS.find((field) => (body[field] ?? null) !== null);
  if (other !== undefined) return refused(`an answer of other models (${other})`);
  for (const field of ['service_tier', 'serviceTier']) {
    const tier = body[field] ?? 'auto';
    if (typeof tier !== 'string' || !USUAL_TIERS.has(tier.toLowerCase())) return refused(`another tier (${field})`);
  }
  if ((body.speed ?? 'standard') !== 'standard') return refused('another speed');
  const config = objectOf(body.generationConfig ?? body.generation_config);
  const kinds = [body.modalities, config.responseModalities, config.response_modalities].flatMap(listOf);
  if (kinds.some((kind) => textOf(kind)?.toLowerCase() !== 'text')) return refused('an answer that is not text');
  // Where the path names the model.
  const named = dialect === 'gemini' ? (body.model ?? model) : model;
  return named === model || named === `models/${model}` ? undefined : refused('a second name of the model');
}
