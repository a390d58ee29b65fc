import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KnotError, parse, plan } from '../src/index.js';

describe('parse', () => {
  it('reads tasks, needs and commands', () => {
    const tasks = parse('# comment\na: b c\n  x\n\n  y\nb:\nc :\n');
    assert.deepEqual([...tasks.values()], [
      { name: 'a', needs: ['b', 'c'], commands: ['x', 'y'], line: 2 },
      { name: 'b', needs: [], commands: [], line: 6 },
      { name: 'c', needs: [], commands: [], line: 7 },
    ]);
  });

  it('says in which line the mistake is', () => {
    for (const text of ['\n  x', '\na', '\na b:', '\n: b', '\na: b=c']) {
      assert.throws(() => parse(text), (error) => error instanceof KnotError && error.line === 2, text);
    }
    assert.throws(() => parse('a:\na:'), { message: 'line 2: a is there twice' });
  });
});

describe('plan', () => {
  const tasks = parse('site: pages styles\npages: data\nstyles:\ndata:\nloop: knot\nknot: loop\nlost: nowhere');

  it('puts dependencies first', () => {
    assert.deepEqual(plan(tasks, ['site']), ['data', 'pages', 'styles', 'site']);
    assert.deepEqual(plan(tasks, ['styles', 'site']), ['styles', 'data', 'pages', 'site']);
  });

  it('refuses cycles and unknown names', () => {
    assert.throws(() => plan(tasks, ['loop']), { message: 'line 5: cycle: loop -> knot -> loop' });
    assert.throws(() => plan(tasks, ['lost']), { message: 'line 7: unknown task nowhere' });
    assert.throws(() => plan(tasks, ['x']), { message: 'unknown task x' });
  });
});
