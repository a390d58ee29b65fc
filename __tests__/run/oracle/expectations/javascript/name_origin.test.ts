import { describeSites, readMarkedSource } from '../marked_source.js';

/** Ways in which a test file takes `expect` and `assert` from a library. */
const BOUND: [binding: string, assertion: string][] = [
  ["import * as chai from 'chai';\nconst { expect } = chai;", 'expect(f()).to.equal(«5»)'],
  ["import chai from 'chai';\nconst expect = chai.expect;", 'expect(f()).to.equal(«5»)'],
  ["const { expect } = await import('chai');", 'expect(f()).to.equal(«5»)'],
  ["let { expect } = require('chai');", 'expect(f()).to.equal(«5»)'],
  ["var expect = require('chai').expect;", 'expect(f()).to.equal(«5»)'],
  ["var chai = require('chai'), expect = chai.expect;", 'expect(f()).to.equal(«5»)'],
  ["const { assert } = require('chai');", 'assert.equal(f(), «5»)'],
  ["const should = require('chai').should();", 'f().should.equal(«5»)'],
  ["var assert = require('assert');", 'assert.equal(f(), «5»)'],
  ["var assert = require('assert').strict, same = assert.deepEqual;", 'same(f(), [«5»])'],
  ["import assert from 'node:assert';\nconst { strictEqual } = assert;", 'strictEqual(f(), «5»)'],
  ["const { expect, it } = require('@jest/globals');", 'expect(f()).toBe(«5»)'],
  ["import * as globals from '@jest/globals';\nconst { expect, it } = globals;", 'expect(f()).toBe(«5»)'],
  ["import chai = require('chai');\nconst expect = chai.expect;", 'expect(f()).to.equal(«5»)'],
  ["import assert = require('assert');", 'assert.equal(f(), «5»)'],
];

/** Names that may stand for something else when a test runs. */
const REBOUND: [binding: string, assertion: string][] = [
  ["var expect = require('chai').expect;\nexpect = wrap(expect);", 'expect(f()).to.equal(5)'],
  ["let { expect } = require('chai');\n({ expect } = wrap());", 'expect(f()).to.equal(5)'],
  ["var assert = require('assert');\nfor (assert of g()) f();", 'assert.equal(f(), 5)'],
  ['expect = wrap(expect);', 'expect(f()).toBe(5)'],
  ["const assert = require('assert');\nassert.equal = g;", 'assert.equal(f(), 5)'],
  ["global.expect = require('./loose');", 'expect(f()).toBe(5)'],
  ["Object.assign(globalThis, require('./loose'));", 'expect(f()).toBe(5)'],
  ["const { expect } = require('chai').use(require('chai-almost')());", 'expect(f()).to.equal(5)'],
  ["import * as c from 'chai';\nc.use(almost);\nconst { expect } = c;", 'expect(f()).to.equal(5)'],
  ["const c = (await import('chai')).use(almost);\nconst { expect } = c;", 'expect(f()).to.equal(5)'],
  ["const assert = require('assert');\nvar want = 3;\nif (g()) { var want = 4; }", 'assert.equal(f(), want)'],
  ["import { expect } from './own.js';", 'expect(f()).to.equal(5)'],
];

describe('a library of assertions is found however a file takes it', () => {
  it.each([...BOUND, ...REBOUND])('%s', (binding, assertion) => {
    const { text, marked } = readMarkedSource(`${binding}\nit('x', () => { ${assertion}; });`);
    expect(describeSites(binding.includes('import ') ? 'a.test.ts' : 'a.test.js', text)).toEqual(marked);
  });
});
