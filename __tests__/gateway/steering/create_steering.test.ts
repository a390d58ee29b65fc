import fc from 'fast-check';
import { createSteering } from '../../../src/gateway/steering/create_steering.js';
import { shippedSteeringBackends } from '../../../src/gateway/steering/shipped_steering_backends.js';
import { steeringBackendSchema } from '../../../src/gateway/steering/steering_backend_spec.js';
import { cleanUp, type GivenFiles, givenRoom, write } from '../../given.js';
import { easysteer, vllmHook, vllmLens } from './fake_backends.js';

afterAll(cleanUp);

const HEAD = 'source,action,hookpoint,coefficient,feature_index,sparse_model,sae_id,vector_file,vector_path';

function given(backend: string, rows: readonly string[], files: GivenFiles = {}) {
  const room = write(givenRoom(), { 's.csv': [HEAD, ...rows, ''].join('\n'), ...files });
  return createSteering({ file: 's.csv', backend }, room);
}
const said = (...args: Parameters<typeof given>): string => {
  try {
    given(...args);
  } catch (error) {
    return (error as { text: string }).text;
  }
  return 'nothing';
};
const BODY = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
/** As the server gets it. */
const wire = (body: object) => JSON.parse(JSON.stringify(body)) as Record<string, unknown>;

