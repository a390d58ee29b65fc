import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { SteeringOutcome } from '../../record/events/model_payloads.js';
import { findHookpointLayer } from './find_hookpoint_layer.js';
import type { SteeringVector } from './read_steering_vector.js';
import type { SteeringBackend, SteeringBackendSpec, TemplateVariable } from './steering_backend_spec.js';
import type { SteeringConfig, SteeringRow } from './steering_vector_adapter.js';

/** Row in the backend's form, or the reason why it has none. */
export interface PreparedRow {
  outcome: SteeringOutcome;
  /** Undefined if the row has no effect. */
  told?: unknown;
}

/** Prepares a row for all requests in which the backend's field exists (requirement A3). */
export function prepareRow(
  { config, row }: SteeringRow,
  backend: SteeringBackendSpec,
  vector: SteeringVector | undefined,
): PreparedRow {
  const noop = (reason: string): PreparedRow => ({ outcome: { row, outcome: 'noop', reason } });
  if (!backend.steers) return noop(`backend_without_steering: ${backend.reason}`);
  const action = backend.actions[config.action];
  if (action === undefined) return noop(`action_unsupported: ${backend.name} cannot ${config.action}`);
  const layer = findHookpointLayer(backend.hookpoints, config.hookpoint);
  if (layer === undefined) return noop(`hookpoint_unsupported: ${backend.name} has no ${config.hookpoint}`);
  const resolved = selectVector(config, backend, vector);
  if (resolved === undefined)
    return noop(`vector_unresolved: ${backend.name} takes vectors by ${backend.vectors.join(' or ')} only`);
  const values: Partial<Record<TemplateVariable, unknown>> = {
    $hookpoint: config.hookpoint,
    $coefficient: config.coefficient,
    $action: typeof action === 'string' ? action : action.as,
    $feature_index: config.feature_index,
    $sparse_model: config.sparse_model,
    $sae_id: config.sae_id,
    $name: `row ${row}`,
    ...omitUndefined({ $layer: layer ?? undefined }),
    ...resolved,
  };
  const partly = typeof action === 'string' ? '' : `coefficient_unheeded: ${action.partly}`;
  return {
    outcome: { row, outcome: partly ? 'partly' : 'applied', reason: partly },
    told: fillTemplate(backend.row, values),
  };
}

/** Builds the whole field from prepared rows. */
export function buildSteeringField(backend: SteeringBackend, prepared_rows: readonly unknown[]): unknown {
  const rows = backend.rows === 'one' ? prepared_rows[0] : prepared_rows;
  const field = fillTemplate(backend.envelope, { $rows: rows });
  return backend.encoding === 'json_string' ? JSON.stringify(field) : field;
}

/** Selects the first form of the vector that the row has and the backend accepts: a given vector before a look-up. */
function selectVector(
  { feature_index, vector_path }: SteeringConfig,
  { vectors }: SteeringBackend,
  vector: SteeringVector | undefined,
): Partial<Record<TemplateVariable, unknown>> | undefined {
  if (vector?.form === 'tensor' && vectors.includes('tensor')) return { $tensor: vector.tensor };
  if (vector?.form === 'payload' && vectors.includes('payload')) return { $payload: vector.payload };
  if (vector_path !== undefined && vectors.includes('path')) return { $vector_path: vector_path };
  return feature_index !== undefined && vectors.includes('feature') ? {} : undefined;
}

/** Fills a template with values; keys without a value are left out. */
function fillTemplate(template: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === 'string') return template.startsWith('$') ? values[template] : template;
  if (Array.isArray(template))
    return template.map((each) => fillTemplate(each, values)).filter((each) => each !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template)
      .map(([key, each]) => [key, fillTemplate(each, values)])
      .filter(([, each]) => each !== undefined),
  );
}
