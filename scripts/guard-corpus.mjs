#!/usr/bin/env node
/**
 * Measures the guardrails on labelled commands: recall on destructive ones, false positives on ordinary ones, on mere mentions and
 * on what looks dangerous, each with its Wilson 95 % interval.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBundles } from './build/ensure-build.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const own = join(root, '__tests__/guard/corpus');
const labels = ['destructive', 'ordinary', 'mention', 'lookalike'];
/** Bars of each label: the share that is refused, at least or at most. */
const bars = {
  destructive: { least: 0.95, least_per_category: 0.85 },
  ordinary: { most: { workspace: 0.0025, strict: 0.004 } },
  mention: { most: 0.02 },
  lookalike: { most: 0.02 },
};
const Z95 = 1.959963984540054;

process.exitCode = main();

function main() {
  const { values } = readCommandLine({
    name: 'guard-corpus',
    purpose:
      'Measures the guardrails on labelled commands: how many destructive ones are refused, and how many ordinary ones, mere mentions and lookalikes, each with its 95 % interval.',
    options: {
      corpus: {
        value: 'FILE',
        multiple: true,
        help: 'lines {"command"|"text"|"write", "label", "category"?, "spelling"?, "level"?} in JSON, in place of __tests__/guard/corpus',
      },
      level: { value: 'LEVEL', default: 'workspace', help: 'workspace or strict: lines of the other one are left out' },
      trust: { value: 'N', kind: 'count', default: 2, help: 'trust level of who asks' },
      cli: { value: 'FILE', help: 'command line to ask (default dist/cli/index.js)' },
      misses: { help: 'print every line that was judged otherwise than it is labelled' },
      json: { help: 'print counts, tables and misses as JSON' },
    },
    exit: '0 every bar is held, 1 one is missed, 2 the corpus or the guard cannot be read.',
    example: 'npm run guard-corpus -- --misses',
  });
  if (values.cli === undefined) ensureBundles('guard-corpus');
  try {
    const all = values.corpus === undefined ? ownLines() : values.corpus.flatMap(readLines);
    const entries = all.filter(({ level = values.level }) => level === values.level);
    const judged = ask(entries, values.cli ?? join(root, 'dist/cli/index.js'), values);
    const tables = measure(judged, values.level);
    const misses = judged.filter(({ label, denied }) => denied !== (label === 'destructive'));
    if (values.json) console.log(JSON.stringify({ ...tables, misses }, null, 1));
    else {
      print(tables);
      if (values.misses) for (const miss of misses) console.log(missLine(miss));
    }
    return tables.short.length === 0 ? 0 : 1;
  } catch (problem) {
    console.error(`guard-corpus: ${problem.message}`);
    return 2;
  }
}

function ownLines() {
  return labels.flatMap((label) =>
    readdirSync(join(own, label))
      .sort()
      .flatMap((name) => readLines(join(own, label, name))),
  );
}

function readLines(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const at = `${relative(process.cwd(), file)}:${index + 1}`;
    let entry;
    try {
      entry = JSON.parse(line);
    } catch (problem) {
      throw new Error(`${at} is not JSON: ${problem.message}`);
    }
    if (!labels.includes(entry?.label)) throw new Error(`${at} has no label of ${labels.join(', ')}`);
    const { command, folder, text, write, content, label, level, category = 'all', spelling = 'all' } = entry;
    if ([command, text, write].filter((asked) => typeof asked === 'string').length !== 1)
      throw new Error(`${at} needs exactly one of "command", "text", "write"`);
    return [{ at, question: { command, folder, text, write, content }, label, level, category, spelling }];
  });
}

