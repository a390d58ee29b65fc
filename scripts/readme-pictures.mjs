#!/usr/bin/env node
/** Makes the pictures of README.md from real runs of the examples: docs/pictures/run.svg, and the comment between its markers. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBundles } from './build/ensure-build.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

readCommandLine({
  name: 'readme-pictures',
  command: 'node scripts/readme-pictures.mjs',
  purpose:
    'Runs two examples in the sandbox, and makes docs/pictures/run.svg and the comment in README.md from what they print.',
  example: 'node scripts/readme-pictures.mjs',
});
ensureBundles('readme-pictures');
const root = fileURLToPath(new URL('../', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'gatebench-pictures-'));
// The sandbox's user must be able to pass through.
chmodSync(room, 0o755);
const git = (...args) => execFileSync('git', ['-C', join(room, 'project'), ...args], { encoding: 'utf8' }).trim();

/** Runs the built command line and returns its standard output. */
function gatebench(cwd, ...args) {
  console.error(`readme-pictures: gatebench ${args.join(' ')}`);
  const argv = [join(root, 'dist/cli/index.js'), ...args, '--cache', join(room, 'cache')];
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, { cwd, encoding: 'utf8' });
  if (status === null || status > 1) throw new Error(stderr);
  return stdout;
}

const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const COLOURS = [
  [/\bfail\b/g, '#f47067'],
  [/\bpass\b/g, '#57ab5a'],
];

/** Draws lines of a terminal as SVG text. */
function drawTerminal(lines) {
  const width = Math.max(...lines.map((line) => line.length)) * 8.4 + 32;
  const height = lines.length * 20 + 28;
  const rows = lines.map((line, at) => {
    let text = escapeXml(line);
    for (const [word, colour] of COLOURS)
      text = text.replace(word, (found) => `<tspan fill="${colour}">${found}</tspan>`);
    return `<text x="16" y="${at * 20 + 28}" xml:space="preserve">${text}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${height}" role="img">`,
    '<title>Three attempts at one contract, as the terminal shows them</title>',
    '<rect width="100%" height="100%" rx="8" fill="#1c2128"/>',
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#adbac7">',
    ...rows,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Returns the terminal's lines of a reference, of no change, and of a plausible wrong patch. */
function runFirstContract() {
  cpSync(join(root, 'examples/first-contract'), join(room, 'first-contract'), { recursive: true });
  cpSync(join(room, 'first-contract/wrong/accepts-anything.patch'), join(room, 'model.patch'));
  const args = ['run', 'first-contract', '--agent', 'golden', '--agent', 'noop', '--agent', 'patch:model.patch'];
  gatebench(room, 'validate', 'first-contract', '--reruns', '1');
  const lines = gatebench(room, ...args).split('\n');
  const table = lines.filter((line) => /^(result|pass|fail|baselines|failure)\b|^ +└/.test(line));
  return [`$ gatebench ${args.join(' ')}`, ...table];
}

/** Returns the head of the comment on a pull request that breaks a test, as a quotation. */
function quoteComment() {
  const project = join(room, 'project');
  mkdirSync(join(project, 'tasks'), { recursive: true });
  cpSync(join(root, 'examples/first-contract/repo'), project, { recursive: true });
  cpSync(join(root, 'examples/pull-request'), join(project, 'tasks/pull-request'), { recursive: true });
  const commit = (message) => {
    git('add', '-A');
    git('-c', 'user.name=Dev', '-c', 'user.email=dev@example.org', 'commit', '-qm', message);
    return git('rev-parse', 'HEAD');
  };
  git('init', '-q');
  const base = commit('Read durations');
  const source = join(project, 'src/duration.js');
  writeFileSync(source, readFileSync(source, 'utf8').replace('h: 3600', 'h: 360'));
  const head = commit('Tidy');
  gatebench(project, 'run', 'tasks/pull-request', '--agent', 'pull-request', '--base', base, '--head', head);
  const report = readFileSync(join(project, 'gatebench-out/report.md'), 'utf8').split('\n');
  const gates = report.findIndex((line) => line.startsWith('G1 '));
  // The comment folds nothing of what failed.
  const shown = report.slice(0, gates + 1).filter((line) => !/^<\/?details/.test(line));
  return shown.map((line) => `> ${line.replace(/^## (.*)$/, '**$1**')}`.trimEnd()).join('\n');
}

try {
  writeFileSync(join(root, 'docs/pictures/run.svg'), drawTerminal(runFirstContract()));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const markers = /(<!-- comment -->\n)[\s\S]*?(<!-- \/comment -->)/;
  if (!markers.test(readme)) throw new Error('README.md has no <!-- comment -->…<!-- /comment --> markers');
  const quotation = quoteComment();
  writeFileSync(
    join(root, 'README.md'),
    readme.replace(markers, (_, begin, end) => `${begin}\n${quotation}\n\n${end}`),
  );
} finally {
  rmSync(room, { recursive: true, force: true });
}
