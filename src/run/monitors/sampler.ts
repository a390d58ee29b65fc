import type { RunDirectory } from '../../record/run_directory.js';
import type { Sample } from '../sandbox/backend.js';
import type { TreeState } from '../workspace/tree_id.js';

/** Time between two samples of an attempt, in milliseconds; from the two-hundredth on it grows, so that a log stays bounded. */
export const SAMPLE_MS = 5000;
const EVEN = 200;

/** The gap after so many samples, in milliseconds: 5 s at first, then as much longer as there are more. */
export const gapAfter = (samples: number): number =>
  samples < EVEN ? SAMPLE_MS : SAMPLE_MS * (1 + (samples - EVEN) / 20);

export interface Sampler {
  /** Watches one command. @param state of the workspace that it is run in, where that is another one */
  begin(state?: () => Promise<TreeState | null>): { every_ms: number; see: (sample: Sample) => void; end(): void };
}

/** Records how running commands stand, as `resource_sample` events (R8), with the workspace's tree where it is cheap to know. */
export function sampler({ log }: RunDirectory, usual?: () => Promise<TreeState | null>): Sampler {
  let recorded = 0;
  let next_ms = 0;
  return {
    begin(state = usual) {
      let running = true;
      let busy = false;
      const record = async (sample: Sample): Promise<void> => {
        const taken = await (state?.() ?? null);
        // Only what the command left counts once it is over, and its own event says that.
        if (!running) return;
        recorded += 1;
        next_ms = log.now() + gapAfter(recorded) - SAMPLE_MS / 2;
        log.append('resource_sample', 'monitor', { ...sample, tree: taken?.tree ?? null });
      };
      return {
        every_ms: SAMPLE_MS,
        see(sample) {
          if (busy || !running || log.now() < next_ms) return;
          busy = true;
          // A full disk shows at the next event that must be there.
          void record(sample)
            .catch(() => undefined)
            .finally(() => {
              busy = false;
            });
        },
        end() {
          running = false;
        },
      };
    },
  };
}
