import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Payload } from '../../record/events.js';
import type { Door } from '../sandbox/backend.js';
import { SANDBOX_HOME } from '../sandbox/etc.js';
import { type Cache, removeTree, scratch } from '../workspace/cache.js';
import { type Allowed, allowlist, type RequestPolicy, restricted } from './allowlist.js';
import type { StubRoom } from './answer.js';
import { type Authority, makeAuthority } from './certificates.js';
import { certificateEnvironment, LIVE, proxyEnvironment } from './client_environment.js';
import { openLedger } from './ledger.js';
import { openProxy } from './proxy.js';
import { configuredRegistries, type Registries } from './registries.js';
import { trusted, type WayOut } from './way_out.js';

/** The way out of sandboxes that a run shares: how the machine gets out, its registries, the authority of recorded hosts. */
export interface Outside {
  way: WayOut;
  registries(): Promise<Registries>;
  authority(): Promise<Authority>;
}

/** @param way how the machine itself reaches others */
export function openOutside(way: WayOut, now: () => Date): Outside {
  let registries: Promise<Registries> | undefined;
  let authority: Promise<Authority> | undefined;
  return {
    way,
    registries: () => (registries ??= configuredRegistries(way.tool_variables)),
    authority: () => (authority ??= makeAuthority(now())),
  };
}

export interface EgressOrder {
  /** Hosts that may be reached. */
  allow: readonly Allowed[];
  /** Asked for every request, beside the list: rules of the network policy. Absent = switched off. */
  policy?: RequestPolicy | undefined;
  /** Requests are answered from these, or recorded into them. */
  stubs?: StubRoom | undefined;
  /** Registries whose configuration the sandbox gets. */
  registries?: Registries | undefined;
  /** Sandboxes have a network of their own; without one the door's port is taken on the machine. */
  isolated: boolean;
  cache: Cache;
  /** Takes every event. */
  append: (payload: Payload<'network_request'>) => void;
}

/** What a session needs to reach the proxy, and the end of it. */
export interface Egress {
  doors: Door[];
  environment: Record<string, string>;
  /** Host path → path inside. */
  read_only_mounts: Record<string, string>;
  /** Ends all requests; the events are appended then. */
  close(): Promise<void>;
}

/** The usual port of a proxy; nothing else listens on the loopback of a new sandbox. */
export const PROXY_PORT = 3128;
/** Where a sandbox finds certificates that its system does not have. */
const BUNDLE = '/run/certificates.pem';

/** Opens the proxy of one stage. */
export async function openEgress(order: EgressOrder, outside: Outside): Promise<Egress> {
  const { way } = outside;
  const authority = order.stubs ? await outside.authority() : undefined;
  const ledger = openLedger(order.append);
  const proxy = openProxy({
    list: order.policy ? restricted(allowlist(order.allow), order.policy) : allowlist(order.allow),
    ledger,
    way,
    ...(order.stubs && authority ? { stubs: { ...order.stubs, authority } } : {}),
  });
  const port = order.isolated ? PROXY_PORT : await freePort();
  const files: Record<string, string> = Object.fromEntries(
    Object.entries(order.registries?.files ?? {}).map(([name, text]) => [join(SANDBOX_HOME, name), text]),
  );
  // Node alone does not look at the system's certificates. All others are told only of what the system does not have.
  const special = authority !== undefined || way.extra_certificates !== undefined;
  files[BUNDLE] = trusted(way) + (authority?.certificate ?? '');
  const room = scratch(order.cache);
  const read_only_mounts: Record<string, string> = {};
  for (const [index, [inside, text]] of Object.entries(files).entries()) {
    const path = join(room, String(index));
    writeFileSync(path, text, { mode: 0o644 });
    read_only_mounts[path] = inside;
  }
  return {
    doors: [{ port, accept: proxy.accept }],
    environment: {
      ...proxyEnvironment(port),
      ...(order.stubs && !order.stubs.recording ? {} : LIVE),
      ...(special ? certificateEnvironment(BUNDLE) : { NODE_EXTRA_CA_CERTS: BUNDLE }),
      ...order.registries?.environment,
    },
    read_only_mounts,
    async close() {
      await proxy.close();
      await removeTree(room);
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
