import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { OracleReference } from '../../contract/validation/contract_lock.js';
import type { PriceBook } from '../../gateway/meter/price_book.js';
import type { RunNetwork } from '../../network/stage_network.js';
import type { StubTable } from '../../network/stub_table.js';
import type { Event, EventPayload } from '../../record/events/event.js';
import type { RunRecord } from '../../record/events/select_events.js';
import type { VerdictOutcome } from '../../record/verdict/verdict.js';
import type { SandboxBackend, SandboxProbe } from '../../sandbox/sandbox_backend.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import type { Layer } from '../../workspace/layer.js';
import type { WorkspaceMethod } from '../../workspace/workspace.js';
import type { Toolchain } from '../agents/installation/toolchain.js';
import type { Operator } from '../escalation/operator.js';
import type { ReferenceReadings } from '../oracle/challenge/create_oracle_reference.js';
import type { AttemptSupplies } from './attempt_supplies.js';

/** Outcome of the contract's setup. A failed setup makes the attempt invalid; it says nothing about the agent. */
export type SetupResult = { layer: Layer | undefined; event: EventPayload<'setup'> };

/**
 * Extent of a reference: runs of the unchanged repository and of the reference solution (`measured`), and the
 * search for wrong expectations, which only challenge rounds use (`calibrated`).
 */
export type ReferenceExtent = 'measured' | 'calibrated';

/** A reference, with the runs that it was made of if they were made in this process. */
export interface KnownReference {
  reference: OracleReference;
  readings?: ReferenceReadings | undefined;
}

/** References of this process by key, found or being made; undefined if none could be made. */
type ReferenceCache = Record<ReferenceExtent, Map<string, Promise<KnownReference | undefined>>>;

/** Layers of this process by digest, found or being made. */
type LayerCache = Map<string, Promise<SetupResult>>;

/** Context shared by all attempts of a process: cache, sandbox backend, toolchain, clock, operators and prices. */
export interface RunnerContext {
  cache: WorkspaceCache;
  backend: SandboxBackend;
  probe: Extract<SandboxProbe, { usable: true }>;
  method: WorkspaceMethod;
  /** True if commands write to volumes of bounded size; else disk use is watched. */
  volumes: boolean;
  /** Layers in use or being made, so that one setup serves all attempts that need it. */
  layers: LayerCache;
  /** Supplies of the run; undefined = each attempt makes and removes all that it needs. */
  supplies?: AttemptSupplies | undefined;
  /** References of oracles by key. */
  references: ReferenceCache;
  toolchain: Toolchain;
  /** Folder of the run directories. */
  runs: string;
  /** Working folder; paths in manifests are relative to it. */
  cwd: string;
  version: string;
  /** Versions of the software that runs the harness. */
  runtime: Record<string, string>;
  entrypoint: string;
  rubric: string;
  machine: { platform: string; kernel: string; cpu_class: string; memory_class: string };
  signal: AbortSignal;
  now: () => Date;
  /** Waits for throttled calls. Default: by the clock. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Network of the run, for sandboxes that may reach hosts. */
  outside: RunNetwork;
  /** Responses being recorded, by contract path; undefined if recorded ones are replayed. */
  recordings?: Map<string, StubTable> | undefined;
  /**
   * Processor time after which no wrong expectations are searched for tests that passed before, in milliseconds;
   * undefined = as long as for the others.
   */
  calibration_ms?: number | undefined;
  /**
   * Most processor time of a search for wrong expectations in milliseconds; undefined = as long as a validation may
   * take for it.
   */
  calibration_limit_ms?: number | undefined;
  /** Folder of the references that the validation going on now has made; undefined = it takes none up again. */
  proof_references?: string | undefined;
  /** People who can be asked for a decision (requirement R12); with none, every question is denied. */
  operators: readonly Operator[];
  /** Secrets of the caller, used only to mask records. */
  secrets?: readonly string[];
  /** Keys of providers, used only to mask records, however short they are. */
  keys?: readonly string[] | undefined;
  /** Prices of the run; undefined if it has none. */
  prices?: PriceBook | undefined;
  /**
   * Judges one execution of an acceptance check by the record so far; undefined = events do not say what it came to.
   */
  judge_acceptance?: ((run: EventPayload<'acceptance_check'>, record: RunRecord) => VerdictOutcome) | undefined;
  watch?: ((attempt_id: string, event: Event) => void) | undefined;
  /** Takes what the harness does and no event says, and how many of about how many runs are over; undefined = all. */
  activity?: ((activity: string | undefined, counts?: { done?: number; about?: number }) => void) | undefined;
}

/**
 * Computes the size of the volume for writes of a contract's commands.
 *
 * @param parts number of other workspaces that are merged into this one
 * @returns undefined if disk use is watched instead
 */
export function computeVolumeBytes(
  { contract }: LoadedContract,
  { volumes }: RunnerContext,
  parts = 0,
): number | undefined {
  return volumes ? contract.budget.disk * (1 + parts) : undefined;
}
