import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { main } from '../src/cli.js';

describe('knot', () => {
  let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'knot-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  async function knot(text, ...args) {
    const file = join(folder, 'Knotfile');
    writeFileSync(file, text);
    const texts = { stdout: '', stderr: '' };
    const stream = (name) => ({ write: (text) => (texts[name] += text) });
    const status = await main(['-f', file, ...args], { stdout: stream('stdout'), stderr: stream('stderr') });
    return { status, ...texts };
  }

  it('prints every task with its output', async () => {
    assert.deepEqual(await knot('b: a\n  printf two\na:\n  echo one\n'), { status: 0, stdout: 'a\none\nb\ntwo\n2 ok\n', stderr: '' });
  });

  it('fails with the task', async () => {
    assert.deepEqual(await knot('a:\n  echo x\n  false\n  echo y\n'), { status: 1, stdout: 'a (failed)\nx\n0 ok, 1 failed (a)\n', stderr: '' });
  });

  it('explains mistakes', async () => {
    assert.deepEqual(await knot('a: b\n'), { status: 2, stdout: '', stderr: 'knot: line 1: unknown task b\n' });
    assert.equal((await knot('a:\n', '--fast')).status, 2);
  });
});
