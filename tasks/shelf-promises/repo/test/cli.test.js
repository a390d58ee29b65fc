'use strict';

const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const program = path.join(__dirname, '..', 'bin', 'shelf.js');

describe('command line', () => {
  let folder;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shelf-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const run = (...args) => {
    const { status, stdout } = spawnSync(process.execPath, [program, path.join(folder, 'a'), ...args], { encoding: 'utf8' });
    return [status, stdout];
  };

  it('puts, gets, lists and deletes', () => {
    assert.deepEqual(run('put', 'k', '{"a":1}'), [0, '']);
    assert.deepEqual(run('get', 'k'), [0, '{"a":1}\n']);
    assert.deepEqual(run('keys'), [0, 'k\n']);
    assert.deepEqual(run('dump'), [0, '["k",{"a":1}]\n']);
    assert.deepEqual(run('del', 'k'), [0, '']);
    assert.deepEqual(run('get', 'k'), [1, '']);
  });

  it('says what is wrong', () => {
    assert.deepEqual(run('put', 'k', '{'), [2, '']);
    assert.deepEqual(run('put', 'k'), [2, '']);
    assert.deepEqual(run('fly'), [2, '']);
  });
});
