import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { c as tar } from 'tar';
import { givenRoom, write } from '../../given.js';

/** A registry on the loopback, asked by the real npm of this process and its children. */
export interface Registry {
  server: Server;
  /** What it was asked for. */
  asked: string[];
  /** It answers nothing. */
  stall: boolean;
  /** Gives npm its own settings back. */
  close(): void;
}

/** The integrity of a tarball, as lockfiles have it. */
export const computeIntegrity = (tarball: Buffer) => `sha512-${createHash('sha512').update(tarball).digest('base64')}`;

/** A registry with one package, `@scope/tool@1.2.3`, whose only program is `tool`. */
export async function givenRegistry(program: string): Promise<Registry> {
  const room = givenRoom();
  write(join(room, 'package'), {
    'package.json': JSON.stringify({
      name: '@scope/tool',
      version: '1.2.3',
      bin: { tool: 'tool.js' },
      engines: { node: '>=99' },
      scripts: { postinstall: 'echo ran > ran' },
    }),
    'tool.js': { content: program, executable: true },
  });
  await tar({ gzip: true, cwd: room, file: join(room, 'tool.tgz') }, ['package']);
  return serveTarball(readFileSync(join(room, 'tool.tgz')), room);
}

/**
 * A registry whose package `@scope/tool@1.2.3` is a tarball.
 * @param claimed integrity that it says the tarball has; default: its own
 */
export async function serveTarball(tarball: Buffer, room = givenRoom(), claimed?: string): Promise<Registry> {
  const integrity = claimed ?? computeIntegrity(tarball);
  const server = createServer(({ url, headers }, response) => {
    registry.asked.push(url!);
    if (registry.stall) return;
    if (url!.endsWith('.tgz')) return void response.end(tarball);
    if (decodeURIComponent(url!) !== '/@scope/tool') return void response.writeHead(404).end('{}');
    const dist = { integrity, tarball: `http://${headers.host}/tool.tgz` };
    const version = { name: '@scope/tool', version: '1.2.3', bin: { tool: 'tool.js' }, dist, hasInstallScript: true };
    response.end(
      JSON.stringify({ name: '@scope/tool', 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': version } }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const settings = {
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    npm_config_cache: join(room, 'npm-cache'),
    npm_config_userconfig: join(room, 'npmrc'),
    npm_config_fetch_retries: '0',
  };
  const before = Object.keys(settings).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, settings);
  const registry: Registry = {
    server,
    asked: [],
    stall: false,
    close() {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      server.closeAllConnections();
      server.close();
    },
  };
  return registry;
}
