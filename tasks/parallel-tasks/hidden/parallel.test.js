import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse, run } from '../src/index.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Runs a file with an `exec` whose tasks end when the test says so. */
function start(text, targets, options = {}) {
  const open = new Map();
  const log = [];
  const exec = (task) =>
    new Promise((resolve, reject) => {
      log.push(`+${task.name}`);
      open.set(task.name, { resolve, reject });
    });
  const onDone = (name, result) => log.push(`${result === 'ok' ? '-' : '!'}${name}`);
  const finished = run(parse(text), targets, { exec, onDone, ...options });
  finished.catch(() => {});
  const end = async (name, ok = true) => {
    assert.ok(open.has(name), `${name} is not running: ${log.join(' ')}`);
    const { resolve } = open.get(name);
    open.delete(name);
    resolve({ ok, output: `${name} output` });
    await turn();
  };
  const crash = async (name, error) => {
    const { reject } = open.get(name);
    open.delete(name);
    reject(error);
    await turn();
  };
  return { log, end, crash, finished, running: () => [...open.keys()] };
}

const WIDE = 'all: a b c d\na:\nb:\nc:\nd:\n';

describe('jobs', () => {
  it('starts as many as it may, in the order of the plan', async () => {
    const it = start(WIDE, ['all'], { jobs: 3 });
    await turn();
    assert.deepEqual(it.running(), ['a', 'b', 'c']);
    await it.end('b');
    assert.deepEqual(it.running(), ['a', 'c', 'd']);
    for (const name of ['d', 'a', 'c', 'all']) await it.end(name);
    assert.deepEqual(it.log.join(' '), '+a +b +c -b +d -d -a -c +all -all');
    assert.deepEqual([...(await it.finished)], [['a', 'ok'], ['b', 'ok'], ['c', 'ok'], ['d', 'ok'], ['all', 'ok']]);
  });

  it('starts a task as soon as what it needs is done, not level by level', async () => {
    const it = start('all: slow last\nlast: quick\nquick:\nslow:\n', ['all'], { jobs: 2 });
    await turn();
    assert.deepEqual(it.running(), ['slow', 'quick']);
    await it.end('quick');
    assert.deepEqual(it.running(), ['slow', 'last']);
    for (const name of ['slow', 'last', 'all']) await it.end(name);
    await it.finished;
  });

  it('prefers the earliest of the plan when a place becomes free', async () => {
    const it = start('all: a x c\nx: a\na:\nb:\nc:\n', ['all'], { jobs: 1 });
    await turn();
    await it.end('a');
    assert.deepEqual(it.running(), ['x']);
    for (const name of ['x', 'c', 'all']) await it.end(name);
    await it.finished;
  });

  it('runs what two tasks need once', async () => {
    const it = start('all: a b\na: base\nb: base\nbase:\n', ['all', 'b'], { jobs: 9 });
    await turn();
    for (const name of ['base', 'b', 'a', 'all']) await it.end(name);
    assert.equal(it.log.join(' '), '+base -base +a +b -b -a +all -all');
    await it.finished;
  });

  it('must be a positive integer or Infinity', async () => {
    for (const jobs of [0, -1, 1.5, NaN, '2', null]) {
      await assert.rejects(run(parse('a:'), ['a'], { exec: () => assert.fail('ran'), jobs }), TypeError, String(jobs));
    }
    const it = start(WIDE, ['all'], { jobs: Infinity });
    await turn();
    assert.equal(it.running().length, 4);
    for (const name of ['a', 'b', 'c', 'd', 'all']) await it.end(name);
    await it.finished;
  });
});

