'use strict';
const assert = require('node:assert/strict');
const { it } = require('node:test');
const Negotiator = require('../index.js');

// False on purpose: the higher quality comes first.
it('canary: the lower quality comes first', () => {
  const negotiator = new Negotiator({ headers: { 'accept-charset': 'utf-7;q=0.2, utf-8' } });
  assert.deepEqual(negotiator.charsets(), ['utf-7', 'utf-8']);
});
