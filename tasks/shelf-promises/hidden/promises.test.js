'use strict';

const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { PassThrough } = require('node:stream');
const shelf = require('../lib');

let folder;
let file;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shelf-'));
  file = path.join(folder, 'a.shelf');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

let promised;

/** Opens a store, once it is known that a missing callback is no crash in the midst of another test. */
function open(at) {
  if (promised === undefined) {
    const probe = 'process.exit(require(process.argv[1]).open(process.argv[2]) instanceof Promise ? 0 : 1)';
    promised = spawnSync(process.execPath, ['-e', probe, path.join(__dirname, '..', 'lib'), file]).status === 0;
  }
  assert.ok(promised, 'open returns a promise');
  return shelf.open(at);
}

describe('promises', () => {
  it('every method returns one', async () => {
    const store = await open(file);
    assert.equal(await store.put('a', { x: 1 }), undefined);
    assert.deepEqual(await store.get('a'), { x: 1 });
    assert.equal(await store.get('b'), undefined);
    assert.equal(await store.batch([{ type: 'put', key: 'b', value: 2 }, { type: 'del', key: 'a' }]), undefined);
    assert.deepEqual(await store.keys({ prefix: 'b' }), ['b']);
    assert.equal(await store.del('a'), false);
    assert.equal(await store.del('b'), true);
    assert.ok((await store.compact()) > 0);
    assert.equal(await store.close(), undefined);
  });

  it('keys needs no options', async () => {
    const store = await open(file);
    await store.put('a', 1);
    assert.deepEqual(await store.keys(), ['a']);
    await store.close();
  });

  it('errors are rejections, never exceptions', async () => {
    const store = await open(file);
    const cyclic = {};
    cyclic.self = cyclic;
    for (const [code, call] of [
      ['SHELF_KEY', () => store.get('')],
      ['SHELF_KEY', () => store.put(7, 1)],
      ['SHELF_KEY', () => store.del(undefined)],
      ['SHELF_VALUE', () => store.put('a', cyclic)],
      ['SHELF_VALUE', () => store.put('a', undefined)],
      ['SHELF_VALUE', () => store.put('a', 1n)],
      ['SHELF_OPERATION', () => store.batch('x')],
      ['SHELF_OPERATION', () => store.batch([{ type: 'move', key: 'a' }])],
    ]) {
      const promise = call();
      assert.ok(promise instanceof Promise);
      await assert.rejects(promise, { name: 'ShelfError', code });
    }
    await store.close();
    await assert.rejects(open(folder), { code: 'EISDIR' });
  });

  it('operations keep the order of their calls', async () => {
    const store = await open(file);
    const all = [store.put('a', 1), store.get('a'), store.put('a', 2), store.get('a'), store.del('a'), store.get('a'), store.keys()];
    assert.deepEqual(await Promise.all(all), [undefined, 1, undefined, 2, true, undefined, []]);
    await store.close();
  });

  it('a failure does not stop what comes after it', async () => {
    const store = await open(file);
    const results = await Promise.allSettled([store.put('', 1), store.put('a', 1), store.batch(null), store.get('a')]);
    assert.deepEqual(results.map(({ status, value }) => value ?? status), ['rejected', 'fulfilled', 'rejected', 1]);
    await store.close();
  });

  it('close waits for what was called before it', async () => {
    const store = await open(file);
    const order = [];
    for (let i = 0; i < 20; i++) store.put(`k${i}`, i).then(() => order.push(i));
    await store.close();
    assert.equal(order.length, 20);
    await assert.rejects(store.put('late', 1), { code: 'SHELF_CLOSED' });
    await assert.rejects(store.compact(), { code: 'SHELF_CLOSED' });
    await store.close();
    const again = await open(file);
    assert.equal((await again.keys()).length, 20);
    await again.close();
  });

  it('a value is taken at the time of the call', async () => {
    const store = await open(file);
    const value = { n: 1 };
    const written = store.put('a', value);
    value.n = 2;
    await written;
    assert.deepEqual(await store.get('a'), { n: 1 });
    await store.close();
  });

  it('dump and load return one', async () => {
    const store = await open(file);
    assert.equal(await shelf.load(store, '["b",2]\n\n["a",{"x":1}]\n'), 2);
    const out = new PassThrough();
    assert.equal(await shelf.dump(store, out), 2);
    assert.equal(String(out.read()), '["a",{"x":1}]\n["b",2]\n');
    await assert.rejects(shelf.load(store, '["a",1]\nnonsense\n'), { code: 'SHELF_VALUE', message: 'line 2 is not an entry' });
    await assert.rejects(shelf.load(store, '["a",1]\n["",1]\n'), { code: 'SHELF_KEY' });
    assert.deepEqual(await store.get('a'), { x: 1 });
    await store.close();
  });
});

describe('entries', () => {
  it('gives keys and values in order, by prefix', async () => {
    const store = await open(file);
    for (const key of ['b/2', 'a/1', 'b/1']) store.put(key, key.length);
    const all = [];
    for await (const entry of store.entries()) all.push(entry);
    assert.deepEqual(all, [['a/1', 3], ['b/1', 3], ['b/2', 3]]);
    const some = [];
    for await (const [key] of store.entries({ prefix: 'b/' })) some.push(key);
    assert.deepEqual(some, ['b/1', 'b/2']);
    await store.close();
  });

  it('shows the store as it was when they were asked for', async () => {
    const store = await open(file);
    await store.batch([{ type: 'put', key: 'a', value: 1 }, { type: 'put', key: 'b', value: 2 }]);
    const entries = store.entries();
    store.del('b');
    store.put('a', 10);
    store.put('c', 3);
    const seen = [];
    for await (const entry of entries) {
      seen.push(entry);
      await store.put('d', 4);
    }
    assert.deepEqual(seen, [['a', 1], ['b', 2]]);
    assert.deepEqual(await store.keys(), ['a', 'c', 'd']);
    await store.close();
  });

  it('can be left early, and fails when the store is closed', async () => {
    const store = await open(file);
    await store.batch([{ type: 'put', key: 'a', value: 1 }, { type: 'put', key: 'b', value: 2 }]);
    for await (const [key] of store.entries()) {
      assert.equal(key, 'a');
      break;
    }
    await store.close();
    await assert.rejects(store.entries().next(), { code: 'SHELF_CLOSED' });
  });
});
