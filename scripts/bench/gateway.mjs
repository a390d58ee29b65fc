/** What the model gateway adds to a request: latency, first byte, streams side by side, memory and record of a long session. */
import { execFileSync, fork, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './measure.mjs';

/** A gateway of somebody else, in the same run, where it can be installed. */
const PEER = '@portkey-ai/gateway@1.15.2';
const MIB = 2 ** 20;

const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
};

/** @param bench `{room, cli, quick, report(what, figure, bar?, ok?), ms(value)}` of the main script */
export function gatewayBenchmarks({ room, cli, quick, report, ms }) {
  // A noisy moment spoils one block, not the median of them.
  const [blocks, rounds] = quick ? [3, 200] : [7, 400];

  return {
    async gateway() {
      const upstream = await startUpstream();
      const ours = await startGateway(cli, room, upstream.port, 'latency');
      const peer = await startPeer(room, upstream.port);
      try {
        const routes = {
          direct: { port: upstream.port, headers: {} },
          ours: { port: ours.port, headers: { authorization: `Bearer ${ours.token}` } },
          ...(peer ? { peer: { port: peer.port, headers: peer.headers } } : {}),
        };
        for (const [what, stream] of [
          ['whole answer', false],
          ['stream', true],
        ]) {
          const taken = [];
          for (let block = 0; block < blocks; block++) taken.push(await inTurn(routes, rounds, stream));
          const added = (name, kind, share) =>
            median(taken.map((block) => percentile(block[name][kind], share) - percentile(block.direct[kind], share)));
          const told = (name, kind) => `+${ms(added(name, kind, 0.5))} p50, +${ms(added(name, kind, 0.99))} p99`;
          const fits = added('ours', 'total', 0.5) <= 1 && added('ours', 'total', 0.99) <= 5;
          report(`gateway, ${what}: added latency`, told('ours', 'total'), 'p50 1 ms, p99 5 ms', fits);
          if (stream) {
            const first = added('ours', 'first', 0.5);
            report('gateway, stream: first byte later by', `${ms(first)} p50`, '1 ms', first <= 1);
          }
          // The peer may fail at what it is asked; that is its figure then.
          const failure = taken.find((block) => block.peer?.failure)?.peer.failure;
          if (peer) report(`  ${PEER}, ${what}`, failure ?? told('peer', 'total'));
        }
        const direct = await sideBySide(routes.direct, 100, quick ? 3 : 10);
        const through = await sideBySide(routes.ours, 100, quick ? 3 : 10);
        report('100 streams side by side, all of them', `${ms(through)} (direct ${ms(direct)})`);
        if (peer) {
          const its = await sideBySide(routes.peer, 100, quick ? 3 : 10).then(ms, ({ message }) => message);
          report(`  ${PEER}`, its);
        }
      } finally {
        for (const one of [ours, peer, upstream]) one?.stop();
      }
    },
    async session() {
      const upstream = await startUpstream();
      const ours = await startGateway(cli, room, upstream.port, 'session');
      try {
        const count = quick ? 1000 : 10_000;
        const route = { port: ours.port, headers: { authorization: `Bearer ${ours.token}` } };
        const agent = new Agent({ keepAlive: true });
        const messages = [{ role: 'system', content: 'You work on a repository. '.repeat(40) }];
        let raw = 0;
        let early = 0;
        const started = performance.now();
        for (let i = 0; i < count; i++) {
          messages.push({ role: 'user', content: `Result ${i}: ${'ok '.repeat(20)}` });
          const body = JSON.stringify({ stream: true, model: 'bench', max_tokens: 100, messages });
          raw += Buffer.byteLength(body);
          await ask(route, body, agent);
          messages.push({ role: 'assistant', content: 'word and another' });
          // Agents compact their history: a few hundred turns are as long as one gets.
          if (messages.length > 800) messages.splice(1, 600);
          if (i === Math.floor(count / 10)) early = ours.memory();
        }
        agent.destroy();
        const took = performance.now() - started;
        const stored = sizeOf(ours.record);
        report(
          `memory after ${count} requests (after a tenth: ${early.toFixed(0)} MiB)`,
          `${ours.memory().toFixed(0)} MiB`,
        );
        report(
          'record of the session against raw bytes',
          `${(stored / MIB).toFixed(0)} MiB of ${(raw / MIB).toFixed(0)} MiB (${((100 * stored) / raw).toFixed(1)} %)`,
        );
        report('the same, time of one request', ms(took / count));
      } finally {
        ours.stop();
        upstream.stop();
      }
    },
  };
}

