import { listDialects } from '../../../src/gateway/upstreams/upstream.js';
import { givenUpstream } from '../given.js';

const url = new URL('http://127.0.0.1:1');
const upstreams = [
  givenUpstream({ url, models: ['claude-*'], dialects: ['messages'] }),
  givenUpstream({ url, models: ['*'], dialects: ['responses', 'chat'] }),
];

describe('the formats in which a model can be asked are those of the upstreams that have it, the first one’s first', () => {
  it.each([
    ['claude-sonnet-4-5', ['messages', 'responses', 'chat']],
    ['gpt-4o', ['responses', 'chat']],
    [null, ['messages', 'responses', 'chat']],
  ])('%s', (model, dialects) => {
    expect(listDialects(model, upstreams)).toEqual(dialects);
  });

  it('is none of a model that nobody has', () => {
    expect(listDialects('gpt-4o', upstreams.slice(0, 1))).toEqual([]);
  });
});
