import {
  readSteeringFile,
  type SteeringConfig,
  SteeringVectorAdapter,
} from '../../../src/gateway/steering/steering_vector_adapter.js';
import { cleanUp, givenRoom, write } from '../../given.js';

afterAll(cleanUp);

const CONFIG: SteeringConfig = {
  hookpoint: 'layers.12.attention',
  action: 'add',
  coefficient: 2.5,
  feature_index: 30,
  source: 'manual',
};

function givenInference() {
  const calls: { prompt: string; options: unknown }[] = [];
  const inference = async (prompt: string, options?: { temperature?: number }) => {
    calls.push({ prompt, options });
    return `answer to ${prompt}`;
  };
  return { calls, inference };
}

// Holds A3
describe('SteeringVectorAdapter (evaluation upgrades §3)', () => {
  it('test_steering_adapter_noop_when_inactive: the very same function', () => {
    const adapter = new SteeringVectorAdapter();
    const { inference } = givenInference();
    expect(adapter.is_active).toBe(false);
    expect(adapter.wrap_inference(inference)).toBe(inference);
  });

  it('test_steering_adapter_injects_vectors: into the options of the call, beside what is there', async () => {
    const adapter = new SteeringVectorAdapter();
    adapter.load_manual([CONFIG]);
    const { calls, inference } = givenInference();
    const wrapped = adapter.wrap_inference(inference);
    expect(wrapped).not.toBe(inference);
    expect(await wrapped('test prompt', { temperature: 0 })).toBe('answer to test prompt');
    expect(calls).toEqual([
      {
        prompt: 'test prompt',
        options: {
          temperature: 0,
          steering_vectors: [{ hookpoint: 'layers.12.attention', action: 'add', coefficient: 2.5, feature_index: 30 }],
        },
      },
    ]);
  });

  it('is active by what was loaded last, and keeps that when the next is wrong', () => {
    const room = write(givenRoom(), {
      'one.csv': 'hookpoint,action,coefficient,feature_index,source\nlayers.3,add,1,7,manual\n',
      'none.csv': 'hookpoint,coefficient\n',
      'wrong.csv': 'hookpoint,coefficient\nlayers.3,much\n',
    });
    const adapter = new SteeringVectorAdapter();
    adapter.load_from_csv('one.csv', room);
    expect(adapter.is_active).toBe(true);
    expect(() => adapter.load_from_csv('wrong.csv', room)).toThrow('wrong.csv:2:10  coefficient: "much": must be');
    expect(() => adapter.load_manual([{ ...CONFIG, coefficient: Number.POSITIVE_INFINITY }])).toThrow('finite');
    expect(adapter.is_active).toBe(true);
    adapter.load_from_csv('none.csv', room);
    expect(adapter.is_active).toBe(false);
    adapter.load_manual([CONFIG]);
    adapter.load_manual([]);
    const { inference } = givenInference();
    expect(adapter.wrap_inference(inference)).toBe(inference);
  });

  it.each(['manual', 'sae_lens', 'sparsify'] as const)(
    'takes the five fields of a %s row, given or from CSV',
    async (source) => {
      const room = write(givenRoom(), {
        'five.csv': `hookpoint,action,coefficient,feature_index,source\nlayers.12.attention,add,2.5,30,${source}\n`,
      });
      const vectors = [{ hookpoint: 'layers.12.attention', action: 'add', coefficient: 2.5, feature_index: 30 }];
      const adapter = new SteeringVectorAdapter();
      for (const load of [
        () => adapter.load_manual([{ ...CONFIG, source }]),
        () => adapter.load_from_csv('five.csv', room),
      ]) {
        adapter.load_manual([]);
        load();
        const { calls, inference } = givenInference();
        await adapter.wrap_inference(inference)('p');
        expect(calls).toEqual([{ prompt: 'p', options: { steering_vectors: vectors } }]);
      }
    },
  );

  it('still needs the feature of a sparse row, and what requests are made of names its model as well', () => {
    const room = write(givenRoom(), {
      'five.csv': 'hookpoint,coefficient,feature_index,source\nlayers.3,1,7,sparsify\n',
    });
    const { feature_index: _, ...rest } = CONFIG;
    expect(() => new SteeringVectorAdapter().load_manual([{ ...rest, source: 'sparsify' }])).toThrow(
      'row 1 of steering: feature_index: sparsify needs a feature_index',
    );
    expect(() => readSteeringFile('five.csv', room)).toThrow(
      'five.csv:2:1  sparse_model: sparsify needs a sparse_model',
    );
  });

  it('does not let one call change the vectors of the next', async () => {
    const adapter = new SteeringVectorAdapter();
    adapter.load_manual([CONFIG]);
    const seen: number[] = [];
    const wrapped = adapter.wrap_inference(
      async (_: string, options?: { steering_vectors?: { coefficient: number }[] }) => {
        seen.push(options!.steering_vectors![0]!.coefficient);
        options!.steering_vectors![0]!.coefficient = 99;
      },
    );
    await wrapped('a');
    await wrapped('b');
    expect(seen).toEqual([2.5, 2.5]);
  });
});