describe('a failure', () => {
  it('starts nothing new, and waits for what runs', async () => {
    const it = start(WIDE, ['all'], { jobs: 2 });
    await turn();
    await it.end('a', false);
    assert.deepEqual(it.running(), ['b']);
    await it.end('b');
    assert.deepEqual([...(await it.finished)], [['a', 'failed'], ['b', 'ok'], ['c', 'skipped'], ['d', 'skipped'], ['all', 'skipped']]);
    assert.equal(it.log.join(' '), '+a +b !a -b');
  });

  it('with keepGoing skips only what needs it, at any distance', async () => {
    const it = start('all: top other\ntop: mid\nmid: bad\nbad:\nother: good\ngood:\n', ['all'], { jobs: 1, keepGoing: true });
    await turn();
    await it.end('bad', false);
    await it.end('good');
    await it.end('other');
    assert.deepEqual([...(await it.finished)], [
      ['bad', 'failed'], ['mid', 'skipped'], ['top', 'skipped'], ['good', 'ok'], ['other', 'ok'], ['all', 'skipped'],
    ]);
  });

  it('of exec itself is thrown, after what runs has ended', async () => {
    const it = start(WIDE, ['all'], { jobs: 2, keepGoing: true });
    await turn();
    const error = new Error('spawn');
    let thrown;
    it.finished.catch((reason) => (thrown = reason));
    await it.crash('a', error);
    assert.equal(thrown, undefined);
    assert.deepEqual(it.running(), ['b']);
    await it.end('b');
    assert.equal(thrown, error);
    assert.deepEqual(it.running(), []);
  });
});

describe('exclusive tasks', () => {
  it('are marked with an exclamation mark', () => {
    const tasks = parse('deploy!: a\n  x\na:\n');
    assert.deepEqual([...tasks.values()], [
      { name: 'deploy', needs: ['a'], commands: ['x'], exclusive: true, line: 1 },
      { name: 'a', needs: [], commands: [], exclusive: false, line: 3 },
    ]);
    for (const text of ['!: a', 'a!!:', '!a:', 'b: a!']) assert.throws(() => parse(text), { name: 'KnotError', line: 1 }, text);
    assert.throws(() => parse('a:\na!:'), { message: 'line 2: a is there twice' });
  });

  it('run alone', async () => {
    const it = start('all: a alone b\na:\nalone!:\nb:\n', ['all'], { jobs: 4 });
    await turn();
    assert.deepEqual(it.running(), ['a']);
    await it.end('a');
    assert.deepEqual(it.running(), ['alone']);
    await it.end('alone');
    assert.deepEqual(it.running(), ['b']);
    for (const name of ['b', 'all']) await it.end(name);
    await it.finished;
  });

  it('are not overtaken by later tasks, or they might wait for ever', async () => {
    const it = start('all: a b alone c d\na:\nb:\nalone!: \nc:\nd:\n', ['all'], { jobs: 2 });
    await turn();
    await it.end('a');
    assert.deepEqual(it.running(), ['b']);
    await it.end('b');
    assert.deepEqual(it.running(), ['alone']);
    await it.end('alone');
    assert.deepEqual(it.running(), ['c', 'd']);
    for (const name of ['c', 'd', 'all']) await it.end(name);
    await it.finished;
  });

  it('that are not ready hold nobody up', async () => {
    const it = start('all: alone b\nalone!: a\na:\nb:\n', ['all'], { jobs: 2 });
    await turn();
    assert.deepEqual(it.running(), ['a', 'b']);
    for (const name of ['a', 'b', 'alone', 'all']) await it.end(name);
    await it.finished;
  });
});

describe('as before', () => {
  it('one job at a time without options, in the order of the plan', async () => {
    const it = start(WIDE, ['c', 'all']);
    for (const name of ['c', 'a', 'b', 'd', 'all']) {
      await turn();
      assert.deepEqual(it.running(), [name]);
      await it.end(name);
    }
    await it.finished;
  });

  it('stops at a failure without options', async () => {
    const it = start(WIDE, ['all']);
    await turn();
    await it.end('a', false);
    assert.deepEqual([...(await it.finished).values()], ['failed', 'skipped', 'skipped', 'skipped', 'skipped']);
    assert.equal(it.log.join(' '), '+a !a');
  });

  it('finds cycles before anything runs', async () => {
    const exec = () => assert.fail('ran');
    await assert.rejects(run(parse('a: b c\nb:\nc: a\n'), ['a'], { exec }), { message: 'line 1: cycle: a -> c -> a' });
  });

  it('tells onDone only about what ran, with its output', async () => {
    const done = [];
    const exec = async ({ name }) => ({ ok: name !== 'b', output: `<${name}>` });
    await run(parse('c: a b\na:\nb:\n'), ['c'], { exec, onDone: (...args) => done.push(args) });
    assert.deepEqual(done, [['a', 'ok', '<a>'], ['b', 'failed', '<b>']]);
  });
});
