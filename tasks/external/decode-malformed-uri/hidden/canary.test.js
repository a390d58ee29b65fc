'use strict';
const assert = require('node:assert/strict');
const { it } = require('node:test');
const decode = require('../index.js');

// False on purpose: an escaped percent sign is decoded.
it('canary: an escaped percent sign stays escaped', () => {
  assert.equal(decode('%25'), '%25');
});
