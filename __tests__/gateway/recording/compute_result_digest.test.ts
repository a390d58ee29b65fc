import { computeResultDigest } from '../../../src/gateway/recording/compute_result_digest.js';

describe('what a model was told of a call', () => {
  it.each<[string, unknown, unknown]>([
    ['plain', 'a\nb', 'a\nb'],
    [
      'with a wall time',
      'Exit code: 0\nWall time: 0.1 seconds\nOutput:\na',
      'Exit code: 0\nWall time: 2 seconds\nOutput:\na',
    ],
    [
      'as JSON in a text',
      '{"output":"a","metadata":{"exit_code":0,"duration_seconds":0.1}}',
      '{"output":"a","metadata":{"exit_code":0,"duration_seconds":1.5}}',
    ],
    ['as JSON', { output: 'a', duration_ms: 3 }, { output: 'a', duration_ms: 4 }],
    [
      'with the numbers of processes',
      'Output: a\nBackground PIDs: 7, 8\nProcess Group PGID: 12',
      'Output: a\nBackground PIDs: 9\nProcess Group PGID: 13',
    ],
  ])('is the same again: %s', (_, one, two) => {
    expect(computeResultDigest(one)).toBe(computeResultDigest(two));
  });

  it.each<[string, unknown, unknown]>([
    ['other output', 'Wall time: 1 s\nOutput:\na', 'Wall time: 1 s\nOutput:\nb'],
    ['another exit status', { exit_code: 0, output: 'a' }, { exit_code: 1, output: 'a' }],
    ['nothing', null, ''],
  ])('is another one with %s', (_, one, two) => {
    expect(computeResultDigest(one)).not.toBe(computeResultDigest(two));
  });
});
