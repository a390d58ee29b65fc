import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { selectSandboxGuarantees } from '../../contract/policy/policy.js';
import { judgeAcceptanceRun } from '../../judge/rubric/checks/resolve_required_tests.js';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { createRunNetwork } from '../../network/stage_network.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import { createImageToolchain, createToolchain } from '../../run/agents/installation/toolchain.js';
import type { AttemptRunner } from '../../run/attempt/attempt_ports.js';
import type { RunnerContext } from '../../run/attempt/runner_context.js';
import { createAttemptPorts } from '../../run/create_attempt_ports.js';
import { createDecisionFileOperator } from '../../run/escalation/create_decision_file_operator.js';
import { createPersonOperator, type Operator } from '../../run/escalation/operator.js';
import { removeUnsafeRemedy } from '../../sandbox/bubblewrap/diagnose_bubblewrap.js';
import type { DiskEnforcement, SandboxBackend } from '../../sandbox/sandbox_backend.js';
import { selectBackend } from '../../sandbox/selection/select_backend.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import type { CommandContext } from '../io/command_context.js';
import { runStep } from '../io/progress_reporter.js';
import { readOutboundNetwork } from '../io/read_outbound_network.js';
import type { RunOptions } from '../study/run_options.js';
import type { BegunInspections } from './begin_inspection.js';
import { describeMachine, readRuntimeVersions } from './describe_machine.js';
import { createBackendFactories, probeWorkspaces } from './start_machine_probes.js';

/**
 * Creates what the attempts of a run share: cache, sandbox, toolchain.
 *
 * Everything that can refuse the run does so here, before the first attempt.
 *
 * @param options `doors`: agents reach a server of gatebench from inside their sandbox; `keys`: providers' keys, which
 * must not be recorded; `prices`: of everything
 * @throws {UserError} if a sandbox that the contracts need is unavailable, or a folder cannot be written
 */
export async function createRunnerContexts(
  options: RunOptions & { doors?: boolean } & Pick<RunnerContext, 'keys' | 'prices'>,
  contracts: readonly LoadedContract[],
  cache: WorkspaceCache,
  cwd: string,
  out: Pick<CommandContext, 'signal' | 'people' | 'secrets' | 'install_sandbox' | 'progress'>,
): Promise<RunnerContexts> {
  const { signal, people, secrets } = out;
  const runs = join(resolve(cwd, options.out), 'runs');
  requireWritableFolder(runs, options.out);
  // These wait for processes and run concurrently; all are settled before one of them fails the run.
  const { method: trying, disk } = probeWorkspaces(cache, contracts[0]?.contract.budget.disk);
  const opening = [selectSandboxes(options, contracts, disk, out), trying, disk, readRuntimeVersions()] as const;
  await runStep(out.progress, 'preparing the sandbox', () => Promise.allSettled(opening));
  const [chosen, method, enforcement, runtime] = await Promise.all(opening);
  const now = () => new Date();
  const shared = {
    ports: createAttemptPorts(),
    cache,
    volumes: enforcement === 'enforced',
    layers: new Map(),
    references: { measured: new Map(), calibrated: new Map() },
    runs,
    cwd,
    version: ENGINE_VERSION,
    runtime,
    entrypoint: 'run',
    rubric: RUBRIC_VERSION,
    judge_acceptance: judgeAcceptanceRun,
    machine: describeMachine(),
    signal,
    now,
    outside: createRunNetwork(readOutboundNetwork(options.way_out), now),
    operators: createOperators(options, people),
    ...omitUndefined({ secrets, recordings: options.record_stubs ? new Map() : undefined }),
    keys: options.keys,
    prices: options.prices,
  };
  const searched = (options.search_path ?? '').split(':').filter(Boolean);
  const contexts = new Map<SandboxBackend, AttemptRunner>();
  for (const { backend, probe } of chosen.values()) {
    const context = contexts.get(backend);
    if (context) {
      // The manifest states tracing as soon as one contract demands it.
      if (probe.guarantees.trace) context.probe = probe;
      continue;
    }
    contexts.set(backend, {
      ...shared,
      backend,
      probe,
      // A container engine does not see mounts in the namespace of an ordinary user.
      method: probe.path !== undefined && method === 'overlay-userns' ? 'copy' : method,
      toolchain:
        probe.path === undefined
          ? createToolchain(backend, cache, searched)
          : createImageToolchain(backend, cache, probe.path),
    });
  }
  return {
    runs,
    cwd,
    cache,
    inspected: new Map(),
    isolated: [...contexts.values()].every(({ probe }) => probe.isolated),
    getContext: (loaded) => contexts.get(chosen.get(loaded)!.backend)!,
  };
}

