'use strict';

const assert = require('node:assert/strict');
const { ShelfError } = require('../lib');

// False on purpose: errors carry the code that they are made with.
it('canary: errors have no code', () => {
  assert.equal(new ShelfError('SHELF_KEY', 'text').code, undefined);
});
