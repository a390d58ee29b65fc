#!/usr/bin/env node
/**
 * Measures the pages of the viewer in Chromium: size of the list, time until the attempts are there, and memory of the page. It copies the
 * results of a run under other names, until there are enough; their records stay out, since a page loads those that are opened alone.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { ROOT, runNode } from './build/run-node.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

const { values, positionals } = readCommandLine({
  name: 'view-sizes',
  command: 'node scripts/view-sizes.mjs',
  purpose: 'Measures the pages of the viewer with Chromium: bytes of the list, time to open, memory.',
  options: {
    counts: { value: 'N,…', help: 'numbers of attempts (default 1,36,200,2000,10000)' },
  },
  positional: { name: 'FOLDER', least: 1, most: 1, help: 'output folder of a run, whose attempts are copied' },
  exit: '0 measured, 1 not.',
  example: 'node scripts/view-sizes.mjs gatebench-out',
});

const source = resolve(positionals[0]);
const lines = readFileSync(join(source, 'results.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const counts = (values.counts ?? '1,36,200,2000,10000').split(',').map(Number);
const room = mkdtempSync(join(tmpdir(), 'gatebench-sizes-'));
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--enable-precise-memory-info'],
});
try {
  for (const count of counts) console.log(await measure(count));
} finally {
  await browser.close();
  rmSync(room, { recursive: true, force: true });
}

/** Writes pages of so many attempts, and opens them. */
async function measure(count) {
  const results = join(room, `results-${count}`);
  const pages = join(room, `pages-${count}`);
  mkdirSync(join(results, 'runs'), { recursive: true });
  const rows = Array.from({ length: count }, (_, i) => {
    const row = lines[i % lines.length];
    const attempt_id = `${row.attempt_id}-${i}`;
    const contract = { ...row.contract, id: `${row.contract.id}-${Math.floor(i / 36)}` };
    return JSON.stringify({ ...row, attempt_id, contract, trial: 1 + (i % 3), run: `runs/${attempt_id}` });
  });
  writeFileSync(join(results, 'results.jsonl'), `${rows.join('\n')}\n`);
  const begun = performance.now();
  await runNode(join(ROOT, 'dist', 'cli', 'index.js'), [
    'report',
    results,
    '--out',
    join(room, `report-${count}`),
    '--html',
    pages,
    '--allow-mixed-versions',
    '--fail-on',
    'never',
  ]);
  const written = performance.now() - begun;
  const { opened, memory, nodes } = await open(pages);
  rmSync(results, { recursive: true, force: true });
  const list = statSync(join(pages, 'data', 'run.js')).size;
  rmSync(pages, { recursive: true, force: true });
  const mib = (bytes) => `${(bytes / 1024 / 1024).toFixed(2)} MiB`;
  return `${String(count).padStart(6)} attempts: written in ${(written / 1000).toFixed(1)} s, list ${mib(list)}, opens in ${Math.round(opened)} ms, heap ${mib(memory)}, ${nodes} nodes`;
}

async function open(pages) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const begun = performance.now();
  await page.goto(pathToFileURL(join(pages, 'index.html')).href);
  await page.waitForSelector('.list tbody tr');
  const opened = performance.now() - begun;
  const [memory, nodes] = await page.evaluate(() => [
    performance.memory.usedJSHeapSize,
    document.querySelectorAll('*').length,
  ]);
  await page.close();
  return { opened, memory, nodes };
}
