import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prompt, shortened } from '../src/index.js';

test('a home that only begins alike is none', () => {
  assert.equal(shortened('/home/adam/work', { home: '/home/ada' }), '/home/adam/work');
});

test('a home may be written with a slash at its end', () => {
  assert.equal(shortened('/home/ada/work', { home: '/home/ada/' }), '~/work');
});

test('a machine whose home is the root shows paths as they are', () => {
  assert.equal(shortened('/srv/shop', { home: '/' }), '/srv/shop');
});

test('the home itself is a tilde', () => {
  assert.equal(shortened('/home/ada', { home: '/home/ada' }), '~');
});

test('a path with no more folders than are shown stays whole', () => {
  assert.equal(shortened('/srv/shop', { most: 2 }), '/srv/shop');
  assert.equal(shortened('/srv/shop/src', { most: 2 }), '…/shop/src');
});

test('root has a prompt of its own', () => {
  assert.equal(prompt({ user: 'root', path: '/etc', home: '/root' }), 'root /etc # ');
});
