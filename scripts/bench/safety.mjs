/** What the safety mechanisms and the coordination layer cost: guardrails by command, operations through the dispatcher, the audit, MCP. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultCoordination } from '../../lib/contract/coordination/coordination.js';
import { NO_ABLATION } from '../../lib/contract/coordination/mechanism.js';
import { policySchema } from '../../lib/contract/policy/policy.js';
import { createBearerTokens } from '../../lib/gateway/accounts/bearer_tokens.js';
import { createGuard } from '../../lib/guard/create_guard.js';
import { EventLog } from '../../lib/record/storage/event_log.js';
import { callOperation } from '../../lib/run/coordination/mcp/call_operation.js';
import { openMcpHttpServer } from '../../lib/run/coordination/mcp/mcp_http_server.js';
import { openDispatcher } from '../../lib/run/coordination/open_dispatcher.js';
import { openCoordinator } from '../../lib/run/coordination/state/coordinator.js';
import { createCoordinationSettings } from '../../lib/run/coordination/state/reducer_result.js';
import { median } from './measure.mjs';

const CORPUS = fileURLToPath(new URL('../../__tests__/guard/corpus', import.meta.url));
const KIB64 = 64 * 1024;

/** Input that is made to be slow to read, each of 64 KiB. */
const HOSTILE = {
  'nested substitutions': '$('.repeat(KIB64 / 2),
  'nested substitutions, closed': `${'$('.repeat(KIB64 / 3)}${')'.repeat(KIB64 / 3)}`,
  'nested groups': '{ '.repeat(KIB64 / 2),
  subshells: '('.repeat(KIB64),
  quotes: `echo ${'"'.repeat(KIB64 - 5)}`,
  backticks: '`'.repeat(KIB64),
  braces: `rm ${'{a,b}'.repeat(KIB64 / 5)}`,
  'nested braces': `rm ${'{a,'.repeat(KIB64 / 4)}${'}'.repeat(KIB64 / 4)}`,
  'many commands': 'true;'.repeat(KIB64 / 5),
  'many pipes': `true${'|cat'.repeat(KIB64 / 4 - 1)}`,
  'many here-documents': 'cat <<E\nE\n'.repeat(KIB64 / 10),
  'one long word': 'a'.repeat(KIB64),
  'many words': 'rm '.repeat(KIB64 / 3),
  'many variables': 'a=$a$a;'.repeat(KIB64 / 7),
  'nested base64': `echo ${'QUFB'.repeat(KIB64 / 4 - 20)} | base64 -d | base64 -d | sh`,
  'python in python': `python3 -c "${'exec('.repeat(KIB64 / 6)}"`,
  'wide braces': `rm${' {a..z}{a..z}{a..z}'.repeat(KIB64 / 19)}`,
  'many braces of few words': `rm -rf${' {1..64}{1..8}{,}{,}{,}{,}'.repeat(KIB64 / 26)}`,
  'calculated offsets': `a=abcdefg; rm${' $'.concat('{a:1+1:2}').repeat(KIB64 / 11 - 4)}`,
  'many arguments': `echo ${'a '.repeat(5900)} | xargs rm -f`,
  'many scripts of sed': "sed 's/a*b*c/d/;s/a*a*b/c/' <<< aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; ".repeat(KIB64 / 72),
  'doubled values': `a="/ ";${'a=$a$a;'.repeat(16)} rm -rf $a`,
};

