import { type SteeringConfig } from './steering_config.js';
/** Inference call: a prompt, and named options. */
type InferenceCall<Options extends object, Answer> = (prompt: string, options?: Options) => Promise<Answer>;
/** Adapter that adds steering vectors to the options of inference calls (requirement A3). The backend applies them. */
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
export {};
