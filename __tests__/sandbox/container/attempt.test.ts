import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateContracts } from '../../../src/commands/validate/validate_contracts.js';
import { validateOptionsSchema } from '../../../src/commands/validate/validate_options.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran, type Seen } from '../../given_run.js';
import { givenShellTask, tapCheck } from '../../given_task.js';
import { where } from '../../machine.js';
import { authority, closeServers, givenHttp, givenHttps } from '../../network/given.js';
import { judgedAll, perturbed, shell } from '../../run/oracle/given_project.js';
import { asRoot } from '../given.js';
import { type GivenEngine, inAnotherEngine, inEngines, inOneEngine } from './given.js';

afterAll(cleanUp);
afterAll(closeServers);

const said = ({ of }: Seen) => of('tool_invocation').map(({ payload }) => payload.execution?.stdout.head);
const requests = ({ of }: Seen) =>
  of('network_request').map(({ stage, payload: { decision, stub } }) => [stage, stub ?? decision].join(' '));

// The image has another id in every engine, since each imported it: so it says which one `auto` has to take.
inEngines('contracts that pin an image of %s', (_, { engine: name, image }: GivenEngine) => {
  // Holds K3
  where('root')('run in it, with its tools and their network, beside those that pin none', async () => {
    const room = givenRoom();
    const port = await givenHttp((_, response) => response.end('welcome\n'));
    const url = `http://127.0.0.1:${port}/`;
    const curl = "curl -s --noproxy ''";
    const policy = { network: { allow: [`127.0.0.1:${port}`] }, network_attempts: 'record' as const };
    const pinned = (id: string, tools: Record<string, string>) =>
      givenShellTask(room, id, {
        contract: {
          environment: { image, tools },
          // The image has no git, the machine has.
          setup: [{ run: `command -v git || ${curl} ${url} > made-by-setup`, network: policy.network.allow }],
          policy,
          acceptance: [tapCheck({ run: 'grep -q welcome made-by-setup && sh hidden/check.sh "$REPORT"' })],
        },
      });
    const contracts = [
      await pinned('pinned', { bash: '>=5' }),
      await pinned('wanting', { git: '*' }),
      await givenShellTask(room, 'plain', { contract: { environment: { tools: { git: '*' } }, policy } }),
    ];
    const agent = [
      'echo right > value',
      `${curl} ${url}`,
      `${curl} -o /dev/null -w "%{http_code}\\n" http://10.1.2.3/`,
      `curl -s --noproxy "*" ${url} || echo closed`,
      'cat /run/doors',
      'test -s "$NODE_EXTRA_CA_CERTS" && echo certificates',
      // What is planted in the home takes no part of it away.
      'touch ~/own ~/.config/own ~/.aws/own && cat ~/.netrc | tail -n 1',
    ].join('; ');
    const { outcome, attempts } = await ran(room, { contracts, agents: [`command:${agent}`] });
    const seen = Object.fromEntries(attempts.map((one) => [one.result.contract.id, one]));
    const told = Object.entries(seen).map(([id, { result, status, vector }]) =>
      [id, result.sandbox.backend, status, vector].join(' '),
    );
    expect([outcome.exit_code, ...told.sort()]).toEqual([
      3,
      `pinned ${name} success pass/pass/pass/pass`,
      'plain bubblewrap success pass/pass/pass/pass',
      `wanting ${name} invalid -/-/-/pass`,
    ]);
    const heard = 'welcome\n403\nclosed\n127.0.0.1:3128\ncertificates\n  password [canary 4]\n';
    expect([said(seen.pinned!), said(seen.plain!)]).toEqual([[heard], [heard]]);
    expect(requests(seen.pinned!)).toEqual(['setup allowed', 'write allowed', 'write denied']);
    expect(seen.pinned!.of('alert').map(({ payload }) => payload.signals.canaries)).toEqual([['canary 4']]);
  });

  where('root')('have their world and the coordination layer in it', async () => {
    const room = givenRoom();
    const contract = await givenShellTask(room, 'together', {
      contract: {
        environment: { image },
        world: { prepare: [{ run: 'echo before > state && cat "$GATEBENCH_REPOSITORY/value" > seen' }] },
        acceptance: [
          tapCheck(),
          { id: 'world', run: 'grep -qx after /world/state && grep -qx wrong /world/seen && ! touch /world/x' },
        ],
      },
    });
    const body = (name: string, given: unknown) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
    const post = [
      'curl -s --noproxy "*" -H "authorization: Bearer $GATEBENCH_MCP_TOKEN" -H "content-type: application/json"',
      '-H "accept: application/json, text/event-stream" --data-binary @- "$GATEBENCH_MCP_URL"',
    ].join(' ');
    const agent = {
      name: 'together',
      coordination: true,
      run: [
        `echo '${body('run_command', { command: 'echo right > value; echo after > /world/state' })}' | ${post}`,
        `echo '${body('check_locks', {})}' | ${post}`,
      ].join('; '),
    };
    writeFileSync(join(room, 'agent.yml'), JSON.stringify(agent));
    const { attempts } = await ran(room, { contracts: [contract], agents: ['agent:agent.yml'], sandbox: name });
    const [seen] = attempts;
    expect([seen!.status, seen!.vector]).toEqual(['success', 'pass/pass/pass/pass']);
    expect(seen!.of('coordination').map(({ payload }) => `${payload.operation} ${payload.outcome}`)).toEqual([
      'run_command done',
      'check_locks done',
    ]);
    expect(seen!.of('world').at(-1)!.payload.changed).toEqual([{ path: 'state', change: 'modified' }]);
  });

  where('root')('have the door to their model in it, and no other way out', async () => {
    const room = givenRoom();
    const contract = await givenShellTask(room, 'asking', { contract: { environment: { image } } });
    writeFileSync(join(room, 'models.yml'), 'turns:\n  - {say: Make it right., usage: {input: 9, output: 4}}\n');
    const body = JSON.stringify({ model: 'scripted', messages: [{ role: 'user', content: 'What is to be done?' }] });
    const post = (token: string) =>
      `curl -s --noproxy "*" -o answer -w "%{http_code} " -H "authorization: Bearer ${token}" -H "content-type: application/json" -d '${body}' "$GATEBENCH_MODEL_URL/v1/chat/completions"`;
    const agent = [
      post('$GATEBENCH_MODEL_TOKEN'),
      'grep -q "Make it right." answer && echo right > value',
      post('gbt_other'),
      'rm answer',
      'curl -s --noproxy "*" -m 2 http://10.1.2.3/ || echo closed',
    ].join('; ');
    const { attempts } = await ran(room, {
      contracts: [contract],
      agents: [`command:${agent}`],
      sandbox: name,
      models: { name: 'scripted', upstreams: ['script:models.yml'] },
    });
    const [seen] = attempts;
    expect([seen!.status, said(seen!)]).toEqual(['success', ['200 401 closed\n']]);
    const asked = seen!.of('response').map(({ payload }) => [payload.outcome, payload.usage?.output_tokens]);
    expect(asked).toEqual([['complete', 4]]);
    expect(seen!.of('alert').map(({ payload }) => payload.code)).toEqual(['wrong-token']);
  });

  where('root')('have their parts in it side by side', async () => {
    const room = givenRoom();
    const contract = await givenShellTask(room, 'parts', {
      contract: {
        environment: { image },
        world: {},
        coordination: { subtasks: ['a', 'b'].map((id) => ({ id, description: id })) },
      },
    });
    const meet = 'touch "/world/$GATEBENCH_SUBTASK"; until [ -e /world/a ] && [ -e /world/b ]; do sleep 0.05; done';
    const agents = [`command:${meet}; if [ "$GATEBENCH_SUBTASK" = a ]; then echo right > value; else echo x > new; fi`];
    const { attempts } = await ran(room, { contracts: [contract], agents, sandbox: name });
    const [seen] = attempts;
    expect([seen!.status, seen!.of('subtask').map(({ payload }) => payload.outcome)]).toEqual([
      'success',
      ['merged', 'merged'],
    ]);
    expect(seen!.of('workspace_mutation')[0]!.payload.files.map(({ path }) => path)).toEqual(['new', 'value']);
  });

  where('ordinary user')('are refused before the first attempt where they have a network', async () => {
    const room = givenRoom();
    const contract = await givenShellTask(room, 'online', {
      contract: { environment: { image }, setup: [{ run: 'true', network: ['example.org'] }] },
    });
    await expect(ran(room, { contracts: [contract], agents: ['golden'], sandbox: name })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^sandbox \(online\/contract\.yml\): the contract has a network .*, and an ordinary/,
      ),
    });
  });
});

