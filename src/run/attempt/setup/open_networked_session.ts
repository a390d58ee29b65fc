import { join } from 'node:path';
import type { SetupStep } from '../../../contract/contract_schema.js';
import { addSubtaskWorkers, defaultCoordination } from '../../../contract/coordination/coordination.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { NetworkRequestPolicy } from '../../../network/allowlist.js';
import type { StageNetwork } from '../../../network/stage_network.js';
import { openStageNetwork } from '../../../network/stage_network.js';
import { formatStubs, parseStubs, type StubTable } from '../../../network/stub_table.js';
import type { EventPayload } from '../../../record/events/event.js';
import type { Manifest } from '../../../record/manifest/manifest.js';
import type { Session, SessionOptions } from '../../../sandbox/sandbox_backend.js';
import { writeAtomically } from '../../../system/write_atomically.js';
import { createAgentNetworkPolicies, NO_NETWORK } from '../../safety/agent_network_policies.js';
import { TRUST_LEVELS } from '../../safety/check_profile.js';
import type { RunnerContext } from '../runner_context.js';

/** Listener for requests that the proxy saw. */
type OnNetworkRequest = (payload: EventPayload<'network_request'>) => void;

/**
 * Opens the network of a setup step: the hosts it declares. `registry` means the registries of this machine
 * (requirement K4).
 */
export async function openSetupEgress(
  step: SetupStep,
  { contract }: Pick<LoadedContract, 'contract'>,
  runner: RunnerContext,
  append: OnNetworkRequest,
): Promise<StageNetwork | undefined> {
  if (step.network.length === 0) return undefined;
  const registries = step.network.includes('registry') ? await runner.outside.registries() : undefined;
  const declared = step.network.filter((entry) => entry !== 'registry').map((pattern) => ({ pattern }));
  const allow = [...declared, ...(registries?.hosts ?? [])];
  const root = contract.environment.workdir;
  return openStageNetwork({ allow, registries, root, ...createEgressDefaults(runner, append) }, runner.outside);
}

/**
 * Creates the policy for requests of all agents together, past the coordination layer. Below trust level 2 of the
 * contract they reach nothing by themselves, whatever the layer lets their profiles do.
 *
 * @returns undefined if network policies are switched off
 */
export function createRequestPolicy(
  { contract }: LoadedContract,
  on: Manifest['mechanisms'],
): NetworkRequestPolicy | undefined {
  if (!on.network_policies) return undefined;
  if (contract.policy.trust_level < TRUST_LEVELS.standard) return NO_NETWORK;
  return createAgentNetworkPolicies(
    addSubtaskWorkers(contract.coordination ?? defaultCoordination),
    contract.policy,
  ).getJointPolicy([]);
}

/**
 * Opens the network of the agent's stages: hosts that the policy allows, live or as recorded (requirement K6).
 *
 * @param policy asked for every request, within the allowed hosts
 */
export async function openAgentEgress(
  loaded: LoadedContract,
  runner: RunnerContext,
  append: OnNetworkRequest,
  policy?: NetworkRequestPolicy,
): Promise<StageNetwork | undefined> {
  const { network } = loaded.contract.policy;
  if (network === 'deny') return undefined;
  const allow = network.allow.map((pattern) => ({ pattern }));
  const terms = { allow, policy, ...createEgressDefaults(runner, append) };
  if (network.stubs === undefined) return openStageNetwork(terms, runner.outside);
  const stubs = getStubs(loaded, runner);
  const recording = runner.recordings !== undefined;
  const egress = await openStageNetwork({ ...terms, stubs: { stubs, recording } }, runner.outside);
  if (!recording) return egress;
  const path = join(loaded.folder, network.stubs);
  return {
    ...egress,
    async close() {
      await egress.close();
      if (stubs.size > 0) writeAtomically(path, formatStubs(stubs));
    },
  };
}

/** Opens the network of checks: recorded responses if the contract has them, else no network. */
export async function openCheckEgress(
  loaded: LoadedContract,
  runner: RunnerContext,
  append: OnNetworkRequest,
): Promise<StageNetwork | undefined> {
  const { network } = loaded.contract.policy;
  return network === 'deny' || network.stubs === undefined ? undefined : openAgentEgress(loaded, runner, append);
}

/** Opens a session with the network of its stage; closing the session closes both. */
export async function openNetworkedSession(
  runner: RunnerContext,
  loaded: LoadedContract,
  order: SessionOptions,
  egress: StageNetwork | undefined,
): Promise<Session> {
  if (egress === undefined) return runner.backend.open(order);
  try {
    const { variables, absent } = loaded.contract.environment;
    const environment = { ...order.environment, ...egress.environment, ...variables };
    for (const name of absent) delete environment[name];
    const session = await runner.backend.open({
      ...order,
      environment,
      forwarded_ports: [...(order.forwarded_ports ?? []), ...egress.doors],
      read_only_mounts: { ...order.read_only_mounts, ...egress.read_only_mounts },
    });
    return {
      ...session,
      close: () => session.close().finally(() => egress.close()),
    };
  } catch (error) {
    await egress.close();
    throw error;
  }
}

function getStubs(loaded: LoadedContract, { recordings }: RunnerContext): StubTable {
  if (recordings === undefined) {
    const stubs = parseStubs(loaded.stubs?.content ?? new Uint8Array());
    return stubs instanceof Map ? stubs : new Map(); // invalid stubs were refused with the contract
  }
  const recorded = recordings.get(loaded.path) ?? new Map();
  recordings.set(loaded.path, recorded);
  return recorded;
}

const createEgressDefaults = ({ probe, cache }: RunnerContext, append: OnNetworkRequest) => ({
  isolated: probe.isolated,
  cache,
  append,
});
