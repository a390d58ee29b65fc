// Needs: chromium
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createRunFile } from '../../../src/commands/view/create_run_file.js';
import { createSectionsFile } from '../../../src/commands/view/create_sections_file.js';
import { openViewServer } from '../../../src/commands/view/open_view_server.js';
import { ViewFolder } from '../../../src/commands/view/view_folder.js';
import { writeViewPages } from '../../../src/commands/view/write_view_pages.js';
import { createReportViewFromResults } from '../../../src/publish/report/view/report_view.js';
import { itInFull } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenResult } from '../../publish/given_results.js';
import { givenSections, hostileSections } from '../../publish/given_sections.js';
import { bundlePages, givenEvents, givenViewFolder } from '../given_view.js';

const HOSTILE = '<img src=x onerror=alert(1)>\u202e';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser;
let assets: { script: string; style: string };

beforeAll(async () => {
  const folder = join(givenRoom(), 'assets');
  bundlePages(folder);
  assets = {
    script: readFileSync(join(folder, 'page.js'), 'utf8'),
    style: readFileSync(join(folder, 'page.css'), 'utf8'),
  };
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await cleanUp();
});

const givenResults = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    givenResult({
      attempt: `attempt-${i + 1}`,
      task: `task-${i % 3}`,
      title: HOSTILE,
      agent: i % 2 === 0 ? 'codex' : 'loop',
      trial: 1 + Math.floor(i / 6),
      gates: i % 3 === 0 ? 'ppfp' : 'pppp',
      why: i % 3 === 0 ? `unit: ${HOSTILE} fails` : 'as expected',
    }),
  );

/** Opens a page, and gathers what it complains of and what it asks for elsewhere. */
async function openPage(address: string, options: { width?: number; dark?: boolean } = {}): Promise<[Page, string[]]> {
  const page = await browser.newPage({
    viewport: { width: options.width ?? 1280, height: 800 },
    colorScheme: options.dark ? 'dark' : 'light',
  });
  const complaints: string[] = [];
  const origin = address.startsWith('file:') ? 'file:' : new URL(address).origin;
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await page.goto(address);
  await page.waitForSelector('h1');
  return [page, complaints];
}

function givenPages(count = 12): string {
  const room = givenRoom();
  const folder = givenViewFolder(join(room, 'out'), givenResults(count), {
    'attempt-1': givenEvents(HOSTILE),
    'attempt-2': givenEvents(),
  });
  writeViewPages(join(room, 'pages'), folder, assets);
  return pathToFileURL(join(room, 'pages', 'index.html')).href;
}

const countRows = (page: Page) => page.locator('.list tbody tr:not([aria-hidden])').count();

it('pages opened from a disk filter, search and lead to an attempt; nothing foreign runs or is asked for', async () => {
  const address = givenPages();
  const [page, complaints] = await openPage(address);
  expect(await countRows(page)).toBe(12);
  await page.getByLabel('Search').fill('loop fails');
  await page.waitForFunction(() => document.querySelectorAll('.list tbody tr').length < 12);
  expect(await page.evaluate(() => window.location.hash)).toContain('q=loop+fails');
  const filtered = await countRows(page);
  await page.reload();
  await page.waitForSelector('.list');
  expect(await countRows(page)).toBe(filtered);
  await page.goto(`${address}#/attempt/attempt-1?part=conversation`);
  await page.waitForSelector('.turn');
  const said = await page.locator('.turn.assistant').first().textContent();
  expect(said).toContain('<img src=x onerror=alert(1)>\\u202e');
  await page.locator('.turn .link').first().click();
  await page.waitForSelector('dialog[open] pre:has-text("prompt")');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.waitForFunction(() => !window.location.hash.includes('attempt-1?'));
  expect(complaints).toEqual([]);
  await page.close();
});

it('one file has the run, its worst attempts and their events; nothing in it runs or is asked for', async () => {
  const room = givenRoom();
  const results = givenResults(60);
  const folder = givenViewFolder(join(room, 'out'), results, { 'attempt-1': givenEvents(`${HOSTILE}</script><!--`) });
  const view = createReportViewFromResults(results, { missing: [], fail_on: 'gates', harness: { version: '1' } });
  writeFileSync(join(room, 'report.html'), createRunFile(folder, view, assets));
  const address = pathToFileURL(join(room, 'report.html')).href;
  const [page, complaints] = await openPage(address);
  expect(await page.locator('h1').textContent()).toContain('20 of 60 attempts failed');
  await page.goto(`${address}#/attempt/attempt-1?part=conversation`);
  await page.waitForSelector('.turn');
  await page.locator('.turn .link').first().click();
  await page.waitForSelector('dialog[open] pre:has-text("prompt")');
  await page.keyboard.press('Escape');
  const passed = results.filter(({ verdict }) => verdict.status === 'success').map(({ attempt_id }) => attempt_id);
  await page.goto(`${address}#/attempt/${view.rows.at(-1)?.attempt_id}`);
  await page.waitForSelector('h1:has-text("Not in this file")');
  expect(passed).toContain(view.rows.at(-1)?.attempt_id);
  expect(complaints).toEqual([]);
  await page.close();
});