// Holds A3
describe('A3: every shipped backend', () => {
  it.each(shippedSteeringBackends.map((backend) => [backend.name, backend] as const))(
    '%s is what the schema says',
    (_, backend) => {
      expect(steeringBackendSchema.parse(backend)).toEqual(backend);
    },
  );

  it('has a name of its own', () => {
    const names = shippedSteeringBackends.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(shippedSteeringBackends.filter(({ steers }) => !steers).map(({ name }) => name))(
    '%s: the body stays the same object, each row is a noop with the reason, and there is one warning',
    (name) => {
      const steering = given(name, ['manual,add,layers.1,1,1,,,,', 'manual,add,layers.2,1,1,,,,']);
      const { body, outcomes } = steering.inject(BODY, 'chat');
      expect(body).toBe(BODY);
      expect(outcomes.map(({ row, outcome }) => [row, outcome])).toEqual([
        [1, 'noop'],
        [2, 'noop'],
      ]);
      expect(outcomes[0]!.reason).toMatch(/^backend_without_steering: ./);
      expect(steering.warnings).toEqual([`steering: ${name} does nothing with any row: ${outcomes[0]!.reason}`]);
    },
  );
});

describe('EasySteer', () => {
  const PAYLOAD = JSON.stringify({
    version: 1,
    kind: 'direction',
    tensors: { 'layer.9': { shape: [2], data: 'AAAA' } },
  });

  it('is told paths and payloads at layers, with the words that it has for actions', () => {
    const steering = given(
      'easysteer',
      ['manual,add,layers.12,2.5,,,,,/srv/happy.gguf', 'manual,ablate,blocks.9.hook_resid_post,1,,,,p.json,'],
      { 'p.json': PAYLOAD },
    );
    const { body, outcomes } = steering.inject(BODY, 'chat');
    expect(easysteer(wire(body))).toEqual([
      { layer: 12, what: 'direct', scale: 2.5, vector: '/srv/happy.gguf' },
      { layer: 9, what: 'erase', scale: 1, vector: 'layer.9' },
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'partly']);
    expect(steering.warnings).toEqual([
      'steering: easysteer does not heed all of row 2: coefficient_unheeded: erase takes the whole projection away, whatever the coefficient',
    ]);
    expect(body).toEqual({ ...BODY, steering: expect.anything() });
    expect(BODY).not.toHaveProperty('steering');
  });

  it('adds several vectors up at one layer', () => {
    const { body } = given('easysteer', ['manual,add,layers.3,1,,,,,/a', 'manual,add,model.layers.3,2,,,,,/b']).inject(
      BODY,
      'chat',
    );
    expect(easysteer(wire(body)).map(({ layer, vector }) => [layer, vector])).toEqual([
      [3, '/a'],
      [3, '/b'],
    ]);
  });

  it.each([
    ['manual,multiply,layers.3,1,,,,,/a', 'action_unsupported: easysteer cannot multiply'],
    ['manual,clamp,layers.3,1,,,,,/a', 'action_unsupported: easysteer cannot clamp'],
    ['manual,add,layers.12.attention,1,,,,,/a', 'hookpoint_unsupported: easysteer has no layers.12.attention'],
    ['manual,add,blocks.3.hook_resid_pre,1,,,,,/a', 'hookpoint_unsupported: easysteer has no blocks.3.hook_resid_pre'],
    ['sparsify,add,layers.3,1,30,org/sae,,,', 'vector_unresolved: easysteer takes vectors by path or payload only'],
  ])('does nothing with %s, and the rest is done', (row, reason) => {
    const { body, outcomes } = given('easysteer', [row, 'manual,add,layers.1,1,,,,,/b']).inject(BODY, 'chat');
    expect(easysteer(wire(body))).toHaveLength(1);
    expect(outcomes).toEqual([
      { row: 1, outcome: 'noop', reason },
      { row: 2, outcome: 'applied', reason: '' },
    ]);
  });

  it.each([null, false, {}, { vectors: [] }])('leaves a request alone that has steering of its own: %j', (own) => {
    const body = { ...BODY, steering: own };
    const injected = given('easysteer', ['manual,add,layers.1,1,,,,,/b']).inject(body, 'chat');
    expect(injected.body).toBe(body);
    expect(injected.outcomes).toEqual([
      { row: 1, outcome: 'noop', reason: 'conflict: the request has a steering of its own' },
    ]);
  });

  it('puts nothing into formats that have no such field', () => {
    const injected = given('easysteer', ['manual,add,layers.1,1,,,,,/b', 'manual,clamp,layers.2,1,,,,,/b']).inject(
      BODY,
      'messages',
    );
    expect(injected.body).toBe(BODY);
    expect(injected.outcomes.map(({ reason }) => reason)).toEqual([
      'dialect_without_steering: easysteer has no field in messages',
      'action_unsupported: easysteer cannot clamp',
    ]);
  });
});

describe('vllm-lens', () => {
  it('is told the numbers of files, as lists and as base64 of other types', () => {
    const half = Buffer.from([0x80, 0x3f, 0x00, 0xc0]); // 1 and -2 as bfloat16
    const steering = given(
      'vllm-lens',
      ['sparsify,add,layers.18,2,7,org/sae,,v.json,', 'manual,add,layer_20/width_16k/canonical,0.5,,,,b.json,'],
      {
        'v.json': '[0.5, -1.25, 3]',
        'b.json': JSON.stringify({ dtype: 'bfloat16', shape: [2], data: half.toString('base64') }),
      },
    );
    const { body, outcomes } = steering.inject({ ...BODY, vllm_xargs: { seed_offset: 3 } }, 'responses');
    expect(vllmLens(wire(body))).toEqual([
      { layer: 18, what: 'add', scale: 2, vector: [0.5, -1.25, 3] },
      { layer: 20, what: 'add', scale: 0.5, vector: [1, -2] },
    ]);
    expect(body.vllm_xargs).toMatchObject({ seed_offset: 3 });
    expect(outcomes.every(({ outcome }) => outcome === 'applied')).toBe(true);
    expect(steering.warnings).toEqual([]);
  });

  it.each([
    [{ vllm_xargs: { apply_steering_vectors: '[]' } }, 'conflict: the request has a apply_steering_vectors of its own'],
    [{ vllm_xargs: 'x' }, 'conflict: vllm_xargs of the request is no object'],
    [{ vllm_xargs: ['x'] }, 'conflict: vllm_xargs of the request is no object'],
  ])('leaves %j alone', (more, reason) => {
    const body = { ...BODY, ...more };
    const injected = given('vllm-lens', ['manual,add,layers.1,1,,,,v.json,'], { 'v.json': '[1]' }).inject(body, 'chat');
    expect(injected.body).toBe(body);
    expect(injected.outcomes[0]).toEqual({ row: 1, outcome: 'noop', reason });
  });

  it.each([
    ['[]', 'has 0 numbers, not 1 to 262144'],
    ['[1, "2"]', 'entry 2 is no number that 32 bits can hold'],
    ['[1e300]', 'entry 1 is no number that 32 bits can hold'],
    ['[0, -0]', 'is all zeros: it steers nothing'],
    ['{"dtype":"float32","shape":[2],"data":"AACAfw=="}', 'holds 4 bytes, not 2 numbers of 4'],
    ['{"dtype":"float32","shape":[1],"data":"AACAfw=="}', 'number 1 is not finite'],
    [
      '{"dtype":"float64","shape":[1],"data":""}',
      'must be a list of numbers, {dtype, shape, data}, or a payload with kind and tensors',
    ],
    ['[1', 'is not JSON'],
    [Buffer.from([0xff]), 'is not JSON'],
    [{ link: '.' }, 'is not a file'],
  ])('refuses the vector file %j', (content, what) => {
    expect(said('vllm-lens', ['manual,add,layers.1,1,,,,v.json,'], { 'v.json': content })).toBe(
      `s.csv:2  vector_file v.json: ${what}`,
    );
  });

  it('refuses a vector file that is not there', () => {
    expect(said('vllm-lens', ['manual,add,layers.1,1,,,,v.json,'])).toBe(
      's.csv:2  vector_file v.json: cannot be read (ENOENT)',
    );
  });
});

describe('vLLM-Hook', () => {
  it('is told one path', () => {
    const { body } = given('vllm-hook', ['manual,add,model.layers.15,-3,,,,,/srv/v.pt']).inject(BODY, 'chat');
    expect(vllmHook(wire(body))).toEqual([{ layer: 15, what: 'add_vector', scale: -3, vector: '/srv/v.pt' }]);
  });

  it('refuses a second row, naming both', () => {
    expect(said('vllm-hook', ['manual,add,layers.1,1,,,,,/a', 'manual,add,layers.2,1,,,,,/b'])).toBe(
      's.csv:3  vllm-hook takes one row in a request (the other is s.csv:2)\n  Keep one of them.',
    );
  });
});

describe('the generic backend', () => {
  it('is told rows in the words of the sources, in any format', () => {
    const steering = given('generic', ['sparsify,multiply,layers.12.attention,1.5,30,org/sae,,,']);
    for (const dialect of ['chat', 'responses', 'messages', 'gemini'] as const)
      expect(steering.inject(BODY, dialect).body).toEqual({
        ...BODY,
        steering_vectors: [
          {
            hookpoint: 'layers.12.attention',
            action: 'multiply',
            coefficient: 1.5,
            feature_index: 30,
            sparse_model: 'org/sae',
          },
        ],
      });
  });
});

describe('conflicts', () => {
  it.each([
    ['layers.3', 'add', '/a', 'layers.3', 'add', '/a', 'layers.3: two rows have the same vector at one hookpoint'],
    [
      'layers.3',
      'add',
      '/a',
      'model.layers.3',
      'add',
      '/a',
      'model.layers.3: two rows have the same vector at one hookpoint',
    ],
    [
      'layers.3',
      'ablate',
      '/a',
      'layers.3',
      'add',
      '/b',
      'layers.3: ablate and add at one hookpoint depend on their order',
    ],
    [
      'layers.3',
      'ablate',
      '/a',
      'layers.3',
      'ablate',
      '/b',
      'layers.3: ablate and ablate at one hookpoint depend on their order',
    ],
  ])('%s %s %s and %s %s %s', (h1, a1, v1, h2, a2, v2, what) => {
    const rows = [`manual,${a1},${h1},1,,,,,${v1}`, 'manual,add,layers.9,1,,,,,/z', `manual,${a2},${h2},1,,,,,${v2}`];
    for (const backend of ['easysteer', 'generic', 'ollama'])
      expect(said(backend, rows)).toBe(`s.csv:4  ${what} (the other is s.csv:2)\n  Keep one of the two.`);
  });

  it('is also a sum that a backend cannot do', () => {
    expect(said('vllm-hook', ['manual,add,layers.3,1,,,,,/a', 'manual,add,layers.3,1,,,,,/b'])).toBe(
      's.csv:3  layers.3: the backend takes one vector at a hookpoint (the other is s.csv:2)\n  Keep one of the two.',
    );
  });
});

describe('a backend of a file', () => {
  const OWN = `name: own
steers: true
dialects: [chat]
request_path: extra.steer
encoding: json_string
envelope: {v: 1, all: $rows}
row: {at: $hookpoint, by: $coefficient}
rows: many
same_hookpoint: refuse
hookpoints: ['block_{layer}.*']
actions: {add: plus}
vectors: [feature]
unsupported: refuse
`;
  it('is read by the same schema', () => {
    const { body } = given('own.yml', ['manual,add,block_1.mlp,2,5,,,,'], { 'own.yml': OWN }).inject(BODY, 'chat');
    expect(body).toEqual({ ...BODY, extra: { steer: '{"v":1,"all":[{"at":"block_1.mlp","by":2}]}' } });
  });

  it('can refuse what it cannot do', () => {
    expect(said('own.yml', ['manual,ablate,block_1.mlp,2,5,,,,'], { 'own.yml': OWN })).toBe(
      's.csv:2  action_unsupported: own cannot ablate\n  Take these rows out, or let the backend file say `unsupported: noop`.',
    );
  });

  it.each([
    ['rows: many', 'rows: few', 'own.yml:8:7  rows: "few" is not one of one, many'],
    ['$hookpoint', '$hokpoint', 'own.yml:7:11  row.at: "$hokpoint" stands for nothing – did you mean "$hookpoint"?'],
    ['extra.steer', '__proto__.x', 'own.yml:4:15  request_path: '],
  ])('is refused at its place with %s as %s', (from, to, what) => {
    expect(said('own.yml', [], { 'own.yml': OWN.replace(from, to) })).toContain(what);
  });

  it('is named with the names there are when it is unknown', () => {
    expect(said('easysteeer', [])).toMatch(
      /^no steering backend "easysteeer" – did you mean "easysteer"\?\n {2}There are easysteer, /,
    );
    expect(said('not.yml', [])).toBe('steering backend not.yml cannot be read (ENOENT)');
  });
});

describe('inactive steering', () => {
  it('gives every body back as the same object', () => {
    const steering = given('easysteer', []);
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        const injected = steering.inject(body, 'chat');
        return injected.body === body && injected.outcomes.length === 0;
      }),
    );
    expect(steering.warnings).toEqual([]);
  });
});

