/** Changes of activations. `clamp` is an action of lm-evaluation-harness, like `add`. */
export const steeringActions = ['add', 'multiply', 'ablate', 'clamp'] as const;

/** Origins of a vector; lm-evaluation-harness calls them `loader`. */
export const steeringSources = ['manual', 'sae_lens', 'sparsify'] as const;

/** One row of steering (requirement A3). */
export interface SteeringConfig {
  hookpoint: string;
  action: (typeof steeringActions)[number];
  /** Strength; what it scales is up to the action. */
  coefficient: number;
  /** Feature of the sparse model. */
  feature_index?: number | undefined;
  source: (typeof steeringSources)[number];
  /** Repository or release of the sparse model. */
  sparse_model?: string | undefined;
  sae_id?: string | undefined;
  /** File with the vector itself, beside the configuration. */
  vector_file?: string | undefined;
  /** Path where the server itself finds the vector. */
  vector_path?: string | undefined;
  description?: string | undefined;
}

/** Row with its position in its file. */
export interface SteeringRow {
  config: SteeringConfig;
  /** Number of the row, from 1. */
  row: number;
  /** Position `file:line`. */
  at: string;
}

/** Converts rows to the option of an inference call. */
export const toSteeringVectors = (rows: readonly SteeringConfig[]) =>
  rows.map(({ hookpoint, action, coefficient, feature_index }) => ({
    hookpoint,
    action,
    coefficient,
    feature_index: feature_index ?? null,
  }));
