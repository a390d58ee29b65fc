import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SetupStep } from '../../../contract/contract_schema.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { Execution } from '../../../record/events/event.js';
import { findErrorLine } from '../../../record/events/select_events.js';
import { measureDiskUsage } from '../../../sandbox/disk/measure_disk_usage.js';
import { type CommandLogSink, executeCommand, hasSucceeded } from '../../../sandbox/execution/execute_command.js';
import {
  computeLayerDigest,
  findLayer,
  type Layer,
  type LayerDraft,
  openLayerDraft,
} from '../../../workspace/layer.js';
import type { MaterialisedSnapshot } from '../../../workspace/snapshot/materialise_snapshot.js';
import { type SelectedTree, selectTreeFiles } from '../../../workspace/snapshot/materialise_snapshot.js';
import type { RunnerContext, SetupResult } from '../runner_context.js';
import { copyImageFiles, IMAGE_COPY_DIGEST } from './copy_image_files.js';
import { createSessionOptions } from './create_session_options.js';
import { openNetworkedSession, openSetupEgress } from './open_networked_session.js';

/**
 * Prepares the layer of a contract: finds it, or makes it by running the setup once (requirement K4).
 *
 * Attempts that need the same layer at the same time wait for one setup.
 *
 * @returns `waited_ms`: time spent waiting for the setup of another attempt
 */
export async function prepareLayer(
  loaded: LoadedContract,
  snapshot: MaterialisedSnapshot,
  tools: Record<string, string>,
  runner: RunnerContext,
  recorder: CommandLogSink,
): Promise<SetupResult & { waited_ms: number }> {
  const { contract } = loaded;
  const { seed, ...environment } = contract.environment;
  const digest = computeLayerDigest({
    tree: snapshot.tree,
    environment: {
      ...environment,
      ...omitUndefined({ image_files: environment.image_files ? IMAGE_COPY_DIGEST : undefined }),
      seed,
    },
    setup: contract.setup,
    sandbox_class: runner.probe.class,
    tools,
  });
  const started = recorder.now();
  const pending = runner.layers.get(digest);
  if (pending) {
    // The attempt that ran the commands records them and their logs.
    const shared = await pending;
    return {
      layer: shared.layer,
      event: { ...shared.event, reused: true, steps: [] },
      waited_ms: recorder.now() - started,
    };
  }
  const making = findOrCreateLayer(loaded, snapshot, digest, tools, runner, recorder);
  runner.layers.set(digest, making);
  try {
    const preparation = await making;
    // A setup that was interrupted or hit a fault of the machine says nothing about the contract.
    if (runner.signal.aborted || preparation.event.fault) runner.layers.delete(digest);
    return { ...preparation, waited_ms: 0 };
  } catch (error) {
    runner.layers.delete(digest);
    throw error;
  }
}

async function findOrCreateLayer(
  loaded: LoadedContract,
  snapshot: MaterialisedSnapshot,
  digest: string,
  tools: Record<string, string>,
  runner: RunnerContext,
  recorder: CommandLogSink,
): Promise<SetupResult> {
  const existing = await findLayer(runner.cache, digest);
  if (existing) return { layer: existing, event: { layer: digest, reused: true, outcome: 'ready', steps: [], tools } };
  const { contract } = loaded;
  const { shared, own } = splitSetup(contract.setup);
  const install = await prepareInputLayer(loaded, shared, snapshot, tools, runner, recorder);
  const steps: Execution[] = [...(install?.event.steps ?? [])];
  if (install && !install.layer) return { layer: undefined, event: { ...install.event, layer: digest } };
  const draft = await openLayerDraft(runner.cache, digest, snapshot.tree);
  const fault =
    (install?.layer && (await addInputLayer(draft, install.layer, install.reduced))) ??
    (await addImageFiles(draft, loaded, runner, recorder, steps)) ??
    (await runSetupSteps(own, draft, loaded, runner, recorder, steps));
  if (fault !== undefined) {
    await draft.abandon();
    return { layer: undefined, event: { layer: digest, reused: false, outcome: 'failed', ...fault, steps, tools } };
  }
  const replayable = contract.setup.every((step) => step.network.length === 0);
  const layer = await draft.freeze({ tools, steps, replayable });
  return { layer, event: { layer: digest, reused: false, outcome: 'ready', steps, tools } };
}

/** Reason why a setup failed; `fault` names what failed besides its commands. */
interface SetupFault {
  detail: string;
  fault?: 'sandbox' | 'network';
}

/** Adds what the setup makes of its inputs. @returns undefined if it fits over the repository */
async function addInputLayer(
  draft: LayerDraft,
  layer: Layer,
  reduced: SelectedTree['reduced'],
): Promise<SetupFault | undefined> {
  const changed = [...reduced].find(([path, content]) => !hasContent(layer, path, content))?.[0];
  if (changed !== undefined)
    return { detail: `setup changes ${changed}, of which it sees only a part: name the whole file in inputs` };
  const fault = await draft.layOver(layer);
  if (fault !== undefined)
    return { detail: `what setup makes of its inputs does not fit over the repository: ${fault}` };
  if (reduced.size > 0) await draft.restore([...reduced.keys()]);
  return undefined;
}

