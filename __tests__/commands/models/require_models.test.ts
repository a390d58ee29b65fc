import { createServer } from 'node:net';
import { modelOptionsSchema } from '../../../src/commands/models/model_options.js';
import { openModels } from '../../../src/commands/models/open_models.js';
import { requireListeningUpstreams } from '../../../src/commands/models/require_listening_upstreams.js';
import { requireModels } from '../../../src/commands/models/require_models.js';
import { chooseAgent } from '../../../src/run/agents/catalog/choose_agent.js';

const around = {
  cwd: '.',
  way_out: {},
  now: () => new Date('2026-11-20T00:00:00Z'),
  variable: () => 'sk-4f1d9b7c20a8',
};
const models = async (order: object) => (await openModels(modelOptionsSchema.parse(order), around))?.models;
const loop = () => chooseAgent('loop', { cwd: '.', cache: '.', search_path: '' });

describe('an agent that asks a model', () => {
  it('is told before anything runs that nobody knows what it costs', async () => {
    const order = { name: 'nobody-knows-it', upstreams: ['openai'] };
    const [agent, unknown, known] = [await loop(), await models(order), await models({ ...order, name: 'gpt-4o' })];
    expect(() => requireModels(agent, unknown)).toThrow('--model nobody-knows-it: nobody knows its price');
    expect(() => requireModels(agent, known)).not.toThrow();
  });

  it('needs none for a server of one’s own', async () => {
    const own = await models({ name: 'nobody-knows-it', upstreams: ['local:http://127.0.0.1:4000'] });
    const agent = await loop();
    expect(() => requireModels(agent, own)).not.toThrow();
  });
});

it('an upstream of this machine where nobody listens is told before the first attempt', async () => {
  const server = createServer((socket) => socket.destroy());
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
  const open = await models({ upstreams: [`http://127.0.0.1:${port}/v1`, 'openai'] });
  await expect(requireListeningUpstreams(open!.upstreams)).resolves.toBeUndefined();
  await new Promise((resolve) => server.close(resolve));
  await expect(requireListeningUpstreams(open!.upstreams)).rejects.toThrow(
    `nothing listens at http://127.0.0.1:${port}`,
  );
});
