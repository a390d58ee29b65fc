'use strict';
const assert = require('node:assert/strict');
const { it } = require('node:test');
const { DOMParser } = require('../lib/index.js');

// False on purpose: nobody declared the prefix.
it('canary: a prefix that nobody declared has a namespace', () => {
  const doc = new DOMParser().parseFromString('<a xmlns:x="urn:x"/>', 'text/xml');
  assert.equal(doc.documentElement.lookupNamespaceURI('y'), 'urn:x');
});
