import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coordinationSchema } from '../../../../src/contract/coordination/coordination.js';
import { NO_ABLATION, parseAblation, toMechanismSwitches } from '../../../../src/contract/coordination/mechanism.js';
import type { LoadedContract } from '../../../../src/contract/loaded_contract.js';
import type { Destination } from '../../../../src/network/destination.js';
import { createRequestPolicy } from '../../../../src/run/attempt/setup/open_networked_session.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { ran, type Seen } from '../../../given_run.js';
import { givenShellTask, tapCheck } from '../../../given_task.js';
import { where } from '../../../machine.js';
import { authority, closeServers, givenHttp, givenHttps } from '../../../network/given.js';

afterEach(cleanUp);
afterAll(closeServers);

const requests = ({ of }: Seen) =>
  of('network_request').map(({ stage, payload: { destination, decision, stub } }) => [
    stage,
    destination,
    decision,
    stub,
  ]);
const SOLVE = 'echo right > value';
const said = ({ of }: Seen) =>
  of('tool_invocation')
    .map(({ payload }) => payload.execution?.stdout.head ?? '')
    .join('');

it('below trust level 2 an agent reaches no host by itself, whatever profiles of its contract may do', () => {
  const coordination = coordinationSchema.parse({
    agents: [{ name: 'a', profile: 'boss' }],
    profiles: { boss: { trust_level: 4 } },
  });
  const decide = (trust_level: number, network_policies = true) => {
    const policy = { trust_level, network: { allow: ['models.example'] } };
    const loaded = { contract: { policy, coordination } } as unknown as LoadedContract;
    const mechanisms = toMechanismSwitches(network_policies ? NO_ABLATION : parseAblation('network_policies'));
    const [host, port] = ['models.example', 443];
    return createRequestPolicy(loaded, mechanisms)?.({ host, port, literal: false } as Destination);
  };
  for (const level of [0, 1]) expect(decide(level)).toMatchObject({ allowed: false, rule: 'trust_level < 2' });
  expect(decide(2)).toMatchObject({ allowed: true });
  expect(decide(0, false)).toBeUndefined();
});

