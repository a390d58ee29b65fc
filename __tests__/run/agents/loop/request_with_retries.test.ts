import { connect } from 'node:net';
import { join } from 'node:path';
import { contractSchema } from '../../../../src/contract/contract_schema.js';
import { dialectNames } from '../../../../src/record/events/model_payloads.js';
import { selectEvents } from '../../../../src/record/events/select_events.js';
import { RunDirectory } from '../../../../src/record/storage/run_directory.js';
import type { AgentContext } from '../../../../src/run/agents/agent.js';
import { BASH_TOOL } from '../../../../src/run/agents/loop/bash_tool.js';
import type { LoopFormat, LoopRequest } from '../../../../src/run/agents/loop/formats/loop_format.js';
import { loopFormats } from '../../../../src/run/agents/loop/formats/loop_formats.js';
import { requestWithRetries } from '../../../../src/run/agents/loop/request_with_retries.js';
import { openSupervisor } from '../../../../src/run/supervisor/open_supervisor.js';
import { withUpstream } from '../../../gateway/scripted/given_upstream.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { smallContract } from '../../../given_task.js';
import { givenManifest } from '../../../record/given_record.js';

afterAll(cleanUp);

/** Asks a scripted model under a supervisor that only writes down how long it would wait. */
async function asked(fault: string, format: LoopFormat = loopFormats.chat) {
  const run = RunDirectory.create(join(givenRoom(), 'run'), givenManifest(), () => 0);
  const waits: number[] = [];
  const supervisor = openSupervisor({
    run,
    contract: contractSchema.parse(smallContract()),
    operators: [],
    signal: new AbortController().signal,
    wait: async (ms) => void waits.push(ms),
  });
  return withUpstream(`turns: [{say: hello, fault: ${fault}}]`, async (upstream) => {
    const port = Number(upstream.url.port);
    const access = {
      url: '',
      token: 't',
      name: 'm',
      dialects: dialectNames,
      connect: () => connect(port, '127.0.0.1'),
    };
    const room = { supervisor, run, signal: supervisor.signal } as AgentContext;
    const history: LoopRequest['history'] = [{ from: 'user', text: 'hi' }];
    const terms = { tools: [BASH_TOOL], stream: true, thoughts: false, sealed_thoughts: true };
    const got = await requestWithRetries(room, access, format, { model: 'm', system: 's', history, ...terms });
    await supervisor.close();
    const notes = selectEvents(run.log.events, 'note').map(({ seq }) => seq);
    const bodies = upstream.requests.map(({ body }) => JSON.parse(body.toString()) as object);
    return { got, waits, notes, bodies, requests: bodies.length };
  });
}

describe('A model that fails in passing', () => {
  it('is asked again with growing waits, or as it says, until it answers', async () => {
    const { got, waits, requests } = await asked('{status: {code: 503}, times: 3}');
    expect(got).toMatchObject({ answered: { message: { content: 'hello' } } });
    expect([waits, requests]).toEqual([[1000, 2000, 4000], 4]);
    const told = await asked('{status: {code: 429, retry_after: 30}, times: 1}');
    expect([told.waits, told.got]).toMatchObject([[30_000], { answered: { complete: true } }]);
  });

  it('is an error of the agent in the end, with the last failure as evidence', async () => {
    const { got, waits, requests, notes } = await asked('{reset: before-headers, times: always}');
    expect([waits, requests]).toEqual([[1000, 2000, 4000, 8000, 16_000], 6]);
    expect(got).toEqual({
      kind: 'agent-error',
      because: expect.stringContaining('the connection broke'),
      evidence_seq: notes.at(-1),
    });
  });

  it('is not asked again after a refusal that stays', async () => {
    const { got, waits, requests } = await asked('{status: {code: 404, body: no such model}, times: always}');
    expect([got, waits, requests]).toMatchObject([
      { kind: 'agent-error', because: 'status 404: no such model' },
      [],
      1,
    ]);
  });

  it('is asked for less where it does not know what is asked for, and from then on', async () => {
    const refusal = '{error: {message: Encrypted content is not supported with this model}}';
    const { got, waits, bodies } = await asked(`{status: {code: 400, body: ${refusal}}}`, loopFormats.responses);
    expect([got, waits]).toMatchObject([{ answered: { complete: true }, request: { sealed_thoughts: false } }, []]);
    expect(bodies.map((body) => 'include' in body)).toEqual([true, false]);
    const other = await asked('{status: {code: 400, body: too long}, times: always}', loopFormats.responses);
    expect([other.got, other.requests]).toMatchObject([{ kind: 'agent-error' }, 1]);
  });
});
