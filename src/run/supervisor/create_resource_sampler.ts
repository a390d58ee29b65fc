import type { RunDirectory } from '../../record/storage/run_directory.js';
import type { ResourceSample } from '../../sandbox/sandbox_backend.js';
import type { TreeState } from '../../workspace/changes/tree_reader.js';
import { computeSampleGap, SAMPLE_INTERVAL_MS } from './compute_sample_gap.js';

/** Sampler of running commands. */
interface ResourceSampler {
  /**
   * Samples one command.
   * @param state state of the workspace that it runs in, if not the default
   */
  begin(state?: () => Promise<TreeState | null>): {
    every_ms: number;
    see: (sample: ResourceSample) => void;
    end(): void;
  };
}

/**
 * Creates a sampler that records running commands as `resource_sample` events (requirement R8). An event includes the
 * workspace's tree if that is cheap to compute.
 */
export function createResourceSampler({ log }: RunDirectory, usual?: () => Promise<TreeState | null>): ResourceSampler {
  let recorded = 0;
  let next_ms = 0;
  return {
    begin(state = usual) {
      let running = true;
      let busy = false;
      const record = async (sample: ResourceSample): Promise<void> => {
        const state_now = await (state?.() ?? null);
        // Only what the command left counts once it is over, and its own event says that.
        if (!running) return;
        recorded += 1;
        next_ms = log.now() + computeSampleGap(recorded) - SAMPLE_INTERVAL_MS / 2;
        log.append('resource_sample', 'monitor', { ...sample, tree: state_now?.tree ?? null });
      };
      return {
        every_ms: SAMPLE_INTERVAL_MS,
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
