import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { main } from '../src/cli.js';

/** A task that ends when the other one has started too; alone, it gives up after five seconds. */
const wait = (mine, other) => `${mine}:
  echo ${mine} starts
  : > $DIR/${mine}; n=0; until [ -e $DIR/${other} ]; do n=$((n + 1)); [ $n -lt 100 ] || exit 1; sleep 0.05; done
  echo ${mine} ends
`;

describe('knot', () => {
  let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'knot-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  async function knot(text, ...args) {
    const file = join(folder, 'Knotfile');
    writeFileSync(file, text.replaceAll('$DIR', folder));
    const texts = { stdout: '', stderr: '' };
    const stream = (name) => ({ write: (text) => (texts[name] += text) });
    const status = await main(['-f', file, ...args], { stdout: stream('stdout'), stderr: stream('stderr') });
    return { status, ...texts };
  }

  it('-j runs tasks side by side, with their output apart', async () => {
    for (const option of [['-j', '2'], ['-j2']]) {
      for (const name of ['left', 'right']) rmSync(join(folder, name), { force: true });
      const text = `all: left right\n${wait('left', 'right')}${wait('right', 'left')}`;
      const { status, stdout, stderr } = await knot(text, ...option);
      assert.deepEqual([status, stderr], [0, '']);
      const [left, right] = ['left\nleft starts\nleft ends\n', 'right\nright starts\nright ends\n'];
      assert.ok([`${left}${right}all\n3 ok\n`, `${right}${left}all\n3 ok\n`].includes(stdout), stdout);
    }
  });

  it('-k keeps going', async () => {
    const text = 'all: bad good\nbad:\n  exit 3\ngood:\n  echo fine\n';
    assert.deepEqual(await knot(text, '-k'), {
      status: 1,
      stdout: 'bad (failed)\ngood\nfine\n1 ok, 1 failed (bad), 1 skipped\n',
      stderr: '',
    });
    assert.deepEqual((await knot(text)).stdout, 'bad (failed)\n0 ok, 1 failed (bad), 2 skipped\n');
  });

  it('options and targets may be mixed', async () => {
    assert.equal((await knot('x:\na:\nb:\n', 'b', '-k', '-j', '1', 'a')).stdout, 'b\na\n2 ok\n');
  });

  it('wrong options are explained', async () => {
    for (const args of [['-j'], ['-j', '0'], ['-j', 'x'], ['-j1.5'], ['-j', '-1'], ['-jk'], ['-x'], ['--jobs', '2'], ['-f']]) {
      const { status, stdout, stderr } = await knot('a:\n', ...args);
      assert.deepEqual([status, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /^knot: usage: .*-f FILE.*\n$/, args.join(' '));
    }
    assert.match((await knot('a:\n', '-x')).stderr, /-j N.*-k/);
  });

  it('exclusive tasks work from the file', async () => {
    assert.equal((await knot('b!: a\n  echo alone\na:\n', '-j', '4')).stdout, 'a\nb\nalone\n2 ok\n');
  });

  it('a name with a mark in needs is explained', async () => {
    assert.equal((await knot('b: a!\na!:\n')).stderr, 'knot: line 1: not a name: "a!"\n');
  });

  it('commands see the order of the file and stop at the first failure', async () => {
    assert.equal((await knot('a:\n  echo 1\n  false\n  echo 2\n')).stdout, 'a (failed)\n1\n0 ok, 1 failed (a)\n');
  });

  it('both streams are in the output', async () => {
    assert.equal((await knot('a:\n  echo err >&2\n  echo out\n')).stdout, 'a\nerr\nout\n1 ok\n');
  });

  it('a missing file is explained', async () => {
    const stderr = [];
    const status = await main(['-f', join(folder, 'none')], { stdout: { write: () => {} }, stderr: { write: (text) => stderr.push(text) } });
    assert.deepEqual([status, stderr], [2, [`knot: ${join(folder, 'none')}: ENOENT\n`]]);
  });
});
