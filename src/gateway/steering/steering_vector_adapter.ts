import { readSteeringFile } from './read_steering_file.js';
import { type SteeringConfig, toSteeringVectors } from './steering_config.js';
import { steeringConfigSchema } from './steering_config_schema.js';

/** Inference call: a prompt, and named options. */
type InferenceCall<Options extends object, Answer> = (prompt: string, options?: Options) => Promise<Answer>;

/** Adapter that adds steering vectors to the options of inference calls (requirement A3). The backend applies them. */
export class SteeringVectorAdapter {
  private configs: readonly SteeringConfig[] = [];

  /**
   * Loads rows from a CSV file.
   *
   * @throws {UserError} with the faults of all rows, with file:line:column
   */
  load_from_csv(path: string, cwd?: string): void {
    this.configs = readSteeringFile(path, cwd).rows.map(({ config }) => config);
  }

  /**
   * Loads given rows.
   *
   * @throws {RangeError} for an invalid row, with its number and field; the rows before the call stay
   */
  load_manual(configs: readonly SteeringConfig[]): void {
    if (!Array.isArray(configs)) throw new RangeError('the rows of steering are a list');
    this.configs = configs.map((config, row) => {
      const read = steeringConfigSchema.safeParse(config);
      if (read.success) return read.data;
      const [issue] = read.error.issues;
      throw new RangeError(`row ${row + 1} of steering: ${issue!.path.join('.') || 'the row'}: ${issue!.message}`);
    });
  }

  /**
   * Wraps an inference call.
   *
   * @returns the same function if no steering is active
   */
  wrap_inference<Options extends object, Answer>(
    inference: InferenceCall<Options, Answer>,
  ): InferenceCall<Options, Answer> | InferenceCall<Options & { steering_vectors?: unknown }, Answer> {
    if (typeof inference !== 'function') throw new RangeError('there is no inference to wrap');
    if (!this.is_active) return inference;
    // A snapshot: later loads affect only later wraps.
    const steering_vectors = toSteeringVectors(this.configs);
    return async (prompt: string, options?: Options) =>
      inference(prompt, { ...(options as Options), steering_vectors: structuredClone(steering_vectors) });
  }

  get is_active(): boolean {
    return this.configs.length > 0;
  }
}
