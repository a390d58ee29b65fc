'use strict';

const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { PassThrough } = require('node:stream');
const root = path.join(__dirname, '..');
const shelf = require('../lib');

let folder;
let file;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shelf-'));
  file = path.join(folder, 'a.shelf');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** A promise by the callback interface; the calls are counted, and a result in the same turn is an error. */
function by(call) {
  return new Promise((resolve, reject) => {
    let sync = true;
    let calls = 0;
    const returned = call((error, result) => {
      calls += 1;
      if (sync) reject(new Error('called back synchronously'));
      else if (calls > 1) reject(new Error('called back twice'));
      else if (error) setImmediate(reject, error);
      else setImmediate(resolve, result);
    });
    sync = false;
    if (returned !== undefined && !(returned instanceof Promise)) reject(new Error(`returned ${returned}`));
  });
}

/** Runs a script that has `shelf`, `file` and `fs`, in a process of its own. */
function script(source, ...flags) {
  const head = `const shelf = require(${JSON.stringify(path.join(root, 'lib'))}); const fs = require('node:fs'); const file = ${JSON.stringify(file)};\n`;
  return spawnSync(process.execPath, [...flags, '-e', head + source], { encoding: 'utf8', timeout: 10_000 });
}

describe('callbacks', () => {
  it('still work with every method', async () => {
    const store = await by((done) => shelf.open(file, done));
    assert.equal(await by((done) => store.put('a', 1, done)), undefined);
    assert.equal(await by((done) => store.get('a', done)), 1);
    await by((done) => store.batch([{ type: 'put', key: 'b', value: 2 }], done));
    assert.deepEqual(await by((done) => store.keys({ prefix: 'b' }, done)), ['b']);
    assert.equal(await by((done) => store.del('b', done)), true);
    assert.equal(typeof (await by((done) => store.compact(done))), 'number');
    assert.equal(await by((done) => shelf.load(store, '["c",3]', done)), 1);
    assert.equal(await by((done) => shelf.dump(store, new PassThrough(), done)), 2);
    await by((done) => store.close(done));
    await by((done) => store.close(done));
  });

  it('get their errors, once, and later', async () => {
    const store = await by((done) => shelf.open(file, done));
    await assert.rejects(by((done) => store.put('', 1, done)), { code: 'SHELF_KEY' });
    await assert.rejects(by((done) => store.put('a', 1n, done)), { code: 'SHELF_VALUE' });
    await assert.rejects(by((done) => store.batch([{ type: 'x', key: 'a' }], done)), { code: 'SHELF_OPERATION' });
    await assert.rejects(by((done) => shelf.load(store, 'x', done)), { code: 'SHELF_VALUE' });
    assert.deepEqual(await by((done) => store.keys({}, done)), []);
    await by((done) => store.close(done));
    await assert.rejects(by((done) => store.get('a', done)), { code: 'SHELF_CLOSED' });
    await assert.rejects(by((done) => shelf.open(folder, done)), { code: 'EISDIR' });
  });

  it('are called in the order of the calls', async () => {
    const store = await by((done) => shelf.open(file, done));
    const log = [];
    store.put('a', 1, () => log.push('put'));
    store.get('a', (_error, value) => log.push(value));
    store.put('', 1, (error) => log.push(error.code));
    store.del('a', (_error, was) => log.push(was));
    await by((done) => store.close(done));
    assert.deepEqual(log, ['put', 1, 'SHELF_KEY', true]);
  });

  it('that throw crash the process, and are not called again', () => {
    const { status, stdout, stderr } = script(`
      let calls = 0;
      process.on('exit', () => fs.writeSync(1, 'calls ' + calls));
      process.on('unhandledRejection', (error) => { fs.writeSync(1, 'rejection '); process.exit(9); });
      shelf.open(file, (error, store) => store.put('a', 1, (error) => { calls += 1; throw new Error('mine'); }));
    `);
    assert.equal(stdout, 'calls 1');
    assert.match(stderr, /mine/);
    assert.equal(status, 1);
  });

  it('are announced as deprecated, once per process', () => {
    const { stdout, stderr } = script(`
      const seen = [];
      process.on('warning', ({ name, code }) => seen.push(name + ' ' + code));
      process.on('exit', () => fs.writeSync(1, seen.join()));
      shelf.open(file, (error, store) => store.put('a', 1, () => store.get('a', () => store.close(() => {}))));
    `);
    assert.equal(stdout, 'DeprecationWarning SHELF001');
    assert.match(stderr, /SHELF001/);
  });

  it('are not used inside of the package', () => {
    const { status, stdout, stderr } = script(
      `shelf.open(file).then(async (store) => {
        await store.put('a', 1);
        await shelf.dump(store, process.stdout);
        await shelf.load(store, '["b",2]');
        await store.close();
      });`,
      '--throw-deprecation',
    );
    assert.deepEqual([status, stdout, stderr], [0, '["a",1]\n', '']);
  });
});

describe('command line', () => {
  const run = (...args) => {
    const program = path.join(root, 'bin', 'shelf.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--throw-deprecation', program, file, ...args], { encoding: 'utf8' });
    return { status, stdout, stderr };
  };

  it('works as before, and without warnings', () => {
    const quiet = (stdout, status = 0) => ({ status, stdout, stderr: '' });
    assert.deepEqual(run('put', 'k', '[1]'), quiet(''));
    assert.deepEqual(run('put', 'k', '[2]'), quiet(''));
    assert.deepEqual(run('put', 'j', 'null'), quiet(''));
    assert.deepEqual(run('get', 'k'), quiet('[2]\n'));
    assert.deepEqual(run('get', 'x'), quiet('', 1));
    assert.deepEqual(run('keys', 'k'), quiet('k\n'));
    assert.deepEqual(run('dump'), quiet('["j",null]\n["k",[2]]\n'));
    assert.match(run('compact').stdout, /^\d+ bytes saved\n$/);
    assert.deepEqual(run('del', 'x'), quiet('', 1));
    assert.deepEqual(run('put', '', '1'), { status: 2, stdout: '', stderr: 'shelf: not a key: \n' });
  });

  it('names a damaged file', () => {
    fs.writeFileSync(file, 'nonsense\n');
    assert.deepEqual(run('keys'), { status: 2, stdout: '', stderr: 'shelf: line 1 is damaged\n' });
  });
});
