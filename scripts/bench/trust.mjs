/** What it costs to hold a verdict: doors, the proxy, tracing, containers, the proof of a contract. None has a bar; all are watched. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import { createServer as createDoor } from 'node:net';
import { join } from 'node:path';
import { createRunNetwork, openStageNetwork } from '../../lib/network/stage_network.js';
import { createBubblewrapBackend } from '../../lib/sandbox/bubblewrap/create_bubblewrap_backend.js';
import { createContainerBackend } from '../../lib/sandbox/container/create_container_backend.js';
import { createOwnedFolder, openCache } from '../../lib/workspace/cache/workspace_cache.js';
import { interleaved, median, timed } from './measure.mjs';
import { makeSubject } from './subject.mjs';

const LIMITS = { memory_bytes: 2 ** 30, processes: 256, output_bytes: 2 ** 20 };
const TRUE = { argv: ['/bin/sh', '-c', ':'], timeout_ms: 60_000 };

/** @param bench `{room, cache, cli, rounds, report(what, figure), ms(value)}` of the main script */
export function trustBenchmarks({ room, cache, cli, rounds, report, ms }) {
  const session = (order = {}, backend = createBubblewrapBackend()) =>
    openCache(cache).then((shared) => {
      const workspace = createOwnedFolder(join(shared.scratch, `${process.pid}-trust`));
      const environment = { PATH: '/usr/local/bin:/usr/bin:/bin' };
      return backend.open({ workspace, limits: LIMITS, environment, ...order });
    });
  const one = async (opened, command = TRUE) => {
    const started = performance.now();
    const result = await opened.exec(command);
    if (result.cause !== 'exit' || result.exit_code !== 0)
      throw new Error(`${result.cause} ${result.detail ?? ''} ${Buffer.from(result.stderr.text)}`);
    return performance.now() - started;
  };

  return {
    async door() {
      const closed = await session();
      const open = await session({ forwarded_ports: [{ port: 3128, accept: (connection) => connection.end() }] });
      const runs = await interleaved(rounds * 4, { closed: () => one(closed), open: () => one(open) });
      await Promise.all([closed.close(), open.close()]);
      const added = median(runs.open) - median(runs.closed);
      report('a command with a door to the proxy', `+${ms(added)} (without ${ms(median(runs.closed))})`);
    },
    async proxy() {
      const upstream = createServer((_, response) => response.end('x'.repeat(1000)));
      const port = await listening(upstream);
      const outside = createRunNetwork({ no_proxy: [] }, () => new Date());
      const shared = await openCache(cache);
      const allow = [{ pattern: `127.0.0.1:${port}` }];
      const egress = await openStageNetwork({ allow, isolated: true, cache: shared, append: () => {} }, outside);
      const door = createDoor({ allowHalfOpen: true }, egress.doors[0].accept);
      const way = await listening(door);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ask = (options) =>
        new Promise((resolve, reject) => {
          const started = performance.now();
          get({ host: '127.0.0.1', agent, ...options }, (response) => {
            if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
            response.resume().on('end', () => resolve(performance.now() - started));
          }).on('error', reject);
        });
      const runs = await interleaved(300, {
        direct: () => ask({ port, path: '/' }),
        proxied: () => ask({ port: way, path: `http://127.0.0.1:${port}/` }),
      });
      agent.destroy();
      await egress.close();
      door.close();
      upstream.closeAllConnections();
      upstream.close();
      report(
        'a request through the proxy',
        `+${ms(median(runs.proxied) - median(runs.direct))} (direct ${ms(median(runs.direct))})`,
      );
    },
    async trace() {
      const plain = await session();
      const traced = await session({ trace: true });
      const loop = 'i=0; while [ $i -lt 200 ]; do /bin/true; i=$((i+1)); done';
      const many = { argv: ['/bin/sh', '-c', loop], timeout_ms: 60_000 };
      const little = await interleaved(rounds * 2, { plain: () => one(plain), traced: () => one(traced) });
      const much = await interleaved(rounds, { plain: () => one(plain, many), traced: () => one(traced, many) });
      await Promise.all([plain.close(), traced.close()]);
      report('a traced command', `+${ms(median(little.traced) - median(little.plain))}`);
      report('200 small processes, traced', `${(median(much.traced) / median(much.plain)).toFixed(2)} × untraced`);
    },
    async container() {
      for (const engine of ['docker', 'podman']) {
        const id = spawnSync(engine, ['image', 'inspect', '--format', '{{.Id}}', 'gatebench-test:2'], {
          encoding: 'utf8',
        });
        if (id.status !== 0) {
          console.log(`-      ${engine}: no test image here (eval "$(scripts/container-engine.sh)")`);
          continue;
        }
        const image = id.stdout.trim().replace(/^(sha256:)?/, 'sha256:');
        const backend = createContainerBackend({ engine, image });
        const probe = await backend.probe();
        if (!probe.usable) {
          console.log(`-      ${engine}: ${probe.reason}`);
          continue;
        }
        const starts = [];
        const commands = [];
        for (let i = 0; i < rounds; i++) {
          const started = performance.now();
          const opened = await session({}, backend);
          starts.push(performance.now() - started);
          for (let n = 0; n < 5; n++) commands.push(await one(opened));
          await opened.close();
        }
        report(
          `${engine}: start of a container, and a command in it`,
          `${ms(median(starts))}, ${ms(median(commands))}`,
        );
      }
    },
    async validate() {
      const root = join(room, 'validate');
      mkdirSync(root);
      const subject = makeSubject(root, { files: 200 });
      const proof = ['validate', subject.contract, '--no-lock', '--cache', cache, '--out', join(root, 'proof')];
      const prove = (...more) => timed('node', [cli, ...proof, ...more]);
      const runs = await interleaved(2, {
        whole: () => prove('--reruns', '5'),
        bare: () => timed('bash', [subject.bare, '5', '1']),
      });
      const [whole, bare] = [runs.whole, runs.bare].map((each) => median(each.map((run) => run.ms)));
      report(
        'proof of a contract (5 reruns, cheaters, mutants)',
        `${(whole / 1000).toFixed(1)} s = ${(whole / bare).toFixed(1)} × 5 bare runs`,
      );
    },
  };
}

const listening = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