describe('active steering', () => {
  it('changes nothing in a body but its own field, whatever the body', () => {
    const steering = given('vllm-lens', ['manual,add,layers.1,1,,,,v.json,'], { 'v.json': '[1]' });
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('vllm_xargs', '__proto__')), fc.jsonValue()),
        (given) => {
          const before = JSON.stringify(given);
          const { body, outcomes } = steering.inject(given, 'chat');
          if (outcomes[0]!.outcome === 'noop') return body === given;
          const { apply_steering_vectors, ...xargs } = body.vllm_xargs as Record<string, unknown>;
          const restored = Object.fromEntries(
            Object.entries(body).flatMap(([key, value]) =>
              key === 'vllm_xargs'
                ? Object.hasOwn(given, key)
                  ? [[key, given[key] === null ? null : xargs]]
                  : []
                : [[key, value]],
            ),
          );
          return (
            typeof apply_steering_vectors === 'string' &&
            JSON.stringify(restored) === before &&
            JSON.stringify(given) === before
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('has an identity that depends on rows, backend and vectors, and not on where the files are', () => {
    const sha = (backend: string, row: string, vector: string) =>
      given(backend, [row], { 'v.json': vector }).identity.sha256;
    const row = 'manual,add,layers.1,1,3,,,v.json,';
    expect(sha('generic', row, '[1]')).toBe(sha('generic', row, '[1]'));
    const all = [
      sha('generic', row, '[1]'),
      sha('generic', row, '[2]'),
      sha('vllm-lens', row, '[1]'),
      sha('generic', row.replace('1,1', '1,2'), '[1]'),
    ];
    expect(new Set(all).size).toBe(4);
  });
});
