import type { LoadedContract } from '../../contract/loaded.js';
import type { OracleReference } from '../../contract/lock.js';
import type { Event, Payload } from '../../record/events.js';
import type { Outside } from '../egress/egress.js';
import type { Stubs } from '../egress/stubs.js';
import type { Operator } from '../escalation/operator.js';
import type { PriceBook } from '../gateway/meter/price.js';
import type { Probe, SandboxBackend } from '../sandbox/backend.js';
import type { Cache } from '../workspace/cache.js';
import type { Layer } from '../workspace/layer.js';
import type { Method } from '../workspace/workspace.js';
import type { Toolchain } from './toolchain.js';

/** What setup came to. A failed setup is a fact about the contract, not about the agent: the attempt is invalid. */
export type SetUp = { layer: Layer | undefined; event: Payload<'setup'> };

/** References of this process by key: found, or in the making; undefined = none could be made. */
export type ReferenceCache = Map<string, Promise<OracleReference | undefined>>;

/** Layers of this process by digest: found, or in the making. */
export type LayerRoom = Map<string, Promise<SetUp>>;

/** What attempts share: the machine's side of a run, opened once per process. */
export interface Rooms {
  cache: Cache;
  backend: SandboxBackend;
  probe: Extract<Probe, { usable: true }>;
  method: Method;
  /** Tells whether what commands write lies on volumes of a bounded size; else it is watched. */
  volumes: boolean;
  /** Layers in use or in the making, so that one setup serves every attempt that needs it. */
  layers: LayerRoom;
  /** What is known of oracles from their reference solutions, by key. */
  references: ReferenceCache;
  toolchain: Toolchain;
  /** Folder of the run directories. */
  runs: string;
  /** Working folder; paths in manifests are relative to it. */
  cwd: string;
  version: string;
  /** Versions of what the harness itself runs on. */
  runtime: Record<string, string>;
  entrypoint: string;
  rubric: string;
  machine: { platform: string; kernel: string; cpu_class: string; memory_class: string };
  signal: AbortSignal;
  now: () => Date;
  /** How throttled calls wait; default: by the clock. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How sandboxes that may reach somebody do so. */
  outside: Outside;
  /** Responses being recorded, by path of the contract; undefined = recorded ones are replayed. */
  recordings?: Map<string, Stubs> | undefined;
  /** People who can be asked for a decision (R12); nobody = every question is denied. */
  operators: readonly Operator[];
  /** Secrets of the caller, for no other purpose than to keep them out of records. */
  secrets?: readonly string[];
  /** Providers' keys, for the same: known for what they are, however short. */
  keys?: readonly string[] | undefined;
  /** Prices of the run; undefined = none were asked for. */
  prices?: PriceBook | undefined;
  watch?: ((attempt_id: string, event: Event) => void) | undefined;
}

/**
 * Returns the size of a volume for what commands of a contract write; undefined where it is watched only.
 *
 * @param parts of other workspaces, that are merged into this one
 */
export function volumeBytes({ contract }: LoadedContract, { volumes }: Rooms, parts = 0): number | undefined {
  return volumes ? contract.budget.disk * (1 + parts) : undefined;
}