/** Adds the files that only the image has, if the contract names some; the step goes to `steps`. */
async function addImageFiles(
  draft: LayerDraft,
  loaded: LoadedContract,
  runner: RunnerContext,
  recorder: CommandLogSink,
  steps: Execution[],
): Promise<SetupFault | undefined> {
  if (!loaded.contract.environment.image_files) return undefined;
  const { step, fault } = await copyImageFiles(draft, loaded, runner, recorder);
  steps.push(step);
  if (fault === undefined) return undefined;
  return step.cause === 'not-started' ? { detail: fault, fault: 'sandbox' } : { detail: fault };
}

/** Runs the setup's commands over the whole repository, up to the first that fails; each goes to `steps`. */
async function runSetupSteps(
  setup: readonly SetupStep[],
  draft: LayerDraft,
  loaded: LoadedContract,
  runner: RunnerContext,
  recorder: CommandLogSink,
  steps: Execution[],
): Promise<SetupFault | undefined> {
  const before_bytes = setup.length > 0 ? await measureDiskUsage(draft.tree_path) : 0;
  for (const step of setup) {
    let unanswered = false;
    const requested: CommandLogSink['requested'] = (payload) => {
      unanswered ||= payload.decision === 'allowed' && isServerFault(payload.status ?? 0);
      recorder.requested(payload);
    };
    const session = await openNetworkedSession(
      runner,
      loaded,
      // Only commands of the agent are traced, not the contract's setup.
      { ...createSessionOptions(loaded, runner), trace: false, workspace: draft.tree_path, before_bytes },
      await openSetupEgress(step, loaded, runner, requested),
    );
    const { run, timeout: timeout_ms, environment } = step;
    try {
      runner.activity?.(nameSetupCommand(run));
      steps.push(await executeCommand(session, { run, timeout_ms, environment, signal: runner.signal }, recorder));
    } finally {
      runner.activity?.(undefined);
      await session.close();
    }
    const last = steps.at(-1)!;
    if (!hasSucceeded(last)) return describeFailedStep(step, last, unanswered);
  }
  return undefined;
}

/** Names a setup command to people who wait: by itself where it is short and plain. */
const nameSetupCommand = (run: string): string => (/^[^\n;&|$`{]{1,100}$/.test(run) ? run : 'setup command');

function describeFailedStep(step: SetupStep, execution: Execution, unanswered: boolean): SetupFault {
  const { cause, exit_code, network_attempts } = execution;
  const reason = cause === 'exit' ? `exit status ${exit_code}` : (execution.detail ?? cause);
  const line = findErrorLine(execution);
  const lacks_network = step.network.length === 0 && network_attempts;
  const hint = lacks_network ? ' (it has no network: network: [registry] gives it one)' : '';
  const detail = `setup command "${step.run}": ${reason}${line && `: ${line}`}${hint}`;
  if (cause === 'not-started') return { detail, fault: 'sandbox' };
  return unanswered ? { detail, fault: 'network' } : { detail };
}

/** Splits the setup into the commands that see only their inputs, which come first, and those that see everything. */
function splitSetup(setup: readonly SetupStep[]): { shared: SetupStep[]; own: SetupStep[] } {
  return {
    shared: setup.filter(({ inputs }) => inputs !== undefined),
    own: setup.filter(({ inputs }) => inputs === undefined),
  };
}

/**
 * Prepares the layer of the commands that see only their inputs. It holds nothing else of the repository, so every
 * contract with equal inputs shares it, whatever its other files are.
 *
 * @returns undefined if there are no such commands
 */
async function prepareInputLayer(
  loaded: LoadedContract,
  shared: readonly SetupStep[],
  snapshot: MaterialisedSnapshot,
  tools: Record<string, string>,
  runner: RunnerContext,
  recorder: CommandLogSink,
): Promise<(SetupResult & Pick<SelectedTree, 'reduced'>) | undefined> {
  if (shared.length === 0) return undefined;
  const paths = shared.flatMap(({ inputs }) => inputs ?? []);
  const { tree, reduced } = await selectTreeFiles(snapshot.tree, paths, runner.cache);
  const setup = shared.map(({ inputs, ...step }) => step);
  // Files of the image belong to the whole repository, not to what such commands make of their inputs.
  const { image_files: _, ...environment } = loaded.contract.environment;
  const contract = { ...loaded.contract, environment, setup };
  return { ...(await prepareLayer({ ...loaded, contract }, { ...snapshot, tree }, tools, runner, recorder)), reduced };
}

/** Tells whether a file of a layer has a content. Commands of the setup may have put anything in its place. */
function hasContent({ tree_path }: Layer, path: string, content: Buffer): boolean {
  const file = join(tree_path, path);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size === content.length && readFileSync(file).equals(content);
}

/** Tells whether a status means that the host is absent, faulty or overloaded. */
const isServerFault = (status: number) => status >= 500 || status === 429;