/** @param bench `{room, rounds, report(what, figure, bar?, ok?), ms(value)}` of the main script */
export function safetyBenchmarks({ room, rounds, report, ms }) {
  const guard = () => createGuard();
  const asking = { trust: 2 };

  /** Journal, coordinator, guard, dispatcher, as an attempt has them, without commands. */
  const desk = (name) => {
    const folder = join(room, name);
    mkdirSync(folder, { recursive: true });
    const begun = process.hrtime.bigint();
    const log = new EventLog(join(folder, 'events.jsonl'), () => Number(process.hrtime.bigint() - begun));
    log.enterStage('write');
    const coordination = {
      ...defaultCoordination,
      profiles: { default: { trust_level: 4, block: [], max_files: 1e9, max_calls: 1e9, network: [] } },
    };
    const clock = {
      now_ms: () => log.now(),
      after: (wait, call) => {
        const timer = setTimeout(call, wait);
        timer.unref();
        return () => clearTimeout(timer);
      },
    };
    const coordinator = openCoordinator({ settings: createCoordinationSettings(coordination, NO_ABLATION), clock });
    const dispatcher = openDispatcher({
      coordination,
      policy: policySchema.parse({ trust_level: 4 }),
      off: NO_ABLATION,
      coordinator,
      guard: guard(),
      tools: { workspace: '/work', run: () => Promise.reject(new Error('none')), edit: async () => ({ bytes: 0 }) },
      log,
      now: () => performance.now(),
    });
    return { log, dispatcher };
  };

  return {
    async guard() {
      const one = guard();
      const commands = corpus().filter((line) => 'command' in line);
      for (const { command } of commands.slice(0, 500)) one.judge({ command }, asking);
      // The best of three: what a command costs, not what else the machine was doing.
      const times = commands.map(({ command }) =>
        Math.min(...Array.from({ length: 3 }, () => cpu(() => guardOf(one, command)))),
      );
      times.sort((a, b) => a - b);
      const [p50, p99] = [times[Math.floor(times.length / 2)], times[Math.floor(times.length * 0.99)]];
      const figure = `p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms`;
      report(`guardrail check, ${times.length} commands`, figure, 'p99 1 ms CPU', p99 <= 1);
      let worst = { what: '', took: 0 };
      const allowed = [];
      for (const [what, command] of Object.entries(HOSTILE)) {
        const fresh = guard();
        const took = median(Array.from({ length: 3 }, () => cpu(() => guardOf(fresh, command))));
        if (took > worst.took) worst = { what, took };
        if (!harmless(what) && fresh.judge({ command }, asking).verdict !== 'deny') allowed.push(what);
      }
      const said = `${ms(worst.took)} (${worst.what})${allowed.length > 0 ? `, ALLOWED: ${allowed.join(', ')}` : ''}`;
      report('guardrail check, hostile 64 KiB', said, '50 ms, denied', worst.took <= 50 && allowed.length === 0);
    },
    async operations() {
      const { log, dispatcher } = desk('operations');
      const count = 5000;
      const perform = async (operation, given) => {
        const answer = await dispatcher.perform({ agent: 'agent', operation, arguments: given });
        if (answer.outcome !== 'done') throw new Error(`${operation}: ${answer.message}`);
      };
      const turn = async (i) => {
        await perform('acquire_lock', { path: `src/${i % 97}.js` });
        await perform('remember', { text: `fact ${i}`, tags: ['bench'], key: `k${i % 500}` });
        await perform('recall', { query: `fact ${i}`, limit: 3 });
        await perform('release_lock', { path: `src/${i % 97}.js` });
      };
      for (let i = 0; i < 200; i++) await turn(i);
      const started = performance.now();
      for (let i = 0; i < count / 4; i++) await turn(i);
      const per_second = (count * 1000) / (performance.now() - started);
      const operations = log.events.filter(({ type }) => type === 'coordination');
      const entries = log.events.filter(({ type }) => type === 'audit').length;
      const audit = operations.flatMap(({ payload }) => payload.stages.filter(({ stage }) => stage === 'audit'));
      const waits = audit.map((stage) => stage.ms).sort((a, b) => a - b);
      const at = (share) => waits[Math.floor((waits.length - 1) * share)];
      const whole = operations.length === dispatcher.operations && entries === operations.length;
      report(
        'operations through the dispatcher, audited',
        `${per_second.toFixed(0)}/s${whole ? '' : `, AUDIT INCOMPLETE: ${entries} of ${dispatcher.operations}`}`,
        '1,000/s, audit complete',
        per_second >= 1000 && whole,
      );
      report('overhead per operation', ms(1000 / per_second));
      report(
        'audit latency p50, p95, max',
        [at(0.5), at(0.95), at(1)].map((value) => `${value.toFixed(3)} ms`).join(', '),
      );
    },
    async mcp() {
      const { dispatcher } = desk('mcp');
      const tokens = createBearerTokens(['agent']);
      const http = openMcpHttpServer({ dispatcher, tokens });
      const port = await http.listenOnLoopback(0);
      const order = { connect: () => connect(port, '127.0.0.1'), token: tokens.of('agent') };
      const times = [];
      for (let i = 0; i < rounds * 40; i++) {
        const started = performance.now();
        const answer = await callOperation(order, 'remember', { text: `fact ${i}`, tags: ['bench'] });
        if (answer.outcome !== 'done') throw new Error(answer.message);
        times.push(performance.now() - started);
      }
      await http.close();
      times.sort((a, b) => a - b);
      report(
        'MCP round trip, a connection each',
        `p50 ${ms(median(times))}, p99 ${ms(times[Math.floor(times.length * 0.99)])}`,
      );
    },
  };

  function guardOf(one, command) {
    one.judge({ command }, asking);
  }
}

/** Long, but nothing that would do harm. */
const harmless = (what) => ['one long word', 'nested base64'].includes(what);

/** CPU time of a call, in milliseconds. */
function cpu(call) {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function corpus() {
  if (!existsSync(CORPUS)) return [];
  return readdirSync(CORPUS, { recursive: true })
    .filter((name) => String(name).endsWith('.jsonl'))
    .flatMap((name) =>
      readFileSync(join(CORPUS, String(name)), 'utf8')
        .trim()
        .split('\n'),
    )
    .map((line) => JSON.parse(line));
}
