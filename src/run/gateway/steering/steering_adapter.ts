import { type SteeringConfig, steeringConfigSchema, steeringVectors } from './steering_config.js';
import { readSteeringFile } from './steering_csv.js';

/** An inference call: a prompt, and options by name. */
export type Inference<Options extends object, Answer> = (prompt: string, options?: Options) => Promise<Answer>;

/**
 * Wraps inference calls with activation steering (A3; evaluation upgrades §3). It puts the configuration into the call and steers nothing
 * itself: that is the backend's part.
 */
export class SteeringVectorAdapter {
  private configs: readonly SteeringConfig[] = [];

  /** @throws {UserError} that tells the faults of all rows, with file:line:column */
  load_from_csv(path: string, cwd?: string): void {
    this.configs = readSteeringFile(path, cwd).rows.map(({ config }) => config);
  }

  /** @throws {z.ZodError} for a row that is none; what was loaded before then stays */
  load_manual(configs: readonly SteeringConfig[]): void {
    this.configs = configs.map((config) => steeringConfigSchema.parse(config));
  }

  /** @returns the very same function while no steering is active */
  wrap_inference<Options extends object, Answer>(
    inference: Inference<Options, Answer>,
  ): Inference<Options, Answer> | Inference<Options & { steering_vectors?: unknown }, Answer> {
    if (!this.is_active) return inference;
    // As it is now: what is loaded later is for functions that are wrapped later.
    const steering_vectors = steeringVectors(this.configs);
    return async (prompt: string, options?: Options) =>
      inference(prompt, { ...(options as Options), steering_vectors: structuredClone(steering_vectors) });
  }

  get is_active(): boolean {
    return this.configs.length > 0;
  }
}
