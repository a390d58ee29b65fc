/** Changes of activations. `clamp` is an action of lm-evaluation-harness, like `add`. */
export declare const steeringActions: readonly ['add', 'multiply', 'ablate', 'clamp'];
/** Origins of a vector; lm-evaluation-harness calls them `loader`. */
export declare const steeringSources: readonly ['manual', 'sae_lens', 'sparsify'];
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
export declare const toSteeringVectors: (rows: readonly SteeringConfig[]) => {
    hookpoint: string;
    action: "ablate" | "add" | "clamp" | "multiply";
    coefficient: number;
    feature_index: number | null;
}[];
