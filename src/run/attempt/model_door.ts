import { type Duplex, duplexPair } from 'node:stream';
import { freePort } from '../egress/egress.js';
import type { ModelAccess } from '../gateway/models.js';
import type { Door } from '../sandbox/backend.js';
import type { AttemptGateway } from './attempt_gateway.js';

/** The port of the model gateway inside a sandbox. */
export const MODEL_PORT = 3130;

/** How an agent reaches models in one stage: a door of its session, variables, and a connection for the harness itself. */
export interface ModelDoor {
  doors: readonly Door[];
  environment: Record<string, string>;
  access: ModelAccess;
  /** Breaks off what is still asked, and waits until it is written down. */
  close(): Promise<void>;
}

/**
 * @param agent whom requests are made as
 * @param isolated without isolation the port is one of the machine's, where the usual one may be taken
 * @param listen begins to listen to one connection: to every byte that goes out, whatever the gateway makes of it
 */
export async function openModelDoor(
  gateway: AttemptGateway,
  agent: string,
  isolated: boolean,
  listen: () => (chunk: Uint8Array) => void,
): Promise<ModelDoor> {
  const port = isolated ? MODEL_PORT : await freePort();
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
    doors: [{ port, accept }],
    environment: {
      GATEBENCH_MODEL_URL: url,
      GATEBENCH_MODEL_TOKEN: token,
      ...(gateway.model === null ? {} : { GATEBENCH_MODEL: gateway.model }),
    },
    access: {
      url,
      token,
      name: gateway.model,
      dialects: gateway.dialects,
      connect() {
        const [ours, theirs] = duplexPair();
        accept(theirs);
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