/** What an engine has no part in: shown for one of them. */
inOneEngine('with an image, here of %s,', (_, { image }: GivenEngine) => {
  where('root')('responses over https are recorded once, then replayed to agent and checks', async () => {
    const room = givenRoom();
    let live = 0;
    const port = await givenHttps((request, response) => {
      live += 1;
      response.end(`answer to ${request.url}`);
    });
    const certificates = join(room, 'authority.pem');
    writeFileSync(certificates, (await authority).certificate);
    const fetch = `curl -s --noproxy '' https://127.0.0.1:${port}`;
    const contract = await givenShellTask(room, 'stubs', {
      contract: {
        environment: { image },
        policy: { network: { allow: [`127.0.0.1:${port}`], stubs: 'stubs.jsonl' } },
        acceptance: [tapCheck({ run: `${fetch}/check | grep -q "answer to /check" && sh hidden/check.sh "$REPORT"` })],
        oracle: { files: 'hidden/', perturbation: { when: 'never' }, challenge: { rounds: 0 } },
      },
    });
    const order = {
      contracts: [contract],
      agents: [`command:echo right > value; ${fetch}/one`],
      way_out: { certificates: [certificates] },
    };
    const first = await ran(room, { ...order, record_stubs: true });
    const again = await ran(room, { ...order, out: join(room, 'again') });
    const seen = [first, again].flatMap(({ attempts }) =>
      attempts.map((one) => [one.status, said(one), requests(one)]),
    );
    expect([live, ...seen]).toEqual([
      2,
      ['success', ['answer to /one'], ['write recorded', 'evaluation recorded']],
      ['success', ['answer to /one'], ['write replayed', 'evaluation replayed']],
    ]);
  });
});

