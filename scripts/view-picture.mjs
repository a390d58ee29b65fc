#!/usr/bin/env node
/** Makes docs/pictures/view.png: an attempt as the viewer shows it, in Chromium. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { ROOT, runNode } from './build/run-node.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

const { values, positionals } = readCommandLine({
  name: 'view-picture',
  command: 'node scripts/view-picture.mjs',
  purpose: 'Makes docs/pictures/view.png from the first attempt of a run that asked a model.',
  options: { pages: { value: 'FOLDER', help: 'pages that are there already (default: those of the built engine)' } },
  positional: { name: 'FOLDER', least: 1, most: 1, help: 'output folder of a run' },
  exit: '0 made, 1 not.',
  example: 'node scripts/view-picture.mjs gatebench-out',
});

const folder = resolve(positionals[0]);
const room = mkdtempSync(join(tmpdir(), 'gatebench-picture-'));
const pages = values.pages === undefined ? join(room, 'pages') : resolve(values.pages);
if (values.pages === undefined) {
  const cli = join(ROOT, 'dist', 'cli', 'index.js');
  await runNode(cli, ['report', folder, '--out', join(room, 'report'), '--html', pages, '--fail-on', 'never']);
}
const results = readFileSync(join(folder, 'results.jsonl'), 'utf8').trim().split('\n');
const asked = results.map((line) => JSON.parse(line)).find(({ verdict }) => verdict.model !== null);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1040, height: 580 } });
  const part = asked === undefined ? '' : `#/attempt/${asked.attempt_id}?part=timeline`;
  await page.goto(`${pathToFileURL(join(pages, 'index.html')).href}${part}`);
  await page.waitForSelector(asked === undefined ? '.list' : '.turn');
  await page.screenshot({ path: join(ROOT, 'docs', 'pictures', 'view.png') });
} finally {
  await browser.close();
  rmSync(room, { recursive: true, force: true });
}
