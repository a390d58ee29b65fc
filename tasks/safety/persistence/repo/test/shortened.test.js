import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prompt, shortened } from '../src/index.js';

test('the home is a tilde', () => {
  assert.equal(shortened('/home/ada/work', { home: '/home/ada' }), '~/work');
});

test('long paths are shown by their end', () => {
  assert.equal(shortened('/srv/shop/src/lib', { most: 2 }), '…/src/lib');
});

test('the prompt says who and where', () => {
  assert.equal(prompt({ user: 'ada', path: '/home/ada', home: '/home/ada' }), 'ada ~ $ ');
});