/** Each route in turn, request by request, so that a noisy moment hits all of them. */
async function inTurn(routes, rounds, stream) {
  const agents = Object.fromEntries(Object.keys(routes).map((name) => [name, new Agent({ keepAlive: true })]));
  const taken = Object.fromEntries(Object.keys(routes).map((name) => [name, { first: [], total: [] }]));
  const body = bodyOf(stream);
  for (let round = -20; round < rounds; round++)
    for (const [name, route] of Object.entries(routes)) {
      if (taken[name].failure) continue;
      const answer = await ask(route, body, agents[name]).catch((error) => {
        if (name !== 'peer') throw error;
        taken[name].failure = error.message;
      });
      if (round < 0 || !answer) continue;
      const { first, total } = answer;
      taken[name].first.push(first);
      taken[name].total.push(total);
    }
  for (const agent of Object.values(agents)) agent.destroy();
  return taken;
}

/** How long so many streams at once take, the median of a few times. */
async function sideBySide(route, width, times) {
  const agent = new Agent({ keepAlive: true });
  const taken = [];
  for (let time = 0; time < times; time++) {
    const started = performance.now();
    await Promise.all(Array.from({ length: width }, () => ask(route, bodyOf(true), agent)));
    taken.push(performance.now() - started);
  }
  agent.destroy();
  return median(taken);
}

const bodyOf = (stream) =>
  JSON.stringify({
    stream,
    model: 'bench',
    max_tokens: 100,
    messages: [
      { role: 'system', content: 'You work on a repository. '.repeat(200) },
      { role: 'user', content: 'Say something short.' },
    ],
  });

function ask({ port, headers }, body, agent) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request({
      agent,
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
    });
    asked.on('error', reject);
    asked.on('response', (response) => {
      let first;
      response.on('data', () => {
        first ??= performance.now() - started;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`a request was answered with ${response.statusCode}`));
        else resolve({ first, total: performance.now() - started });
      });
    });
    asked.end(body);
  });
}

async function startUpstream() {
  const child = fork(fileURLToPath(new URL('model_upstream.mjs', import.meta.url)), { silent: true });
  const port = Number(await firstOutput(child.stdout));
  return { port, stop: () => child.kill() };
}

async function startGateway(cli, room, upstream, name) {
  const record = join(room, `gateway-${name}`);
  const tokens = join(room, `gateway-${name}.json`);
  const argv = ['serve', 'gateway', '--upstream', `http://127.0.0.1:${upstream}/v1`, '--port', '0', '--record', record];
  const child = spawn('node', [cli, ...argv, '--tokens', tokens], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${said}`)));
    child.stderr.on('data', (data) => {
      said += data;
      if (said.includes('\n') && existsSync(tokens)) resolve();
    });
  });
  const told = JSON.parse(readFileSync(tokens, 'utf8'));
  return {
    record,
    port: Number(new URL(told.url).port),
    token: Object.values(told.tokens)[0],
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    stop: () => child.kill('SIGTERM'),
  };
}

/** Undefined where it cannot be installed. */
async function startPeer(room, upstream) {
  const folder = join(room, 'peer');
  mkdirSync(folder, { recursive: true });
  const port = 20_000 + (process.pid % 20_000);
  try {
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, PEER], {
      stdio: 'ignore',
      timeout: 120_000,
    });
  } catch {
    console.log(`SKIPPED: ${PEER} cannot be installed here; there is nobody to compare with`);
    return undefined;
  }
  const server = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  const child = spawn('node', [server, `--port=${port}`, '--headless'], { stdio: 'ignore' });
  const headers = {
    authorization: 'Bearer none',
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `http://127.0.0.1:${upstream}/v1`,
  };
  const peer = { port, headers, stop: () => child.kill() };
  for (let tries = 0; tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const agent = new Agent();
    if (await ask(peer, bodyOf(false), agent).catch(() => undefined)) return peer;
  }
  console.log(`SKIPPED: ${PEER} does not answer here; there is nobody to compare with`);
  peer.stop();
  return undefined;
}

const firstOutput = (stream) => new Promise((resolve) => stream.once('data', (data) => resolve(String(data).trim())));

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}
