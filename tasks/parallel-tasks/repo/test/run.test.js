import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse, run, summary } from '../src/index.js';

const tasks = parse('site: pages styles\npages:\nstyles:\n');

describe('run', () => {
  it('runs everything in order', async () => {
    const seen = [];
    const exec = async ({ name }) => ({ ok: true, output: `${name}!` });
    const results = await run(tasks, ['site'], { exec, onDone: (...done) => seen.push(done.join(' ')) });
    assert.deepEqual(seen, ['pages ok pages!', 'styles ok styles!', 'site ok site!']);
    assert.equal(summary(results), '3 ok');
  });

  it('stops at a failure', async () => {
    const exec = async ({ name }) => ({ ok: name !== 'pages', output: '' });
    const results = await run(tasks, ['site'], { exec });
    assert.deepEqual([...results], [['pages', 'failed'], ['styles', 'skipped'], ['site', 'skipped']]);
    assert.equal(summary(results), '0 ok, 1 failed (pages), 2 skipped');
  });
});
