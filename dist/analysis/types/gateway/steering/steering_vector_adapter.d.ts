/** Changes of activations. `clamp` is an action of lm-evaluation-harness, like `add`. */
export declare const steeringActions: readonly ['add', 'multiply', 'ablate', 'clamp'];
/** Origins of a vector; lm-evaluation-harness calls them `loader`. */
declare const steeringSources: readonly ['manual', 'sae_lens', 'sparsify'];
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
/** Inference call: a prompt, and named options. */
type InferenceCall<Options extends object, Answer> = (prompt: string, options?: Options) => Promise<Answer>;
/**
 * Adapter that adds steering vectors to the options of inference calls (requirement A3). The backend applies them. The
 * options hold no sparse model, so rows need none.
 */
export declare class SteeringVectorAdapter {
    private configs;
    /**
     * Loads rows from a CSV file.
     *
     * @throws {UserError} with the faults of all rows, with file:line:column
     */
    load_from_csv(path: string, cwd?: string): void;
    /**
     * Loads given rows.
     *
     * @throws {RangeError} for an invalid row, with its number and field; the rows before the call stay
     */
    load_manual(configs: readonly SteeringConfig[]): void;
    /**
     * Wraps an inference call.
     *
     * @returns the same function if no steering is active
     */
    wrap_inference<Options extends object, Answer>(inference: InferenceCall<Options, Answer>): InferenceCall<Options, Answer> | InferenceCall<Options & {
        steering_vectors?: unknown;
    }, Answer>;
    get is_active(): boolean;
}
/**
 * Reads rows of steering from a CSV file.
 *
 * @param needs_model each row names its sparse model, or the file beside them does
 * @throws {UserError} for a file that cannot be read, and as `parseSteeringCsv`
 */
export declare function readSteeringFile(file: string, cwd?: string, needs_model?: boolean): {
    rows: SteeringRow[];
    path: string;
};
export {};
