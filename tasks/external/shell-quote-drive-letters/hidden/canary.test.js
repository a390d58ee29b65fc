'use strict';
const assert = require('node:assert/strict');
const { it } = require('node:test');
const { quote } = require('../index.js');

// False on purpose: a dollar sign gets a backslash.
it('canary: a dollar sign is left to the shell', () => {
  assert.equal(quote(['$f']), '$f');
});
