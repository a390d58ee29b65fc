import type { Event } from '../../record/events.js';
import type { Probe, SandboxBackend } from '../sandbox/backend.js';
import type { Cache } from '../workspace/cache.js';
import type { Method } from '../workspace/workspace.js';
import type { LayerRoom } from './set_up.js';
import type { Toolchain } from './toolchain.js';

/** What attempts share: the machine's side of a run, opened once per process. */
export interface Rooms {
  cache: Cache;
  backend: SandboxBackend;
  probe: Extract<Probe, { usable: true }>;
  method: Method;
  /** Layers in use or in the making, so that one setup serves every attempt that needs it. */
  layers: LayerRoom;
  toolchain: Toolchain;
  /** Folder of the run directories. */
  runs: string;
  /** Working folder; paths in manifests are relative to it. */
  cwd: string;
  version: string;
  entrypoint: string;
  rubric: string;
  machine: { platform: string; kernel: string; cpu_class: string; memory_class: string };
  signal: AbortSignal;
  now: () => Date;
  /** What setup steps with a network are told about package registries and certificates; never credentials. */
  registry_environment: Record<string, string>;
  watch?: ((attempt_id: string, event: Event) => void) | undefined;
}
