'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { promisify } = require('node:util');
const shelf = require('../lib');

/** The store with promises, for the comfort of the tests. */
async function openStore(file) {
  const store = await promisify(shelf.open)(file);
  const names = ['get', 'put', 'del', 'batch', 'keys', 'compact', 'close'];
  return Object.fromEntries(names.map((name) => [name, promisify(store[name]).bind(store)]));
}

describe('store', () => {
  let folder;
  let file;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shelf-'));
    file = path.join(folder, 'a.shelf');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('keeps values over a restart', async () => {
    const first = await openStore(file);
    await first.put('a', { x: [1, null] });
    await first.put('b', 'two');
    await first.del('b');
    await first.close();
    const second = await openStore(file);
    assert.deepEqual(await second.get('a'), { x: [1, null] });
    assert.equal(await second.get('b'), undefined);
    await second.close();
  });

  it('lists keys by prefix', async () => {
    const store = await openStore(file);
    for (const key of ['b/2', 'a/1', 'b/1']) await store.put(key, 0);
    assert.deepEqual(await store.keys({ prefix: 'b/' }), ['b/1', 'b/2']);
    assert.deepEqual(await store.keys({}), ['a/1', 'b/1', 'b/2']);
    await store.close();
  });

  it('writes a batch whole or not at all', async () => {
    const store = await openStore(file);
    const bad = [{ type: 'put', key: 'a', value: 1 }, { type: 'put', key: '', value: 2 }];
    await assert.rejects(store.batch(bad), { code: 'SHELF_KEY' });
    assert.equal(await store.get('a'), undefined);
    await store.close();
  });

  it('compacts', async () => {
    const store = await openStore(file);
    for (let i = 0; i < 10; i++) await store.put('a', i);
    assert.ok((await store.compact()) > 0);
    assert.equal(await store.get('a'), 9);
    await store.close();
  });

  it('drops an unfinished line, and refuses a damaged one', async () => {
    const store = await openStore(file);
    await store.put('a', 1);
    await store.close();
    fs.appendFileSync(file, '01234567 [["p"');
    const again = await openStore(file);
    assert.deepEqual(await again.keys({}), ['a']);
    await again.close();
    fs.appendFileSync(file, '01234567 [["p","b",1]]\n');
    await assert.rejects(openStore(file), { code: 'SHELF_CORRUPT', message: 'line 2 is damaged' });
  });

  it('fails after close', async () => {
    const store = await openStore(file);
    await store.close();
    await assert.rejects(store.get('a'), { code: 'SHELF_CLOSED' });
    await store.close();
  });
});