inAnotherEngine('with an image, here of %s,', (_, { image }: GivenEngine) => {
  it('hidden files cannot be changed, and acceptance is repeated over a changed oracle', async () => {
    const room = givenRoom();
    const acts = ['echo > hidden/add.sh', 'rm hidden/add.sh', 'mv hidden moved'];
    const rewriting = `for act in ${acts.map((act) => `'${act}'`).join(' ')}; do sh -c "$act"; done; echo 6`;
    const programs = ['golden', rewriting];
    const perturbation = { when: 'always', directory: true } as const;
    const seen = await judgedAll(room, shell, programs, perturbation, { environment: { image } });
    expect(seen.map((one) => [one.vector, perturbed(one)])).toEqual([
      ['pass/pass/pass/pass', [['equivalent', 0]]],
      ['pass/pass/fail/pass', []],
    ]);
    const complaints = seen[1]!.of('acceptance_check')[0]!.payload.execution!.stderr.head;
    expect(complaints.match(/Read-only file system|busy/g)).toEqual(['Read-only file system', 'busy', 'busy']);
  });

  it('a contract is proven in it, and the ports on which its checks listen are seen', async () => {
    const room = givenRoom();
    const listen = 'IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1", LocalPort => 18282) or die';
    const contract = await givenShellTask(room, 'proven', {
      contract: {
        environment: { image },
        acceptance: [
          // For as long as it takes to be seen.
          tapCheck({
            run: `sh hidden/check.sh "$REPORT" && perl -MIO::Socket::INET -e 'my $s = ${listen}; select undef, undef, undef, 0.4'`,
          }),
        ],
        oracle: {
          files: 'hidden/',
          canary: 'sh hidden/canary.sh',
          perturbation: { when: 'never' },
          challenge: { rounds: 0 },
        },
      },
    });
    const order = validateOptionsSchema.parse({
      contracts: [contract],
      out: join(room, 'out'),
      cache: join(room, 'cache'),
      search_path: process.env.PATH ?? '',
      concurrency: 2,
      reruns: 1,
    });
    const lines: string[] = [];
    const { signal } = new AbortController();
    const terminal = { columns: 200, colour: false };
    const out = { log: (line: string) => lines.push(line), error: () => {}, signal, terminal };
    const { proofs } = await validateContracts(order, out, room);
    expect([proofs.map(({ verdict }) => verdict), lines.join('\n').match(/port 18282|contract.lock written/g)]).toEqual(
      [['proven'], [...(asRoot ? ['port 18282'] : []), 'contract.lock written']],
    );
  });
});