it('sections that are about no run are one file', async () => {
  const file = join(givenRoom(), 'plan.html');
  writeFileSync(file, createSectionsFile(HOSTILE, [...givenSections, ...hostileSections]));
  const [page, complaints] = await openPage(pathToFileURL(file).href);
  expect(await page.locator('h1').textContent()).toBe(HOSTILE);
  expect(await page.locator('svg').count()).toBeGreaterThan(2);
  expect(await page.locator('img').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.close();
});

it('another run stands beside the first, and an attempt of it beside one of the first', async () => {
  const room = givenRoom();
  const folders = ['monday', 'tuesday'].map((name) => {
    const results = givenResults(6).filter(({ agent }) => agent.name === (name === 'monday' ? 'codex' : 'loop'));
    return new ViewFolder(givenViewFolder(join(room, name), results, {}));
  });
  const server = openViewServer(folders[0]!, assets, folders[1]);
  const port = await server.listenOnLoopback(0);
  const [page, complaints] = await openPage(`http://127.0.0.1:${port}${server.path}`);
  await page.getByRole('button', { name: 'Side by side' }).click();
  await page.waitForSelector('h1:has-text("codex and loop (tuesday)")');
  await page.getByRole('link', { name: 'diff' }).first().click();
  await page.waitForFunction(() => /compare\/attempt-\d\/-other\.attempt-\d/.test(window.location.hash));
  await page.waitForSelector('h1');
  expect(await page.locator('main').textContent()).not.toContain('No such attempt');
  expect(complaints).toEqual([]);
  await page.close();
  await server.close();
});

itInFull('a run that goes on is shown within a second of each change', async () => {
  const folder = givenViewFolder(join(givenRoom(), 'out'), []);
  rmSync(join(folder, 'results.jsonl'));
  const server = openViewServer(new ViewFolder(folder), assets);
  const port = await server.listenOnLoopback(0);
  const [page, complaints] = await openPage(`http://127.0.0.1:${port}${server.path}`);
  for (const [i, result] of givenResults(3).entries()) {
    appendFileSync(join(folder, 'results.partial.jsonl'), `${JSON.stringify({ ...result, run: 'runs/x' })}\n`);
    await page.waitForSelector(`h1:has-text("${i + 1} of")`);
  }
  writeFileSync(join(folder, 'results.jsonl'), readFileSync(join(folder, 'results.partial.jsonl')));
  await page.waitForSelector('h1:not(:has-text("finished"))');
  expect(complaints).toEqual([]);
  await page.close();
  await server.close();
});

itInFull('axe finds nothing serious on any page, in both themes and at 320 pixels', async () => {
  const address = givenPages(80);
  const places = ['', '#/run?group=none', '#/attempt/attempt-1', '#/compare/attempt-1/attempt-2', '#/arms/codex/loop'];
  const found: string[] = [];
  for (const place of places)
    for (const options of [{}, { dark: true }, { width: 320 }]) {
      const [page, complaints] = await openPage(`${address}${place}`, options);
      await page.waitForSelector('main h1');
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() =>
        (window as never as { axe: AxeRunner }).axe.run(document, { preload: false }),
      );
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      found.push(...serious.map(({ id, nodes }) => `${place} ${id}: ${nodes[0]?.html}`), ...complaints);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      if (overflow) found.push(`${place} is wider than ${JSON.stringify(options)}`);
      await page.close();
    }
  expect(found).toEqual([]);
});

interface AxeRunner {
  run(
    place: Document,
    options: { preload: boolean },
  ): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

itInFull('a list of thousands has rows in the document only where they are seen, and ends at its end', async () => {
  const [page] = await openPage(`${givenPages(3_000)}#/run?group=none`);
  expect(await countRows(page)).toBeLessThan(120);
  await page.evaluate(() => window.scrollTo(0, document.querySelector('.list')?.scrollHeight ?? 0));
  await page.waitForSelector('tr[aria-rowindex="3001"]');
  await page.close();
});