/** Requires that the folder of the records can be written. @throws {UserError} that names the output folder */
function requireWritableFolder(runs: string, out: string): void {
  try {
    // Node's recursive mkdir never returns in file systems of the kernel.
    if (/^\/(proc|sys)\//.test(runs)) throw Object.assign(new Error(), { code: 'EROFS' });
    mkdirSync(runs, { recursive: true });
    // An existing folder may be unwritable or on a read-only disk.
    const trial = join(runs, `.writable-${process.pid}`);
    writeFileSync(trial, '');
    rmSync(trial);
  } catch (error) {
    throw new UserError(
      `output folder ${out} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      'Name another one with --out DIR.',
    );
  }
}

/** Runner contexts of a run. Contracts of one image share a context, and so do all without an image. */
export interface RunnerContexts extends Pick<RunnerContext, 'runs' | 'cwd' | 'cache'> {
  /** Inspections of repositories that have begun; empty unless the caller began some. */
  inspected: BegunInspections;
  /** False if attempts run on the machine itself. */
  isolated: boolean;
  /** Returns the context of a contract, with its own sandbox and tools. */
  getContext(loaded: LoadedContract): AttemptRunner;
}

/**
 * Selects the sandbox of every contract by its image and policy. Each backend is created and probed once, and probed
 * again after bubblewrap was installed.
 */
async function selectSandboxes(
  options: RunOptions & { doors?: boolean },
  contracts: readonly LoadedContract[],
  disk: Promise<DiskEnforcement>,
  { install_sandbox, offers_unsafe }: Pick<CommandContext, 'install_sandbox' | 'offers_unsafe'>,
): Promise<Map<LoadedContract, Pick<RunnerContext, 'backend' | 'probe'>>> {
  const chosen = new Map<LoadedContract, Pick<RunnerContext, 'backend' | 'probe'>>();
  let makers = createBackendFactories(options.search_path, disk);
  let install = install_sandbox;
  for (const loaded of contracts) {
    const { contract, shown, lines } = loaded;
    const { network, evidence } = contract.policy;
    if (network !== 'deny' && network.stubs !== undefined && !loaded.stubs && !options.record_stubs)
      throw new UserError(
        `${shown}:${lines['policy.network.stubs'] ?? 1}  policy.network.stubs: "${network.stubs}" does not exist ` +
          `beside the contract`,
        'Record it once: gatebench run --record-stubs.',
      );
    const wish = {
      sandbox: options.sandbox,
      unsafe: options.unsafe,
      ...omitUndefined({ image: contract.environment.image }),
      guarantees: {
        ...selectSandboxGuarantees(contract.policy.guarantees),
        ...omitUndefined({
          trace: evidence === 'trace' ? ('strace' as const) : undefined,
          programs: evidence === 'programs' ? ('strace' as const) : undefined,
        }),
      },
      needs_port_forwarding:
        options.doors === true || network !== 'deny' || contract.setup.some((step) => step.network.length > 0),
    };
    let choice = await selectBackend(wish, makers);
    if ('refusal' in choice && choice.refusal.obstacle && install) {
      const result = await install(choice.refusal.obstacle);
      install = undefined;
      if (result.fault !== undefined)
        throw new UserError(`sandbox (${shown}): ${choice.refusal.reason}; ${result.fault}`, result.remedy);
      // The program may be in another folder now.
      makers = createBackendFactories(options.search_path, disk);
      choice = await selectBackend(wish, makers);
    }
    if ('refusal' in choice) {
      const { reason, remedy } = choice.refusal;
      throw new UserError(`sandbox (${shown}): ${reason}`, offers_unsafe ? remedy : removeUnsafeRemedy(remedy));
    }
    chosen.set(loaded, choice);
  }
  return chosen;
}

/** Returns the operators that can be asked in this run (requirement R12); none with `ask: false`. */
function createOperators({ ask }: RunOptions, people: CommandContext['people']): Operator[] {
  if (!ask) return [];
  return [
    ...(people?.terminal ? [createPersonOperator('terminal', people.terminal)] : []),
    ...(people?.github ? [createPersonOperator('github', people.github)] : []),
    ...(people?.file === false ? [] : [createDecisionFileOperator()]),
  ];
}