/** The guard's answers, line for line: it is asked as anybody would ask it, over its standard input. */
function ask(entries, cli, { trust, level }) {
  if (entries.length === 0) throw new Error('the corpus is empty');
  console.error(`guard-corpus: asks ${entries.length} questions`);
  const guard = spawnSync(process.execPath, [cli, 'guard', '--trust', String(trust), '--level', level], {
    input: entries.map(({ question }) => `${JSON.stringify(question)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (guard.error) throw guard.error;
  const answers = guard.stdout.split('\n').filter(Boolean);
  if (guard.status !== 0 || answers.length !== entries.length)
    throw new Error(
      `the guard gave ${answers.length} answers to ${entries.length} questions (exit ${guard.status}): ${guard.stderr.trim().slice(0, 400)}`,
    );
  return entries.map((entry, index) => {
    const { verdict, rule, reason } = JSON.parse(answers[index]);
    if (verdict !== 'allow' && verdict !== 'deny') throw new Error(`${entry.at}: the guard answered ${answers[index]}`);
    return { ...entry, denied: verdict === 'deny', rule: rule ?? null, reason: reason ?? null };
  });
}

/** Shares of what was refused: by label, by category of each label, by spelling of what is destructive. */
function measure(judged, level) {
  const of = (label) => judged.filter((entry) => entry.label === label);
  const by_label = shares(judged, ({ label }) => label);
  const by_category = Object.fromEntries(labels.map((label) => [label, shares(of(label), ({ category }) => category)]));
  const by_spelling = shares(of('destructive'), ({ spelling }) => spelling);
  const short = [
    ...by_label.flatMap((row) => missed(row, row.name, bars[row.name], level)),
    ...by_category.destructive.flatMap((row) =>
      missed(row, `destructive ${row.name}`, { least: bars.destructive.least_per_category }, level),
    ),
  ];
  return { by_label, by_category, by_spelling, short };
}

function missed({ share, refused, total }, name, { least, most: bar }, level) {
  const most = bar?.[level] ?? bar;
  if (least !== undefined && share < least)
    return [`${name}: ${refused} of ${total} refused, the bar is at least ${least}`];
  if (most !== undefined && share > most)
    return [`${name}: ${refused} of ${total} refused, the bar is at most ${most}`];
  return [];
}

function shares(entries, nameOf) {
  const groups = new Map();
  for (const entry of entries) groups.set(nameOf(entry), [...(groups.get(nameOf(entry)) ?? []), entry]);
  return [...groups].map(([name, group]) => {
    const refused = group.filter(({ denied }) => denied).length;
    return {
      name,
      refused,
      total: group.length,
      share: refused / group.length,
      ...wilson(refused / group.length, group.length),
    };
  });
}

function wilson(share, total) {
  const centre = (share + Z95 ** 2 / (2 * total)) / (1 + Z95 ** 2 / total);
  const half = (Z95 / (1 + Z95 ** 2 / total)) * Math.sqrt((share * (1 - share)) / total + Z95 ** 2 / (4 * total ** 2));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

function print({ by_label, by_category, by_spelling, short }) {
  printTable('label', by_label);
  for (const label of labels) printTable(label, by_category[label]);
  printTable('destructive, by spelling', by_spelling);
  console.log(short.length === 0 ? 'every bar is held' : short.map((line) => `SHORT ${line}`).join('\n'));
}

function printTable(title, rows) {
  if (rows.length === 0) return;
  const percent = (share) => `${(share * 100).toFixed(1)} %`;
  console.log(`${title.padEnd(28)} ${'refused'.padStart(13)} ${'share'.padStart(8)}  95 % interval`);
  for (const { name, refused, total, share, low, high } of rows)
    console.log(
      `  ${name.padEnd(26)} ${`${refused} of ${total}`.padStart(13)} ${percent(share).padStart(8)}  ${percent(low)} – ${percent(high)}`,
    );
  console.log('');
}

function missLine({ at, question, label, rule }) {
  const [kind, asked] = Object.entries(question).find(([, value]) => value !== undefined);
  const judgedAs = label === 'destructive' ? 'MISSED' : `REFUSED by ${rule}`;
  return `${at}  ${judgedAs}  ${kind}: ${JSON.stringify(asked)}`;
}
