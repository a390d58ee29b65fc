import type { DialectName } from '../../record/events/model_payloads.js';
import type { ErrorResponse } from '../dialects/dialect.js';
import type { Upstream } from './upstream.js';

/** Returns true if a model's name matches a pattern, in which `*` stands for anything. Linear in both lengths. */
export function matchesModelPattern(pattern: string, model: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return pattern === model;
  if (!model.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = model.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return model.length - last.length >= at && model.endsWith(last);
}

/** Lists the formats in which a model can be requested, in the order of the upstreams; null = any model. */
export function listDialects(model: string | null, upstreams: readonly Upstream[]): DialectName[] {
  const having = upstreams.filter(
    ({ models }) => model === null || models.some((one) => matchesModelPattern(one, model)),
  );
  return [...new Set(having.flatMap(({ dialects }) => dialects))];
}

/**
 * Finds the first upstream that has the model and supports the format.
 *
 * @returns the upstream, or the error for the client
 */
export function findUpstream(
  model: string,
  dialect: DialectName,
  upstreams: readonly Upstream[],
): { upstream: Upstream } | ErrorResponse {
  const named = upstreams.filter(({ models }) => models.some((pattern) => matchesModelPattern(pattern, model)));
  const upstream = named.find(({ dialects }) => dialects.includes(dialect));
  if (upstream) return { upstream };
  const shown = JSON.stringify(model.slice(0, 200));
  if (named.length > 0) {
    const spoken = [...new Set(named.flatMap(({ dialects }) => dialects))].join(', ');
    return {
      status: 400,
      code: 'unsupported-dialect',
      message: `the upstream of the model ${shown} does not understand ${dialect} requests, only ${spoken}`,
    };
  }
  const known = upstreams.flatMap(({ models }) => models).slice(0, 20);
  return {
    status: 400,
    code: 'unknown-model',
    message: `no upstream has the model ${shown}; there are: ${known.join(', ')}`,
  };
}
