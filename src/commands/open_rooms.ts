import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LoadedContract } from '../contract/loaded.js';
import { UserError } from '../contract/user_error.js';
import { RUBRIC_VERSION } from '../judge/rubric/score.js';
import { VERSION } from '../record/version.js';
import type { Rooms } from '../run/attempt/rooms.js';
import { openToolchain } from '../run/attempt/toolchain.js';
import { certificateBundle, configuredRegistry, describeMachine, runtimeVersions } from '../run/machine.js';
import { bubblewrapBackend } from '../run/sandbox/bubblewrap.js';
import { noneBackend } from '../run/sandbox/none.js';
import { findProgram } from '../run/sandbox/program.js';
import { selectBackend } from '../run/sandbox/select.js';
import type { Cache } from '../run/workspace/cache.js';
import { workspaceMethod } from '../run/workspace/workspace.js';
import { operatorsOf } from './operators.js';
import type { RunOrder, RunOutput } from './orders.js';

/**
 * Opens what the attempts of a run share: cache, sandbox, toolchain. Everything that can refuse the run does so here, before
 * the first attempt.
 *
 * @throws {UserError} when a sandbox that the contracts need cannot be had, or a folder cannot be written
 */
export async function openRooms(
  order: RunOrder,
  contracts: readonly LoadedContract[],
  cache: Cache,
  cwd: string,
  { signal, people }: Pick<RunOutput, 'signal' | 'people'>,
): Promise<Rooms> {
  const runs = join(resolve(cwd, order.out), 'runs');
  try {
    // Node's recursive mkdir never ends where the kernel lets nobody make folders.
    if (/^\/(proc|sys)\//.test(runs)) throw Object.assign(new Error(), { code: 'EROFS' });
    mkdirSync(runs, { recursive: true });
    // A folder that is there may still be closed or on a read-only disk.
    const trial = join(runs, `.writable-${process.pid}`);
    writeFileSync(trial, '');
    rmSync(trial);
  } catch (error) {
    throw new UserError(
      `output folder ${order.out} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      'Name another one with --out DIR.',
    );
  }
  const networked = contracts.some(({ contract }) => contract.setup.some((step) => step.network.length > 0));
  // They wait for processes, not for each other.
  const [{ backend, probe }, method, runtime, registry_environment] = await Promise.all([
    chooseSandbox(order, contracts),
    workspaceMethod(cache),
    runtimeVersions(),
    networked ? registryEnvironment() : {},
  ]);
  return {
    cache,
    backend,
    probe,
    method,
    layers: new Map(),
    toolchain: openToolchain(backend, cache, (order.search_path ?? '').split(':').filter(Boolean)),
    runs,
    cwd,
    version: VERSION,
    runtime,
    entrypoint: 'run',
    rubric: RUBRIC_VERSION,
    machine: describeMachine(),
    signal,
    now: () => new Date(),
    registry_environment,
    operators: operatorsOf(order, people),
  };
}

/** One sandbox for all contracts; each contract's own demands are checked against it. */
async function chooseSandbox(
  order: RunOrder,
  contracts: readonly LoadedContract[],
): Promise<Pick<Rooms, 'backend' | 'probe'>> {
  let chosen: Pick<Rooms, 'backend' | 'probe'> | undefined;
  const bwrap = findProgram('bwrap', order.search_path);
  const bubblewrap = bubblewrapBackend(bwrap ? { bwrap } : {});
  const none = noneBackend();
  const makers = { bubblewrap: () => bubblewrap, none: () => none };
  for (const { contract, shown, lines } of contracts) {
    if (contract.policy.network !== 'deny')
      throw new UserError(
        `${shown}:${lines['policy.network'] ?? 1}  policy.network: this version cannot let an agent reach single hosts`,
        'Write `network: deny`.',
      );
    const wish = {
      sandbox: order.sandbox,
      unsafe: order.unsafe,
      ...(contract.environment.image ? { image: contract.environment.image } : {}),
      guarantees: contract.policy.guarantees,
    };
    const choice = await selectBackend(wish, makers);
    if ('refusal' in choice) throw new UserError(`sandbox (${shown}): ${choice.refusal.reason}`, choice.refusal.remedy);
    chosen ??= choice;
  }
  return chosen!;
}

async function registryEnvironment(): Promise<Record<string, string>> {
  const registry = await configuredRegistry();
  const certificates = certificateBundle();
  return {
    ...(registry ? { npm_config_registry: registry } : {}),
    ...(certificates ? { NODE_EXTRA_CA_CERTS: certificates } : {}),
  };
}
