import type { SteeringOutcome } from '../../../record/model_events.js';
import type { Backend, Hole, SteeringBackend } from './backend.js';
import { layerBy } from './hookpoints.js';
import type { SteeringConfig, SteeringRow } from './steering_config.js';
import type { Vector } from './vector_file.js';

/** A row as its backend is told, or why it is told nothing. */
export interface PreparedRow {
  outcome: SteeringOutcome;
  /** undefined = noop. */
  told?: unknown;
}

/** What becomes of a row wherever the backend's field exists (A3). */
export function prepareRow({ config, row }: SteeringRow, backend: Backend, vector: Vector | undefined): PreparedRow {
  const noop = (reason: string): PreparedRow => ({ outcome: { row, outcome: 'noop', reason } });
  if (!backend.steers) return noop(`backend_without_steering: ${backend.reason}`);
  const action = backend.actions[config.action];
  if (action === undefined) return noop(`action_unsupported: ${backend.name} cannot ${config.action}`);
  const layer = layerBy(backend.hookpoints, config.hookpoint);
  if (layer === undefined) return noop(`hookpoint_unsupported: ${backend.name} has no ${config.hookpoint}`);
  const resolved = vectorFor(config, backend, vector);
  if (resolved === undefined)
    return noop(`vector_unresolved: ${backend.name} takes vectors by ${backend.vectors.join(' or ')} only`);
  const values: Partial<Record<Hole, unknown>> = {
    $hookpoint: config.hookpoint,
    $coefficient: config.coefficient,
    $action: typeof action === 'string' ? action : action.as,
    $feature_index: config.feature_index,
    $sparse_model: config.sparse_model,
    $sae_id: config.sae_id,
    $name: `row ${row}`,
    ...(layer !== null && { $layer: layer }),
    ...resolved,
  };
  const partly = typeof action === 'string' ? '' : `coefficient_unheeded: ${action.partly}`;
  return {
    outcome: { row, outcome: partly ? 'partly' : 'applied', reason: partly },
    told: filled(backend.row, values),
  };
}

/** The whole field for rows that are told. */
export function fieldOf(backend: SteeringBackend, told: readonly unknown[]): unknown {
  const rows = backend.rows === 'one' ? told[0] : told;
  const field = filled(backend.envelope, { $rows: rows });
  return backend.encoding === 'json_string' ? JSON.stringify(field) : field;
}

/** The vector in the first form that the row has and the backend takes: one that is given before one that must be looked up. */
function vectorFor(
  { feature_index, vector_path }: SteeringConfig,
  { vectors }: SteeringBackend,
  vector: Vector | undefined,
): Partial<Record<Hole, unknown>> | undefined {
  if (vector?.form === 'tensor' && vectors.includes('tensor')) return { $tensor: vector.tensor };
  if (vector?.form === 'payload' && vectors.includes('payload')) return { $payload: vector.payload };
  if (vector_path !== undefined && vectors.includes('path')) return { $vector_path: vector_path };
  return feature_index !== undefined && vectors.includes('feature') ? {} : undefined;
}

/** A template with its values; a key whose value there is none of is left out. */
function filled(template: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === 'string') return template.startsWith('$') ? values[template] : template;
  if (Array.isArray(template)) return template.map((each) => filled(each, values)).filter((each) => each !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template)
      .map(([key, each]) => [key, filled(each, values)])
      .filter(([, each]) => each !== undefined),
  );
}
