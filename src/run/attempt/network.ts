import { join } from 'node:path';
import { defaultCoordination, withWorkers } from '../../contract/coordination.js';
import type { LoadedContract } from '../../contract/loaded.js';
import type { SetupStep } from '../../contract/schema.js';
import { writeAtomically } from '../../record/atomic.js';
import type { Payload } from '../../record/events.js';
import type { Manifest } from '../../record/manifest.js';
import type { RequestPolicy } from '../egress/allowlist.js';
import type { Egress } from '../egress/egress.js';
import { openEgress } from '../egress/egress.js';
import { readStubs, type Stubs, writeStubs } from '../egress/stubs.js';
import { agentPolicies } from '../safety/agent_policies.js';
import type { Session, SessionOrder } from '../sandbox/backend.js';
import type { Rooms } from './rooms.js';

/** Takes what the proxy saw. */
export type Append = (payload: Payload<'network_request'>) => void;

/** The network of a setup step: the hosts it declares; `registry` = the registries this machine is configured for (K4). */
export async function setupEgress(step: SetupStep, rooms: Rooms, append: Append): Promise<Egress | undefined> {
  if (step.network.length === 0) return undefined;
  const registries = step.network.includes('registry') ? await rooms.outside.registries() : undefined;
  const declared = step.network.filter((entry) => entry !== 'registry').map((pattern) => ({ pattern }));
  const allow = [...declared, ...(registries?.hosts ?? [])];
  return openEgress({ allow, registries, ...common(rooms, append) }, rooms.outside);
}

/** What agents may reach by the rules of the coordination layer, all of them together; undefined = rules are switched off. */
export function requestPolicy({ contract }: LoadedContract, on: Manifest['mechanisms']): RequestPolicy | undefined {
  if (!on.network_policies) return undefined;
  return agentPolicies(withWorkers(contract.coordination ?? defaultCoordination), contract.policy).of([]);
}

/**
 * The network of the agent's stages: the hosts that the policy allows, live or as recorded (K6).
 *
 * @param policy asked for every request: rules within that
 */
export async function agentEgress(
  loaded: LoadedContract,
  rooms: Rooms,
  append: Append,
  policy?: RequestPolicy,
): Promise<Egress | undefined> {
  const { network } = loaded.contract.policy;
  if (network === 'deny') return undefined;
  const allow = network.allow.map((pattern) => ({ pattern }));
  const given = { allow, policy, ...common(rooms, append) };
  if (network.stubs === undefined) return openEgress(given, rooms.outside);
  const stubs = stubsOf(loaded, rooms);
  const recording = rooms.recordings !== undefined;
  const egress = await openEgress({ ...given, stubs: { stubs, recording } }, rooms.outside);
  if (!recording) return egress;
  const path = join(loaded.folder, network.stubs);
  return {
    ...egress,
    async close() {
      await egress.close();
      if (stubs.size > 0) writeAtomically(path, writeStubs(stubs));
    },
  };
}

/** The network of checks: recorded responses where the contract has them, else nothing at all. */
export async function checkEgress(loaded: LoadedContract, rooms: Rooms, append: Append): Promise<Egress | undefined> {
  const { network } = loaded.contract.policy;
  return network === 'deny' || network.stubs === undefined ? undefined : agentEgress(loaded, rooms, append);
}

/** Opens a session that has the network of its stage; both end together. */
export async function openSession(
  rooms: Rooms,
  loaded: LoadedContract,
  order: SessionOrder,
  egress: Egress | undefined,
): Promise<Session> {
  if (egress === undefined) return rooms.backend.open(order);
  try {
    const { variables, absent } = loaded.contract.environment;
    const environment = { ...order.environment, ...egress.environment, ...variables };
    for (const name of absent) delete environment[name];
    const session = await rooms.backend.open({
      ...order,
      environment,
      doors: [...(order.doors ?? []), ...egress.doors],
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

function stubsOf(loaded: LoadedContract, { recordings }: Rooms): Stubs {
  if (recordings === undefined) {
    const stubs = readStubs(loaded.stubs?.content ?? new Uint8Array());
    return stubs instanceof Map ? stubs : new Map(); // read and refused before, with the contract
  }
  const known = recordings.get(loaded.path) ?? new Map();
  recordings.set(loaded.path, known);
  return known;
}

const common = ({ probe, cache }: Rooms, append: Append) => ({
  isolated: probe.isolated,
  cache,
  append,
});