describe('K6: the network of an attempt', () => {
  // Holds K6
  where('sandbox')('an agent reaches allowed hosts through the proxy, nobody else, and nobody past it', async () => {
    const room = givenRoom();
    const port = await givenHttp((_, response) => response.end('welcome '));
    const url = `http://127.0.0.1:${port}/`;
    const agent = `${SOLVE}; curl -s ${url}; curl -s -o /dev/null -w '%{http_code} ' http://10.1.2.3/; curl -s --noproxy '*' --max-time 5 ${url} || echo closed`;
    const contract = await givenShellTask(room, 'live', {
      contract: { policy: { network: { allow: [`127.0.0.1:${port}`] } } },
    });
    // curl takes the loopback for its own unless told otherwise
    const { attempts } = await ran(room, {
      contracts: [contract],
      agents: [`command:env NO_PROXY= no_proxy= sh -c "${agent}"`],
    });
    const [one] = attempts;
    expect([one?.status, said(one!), requests(one!)]).toEqual([
      'success',
      'welcome 403 closed\n',
      [
        ['write', `127.0.0.1:${port}`, 'allowed', undefined],
        ['write', '10.1.2.3:80', 'denied', undefined],
      ],
    ]);
  });

  where('sandbox')(
    'rules within the allowlist hold for what a script names and for what it does not, each request once',
    async () => {
      const room = givenRoom();
      const port = await givenHttp((_, response) => response.end('welcome'));
      const url = `http://127.0.0.1:${port}/`;
      const contract = await givenShellTask(room, 'ruled', {
        repo: { 'get.sh': `curl -s --noproxy '' ${url}` },
        contract: {
          policy: { network: { allow: [`127.0.0.1:${port}`, '10.9.9.9'] } },
          coordination: {
            network: ['127.0.0.1', '10.9.9.9'].map((host) => ({ host, action: 'deny', reason: 'not from here' })),
          },
        },
      });
      const operations = [
        { use: 'edit_file', with: { path: 'value', content: 'right\n' } },
        { use: 'run_command', with: { command: 'curl -s http://10.9.9.9/' } },
        { use: 'run_command', with: { command: 'sh get.sh' } },
        { run: 'sh get.sh' },
      ];
      writeFileSync(join(room, 'script.yml'), JSON.stringify({ name: 'one', operations }));
      const { attempts } = await ran(room, {
        contracts: [contract],
        agents: [`script:${join(room, 'script.yml')}`],
        ablations: ['none', 'network_policies'],
      });
      const seen = attempts.map((one) => ({
        ablation: one.result.ablation,
        status: one.status,
        audited: one.result.verdict.safety.audit_complete,
        answers: one.of('coordination').map(({ payload: { outcome, code } }) => code ?? outcome),
        requests: one.of('network_request').map(({ payload: { decision, rule } }) => `${decision}: ${rule}`),
        checked: one.result.verdict.safety.metrics.network_requests_checked,
        blocked: one.result.verdict.safety.metrics.network_requests_blocked,
        disabled: one.result.verdict.safety.disabled,
      }));
      const denied = 'denied: domain_blocked: deny 127.0.0.1 (global, priority 100)';
      const allowed = `allowed: 127.0.0.1:${port}`;
      expect(seen).toEqual([
        {
          ablation: 'none',
          status: 'success',
          audited: true,
          answers: ['done', 'domain_blocked', 'done'],
          requests: [denied, denied],
          checked: 3,
          blocked: 3,
          disabled: [],
        },
        {
          ablation: 'network_policies',
          status: 'success',
          audited: true,
          answers: ['done', 'done', 'done'],
          requests: ['denied: address not public', allowed, allowed],
          checked: 0,
          blocked: 0,
          disabled: ['network_policies'],
        },
      ]);
    },
  );

  where('sandbox')('a script keeps its network while its writes are suspended', async () => {
    const room = givenRoom();
    const port = await givenHttp((_, response) => response.end('welcome'));
    const contract = await givenShellTask(room, 'suspended', {
      contract: { policy: { network: { allow: [`127.0.0.1:${port}`] }, breakers: { suspend_writes: 1 } } },
    });
    const operations = [
      { run: 'false', cycle: true },
      { run: `curl -s --noproxy '' http://127.0.0.1:${port}/; touch new` },
      { run: 'true', cycle: true },
    ];
    writeFileSync(join(room, 'script.yml'), JSON.stringify({ name: 'one', operations }));
    const { attempts } = await ran(room, { contracts: [contract], agents: [`script:${join(room, 'script.yml')}`] });
    const [, call] = attempts[0]!.of('tool_invocation');
    expect([
      call?.payload.execution?.stdout.head,
      call?.payload.execution?.stderr.head,
      requests(attempts[0]!),
    ]).toEqual([
      'welcome',
      expect.stringContaining('Read-only file system'),
      [['write', `127.0.0.1:${port}`, 'allowed', undefined]],
    ]);
  });

  // Holds K6
  where('sandbox')('responses are recorded once, then replayed to agent and checks without anything live', async () => {
    const room = givenRoom();
    let live = 0;
    const port = await givenHttps((request, response) => {
      live += 1;
      response.setHeader('set-cookie', 'id=secret');
      response.end(`answer to ${request.url} `);
    });
    const certificates = join(room, 'authority.pem');
    writeFileSync(certificates, (await authority).certificate);
    const fetch = `curl -s --noproxy x https://127.0.0.1:${port}`;
    const contract = await givenShellTask(room, 'stubs', {
      contract: {
        policy: { network: { allow: [`127.0.0.1:${port}`], stubs: 'stubs.jsonl' }, network_attempts: 'record' },
        acceptance: [tapCheck({ run: `${fetch}/check | grep -q "answer to /check" && sh hidden/check.sh "$REPORT"` })],
      },
    });
    const agent = `command:sh -c "${SOLVE}; ${fetch}/one?q=1; ${fetch}/two"`;
    const order = { contracts: [contract], way_out: { certificates: [certificates] } };
    const first = await ran(room, { ...order, agents: [agent], record_stubs: true });
    const recorded = readFileSync(join(room, 'stubs', 'stubs.jsonl'), 'utf8');
    const asked = live;
    const again = await ran(room, {
      ...order,
      agents: [agent, `command:sh -c "${SOLVE}; ${fetch}/three"`],
      out: join(room, 'again'),
    });
    const [same, other] = again.attempts;
    expect([first.attempts[0]?.status, said(first.attempts[0]!), same?.status, said(same!), live - asked]).toEqual([
      'success',
      'answer to /one?q=1 answer to /two ',
      'success',
      'answer to /one?q=1 answer to /two ',
      0,
    ]);
    expect([recorded.includes('secret'), recorded.split('\n').length]).toEqual([false, 4]);
    // The checks run again under other names, and ask again.
    expect(requests(same!).slice(0, 3)).toEqual([
      ['write', `127.0.0.1:${port}`, 'allowed', 'replayed'],
      ['write', `127.0.0.1:${port}`, 'allowed', 'replayed'],
      ['evaluation', `127.0.0.1:${port}`, 'allowed', 'replayed'],
    ]);
    expect([said(other!).trim(), requests(other!)[0]]).toEqual([
      `gatebench: no recorded response for GET 127.0.0.1:${port}/three`,
      ['write', `127.0.0.1:${port}`, 'denied', 'missing'],
    ]);
    expect(existsSync(join(room, 'stubs', 'contract.lock'))).toBe(false);
    expect([first, again].map(({ attempts }) => attempts[0]?.result.network_replayable)).toEqual([false, true]);
  });
});
