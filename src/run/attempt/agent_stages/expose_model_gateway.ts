import { type Duplex, duplexPair } from 'node:stream';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { ModelAccess } from '../../../gateway/model_config.js';
import { findFreePort } from '../../../network/stage_network.js';
import type { ForwardedPort } from '../../../sandbox/sandbox_backend.js';
import type { AttemptGateway } from '../../model_access/open_attempt_gateway.js';

/** Port of the model gateway inside a sandbox. */
const MODEL_PORT = 3130;

/** Access to models in one stage: ports of the session, variables, and a connection for the harness itself. */
interface ModelGatewayAccess {
  ports: readonly ForwardedPort[];
  environment: Record<string, string>;
  access: ModelAccess;
  /** Aborts running requests and waits until they are recorded. */
  close(): Promise<void>;
}

/**
 * Exposes the model gateway on a port inside the sandbox.
 *
 * @param agent agent that the requests are made as
 * @param isolated false: the port is one of the machine's, so a free one is taken
 * @param listen starts listening to one connection: to every byte that leaves the sandbox
 */
export async function exposeModelGateway(
  gateway: AttemptGateway,
  agent: string,
  isolated: boolean,
  listen: () => (chunk: Uint8Array) => void,
): Promise<ModelGatewayAccess> {
  const port = isolated ? MODEL_PORT : await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const token = gateway.token(agent);
  const open = new Set<Duplex>();
  let closed = false;
  const accept = (connection: Duplex) => {
    if (closed) return void connection.destroy();
    open.add(connection);
    connection.on('error', () => {}).once('close', () => open.delete(connection));
    gateway.accept(connection);
    connection.on('data', listen());
  };
  return {
    ports: [{ port, accept }],
    environment: {
      GATEBENCH_MODEL_URL: url,
      GATEBENCH_MODEL_TOKEN: token,
      ...omitUndefined({ GATEBENCH_MODEL: gateway.model ?? undefined }),
    },
    access: {
      url,
      token,
      name: gateway.model,
      dialects: gateway.dialects,
      connect() {
        const [ours, peer] = duplexPair();
        accept(peer);
        return ours;
      },
    },
    close() {
      closed = true;
      for (const connection of open) connection.destroy();
      return gateway.settled(agent);
    },
  };
}
