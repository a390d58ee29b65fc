import { createServer } from 'node:net';
import { demandListening } from '../../src/commands/demand_listening.js';
import { demandModels } from '../../src/commands/demand_models.js';
import { modelsOrderSchema } from '../../src/commands/models_order.js';
import { openModels } from '../../src/commands/open_models.js';
import { chooseAgent } from '../../src/run/agents/choose.js';

const around = {
  cwd: '.',
  way_out: {},
  now: () => new Date('2026-11-20T00:00:00Z'),
  variable: () => 'sk-4f1d9b7c20a8',
};
const models = async (order: object) => (await openModels(modelsOrderSchema.parse(order), around))?.models;
const loop = () => chooseAgent('loop', { cwd: '.', cache: '.', search_path: '' });

describe('an agent that asks a model', () => {
  it('is told before anything runs that nobody knows what it costs', async () => {
    const order = { name: 'nobody-knows-it', upstreams: ['openai'] };
    const [agent, unknown, known] = [await loop(), await models(order), await models({ ...order, name: 'gpt-4o' })];
    expect(() => demandModels(agent, unknown)).toThrow('--model nobody-knows-it: nobody knows its price');
    expect(() => demandModels(agent, known)).not.toThrow();
  });

  it('needs none for a server of one’s own', async () => {
    const own = await models({ name: 'nobody-knows-it', upstreams: ['local:http://127.0.0.1:4000'] });
    const agent = await loop();
    expect(() => demandModels(agent, own)).not.toThrow();
  });
});

it('an upstream of this machine where nobody listens is told before the first attempt', async () => {
  const server = createServer((socket) => socket.destroy());
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
  const open = await models({ upstreams: [`http://127.0.0.1:${port}/v1`, 'openai'] });
  await expect(demandListening(open!.upstreams)).resolves.toBeUndefined();
  await new Promise((resolve) => server.close(resolve));
  await expect(demandListening(open!.upstreams)).rejects.toThrow(`nothing listens at http://127.0.0.1:${port}`);
});
