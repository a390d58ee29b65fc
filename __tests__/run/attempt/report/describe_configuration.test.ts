import type { Manifest } from '../../../../src/record/manifest/manifest.js';
import { digestModelAccess } from '../../../../src/run/attempt/report/describe_configuration.js';

const access = (provider?: string) =>
  digestModelAccess({
    allowed: null,
    steering: null,
    upstreams: [{ name: 'gpu', url: 'http://gpu:8000/v1', models: ['*'], ...(provider ? { provider } : {}) }],
  } as unknown as Manifest['model']);

it('access to a model is the same in records that do not name its provider, and another where the server costs nothing', () => {
  expect(access('openai')).toBe(access());
  expect(access('free:gpu')).not.toBe(access());
});
