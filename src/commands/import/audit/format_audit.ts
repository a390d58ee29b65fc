import { renderSectionMarkdown } from '../../../publish/report/markdown/render_markdown_report.js';
import { createColumns, type ReportBlock, type ReportSection } from '../../../publish/report/report_block.js';
import { escapeLogLine as safe } from '../../../publish/text/escape_text.js';
import { formatDuration, formatPercent, formatQuantity } from '../../../publish/text/format_quantity.js';
import type { ImportedTaskOutcome } from '../options/import_options.js';
import type { AuditClass, AuditedTask } from './audit_contract.js';

/** Meaning of each class, in the order in which a report lists them. */
const CLASS_MEANINGS: Readonly<Record<AuditClass, string>> = {
  holds: 'the unchanged repository fails, the reference solution passes, and no patch that must fail passes',
  'holds-adjusted': 'holds after single tests were put in quarantine, or under the tests that begin to pass',
  unavailable: 'the repository, or a tool, cannot be had here',
  'setup-fails': 'the repository cannot be made runnable here',
  'reference-fails': 'the reference solution does not pass',
  'network-bound': 'the reference solution does not pass without a network',
  'passes-on-nothing': 'the unchanged repository, or an empty patch, passes',
  'misdeclared-tests': 'required tests are not what the benchmark says before the patch',
  flaky: 'the same files pass and fail',
  forgeable: 'a patch that solves nothing passes',
  leaks: 'the agent can see hidden files, or is told of them',
  'weak-tests': 'the checks do not notice wrong expectations, or wrong patches',
  undecided: 'a step came to no decision',
};

/** Advice to the maintainers of a benchmark, by class. */
const CLASS_ADVICE: Readonly<Partial<Record<AuditClass, string>>> = {
  'holds-adjusted':
    'Correct the lists of tests as the last column says; the contract holds without the benchmark then.',
  unavailable: 'Check that the commit can still be fetched, and that the tools have public versions.',
  'setup-fails': 'Pin the packages: what installed when the task was made does not install now.',
  'reference-fails':
    'Run the reference solution in your own environment. If it passes there, the task depends on it; if not, its ' +
    'lists of tests are wrong.',
  'network-bound': 'Give the tests a server of their own, or say that the task needs a network.',
  'passes-on-nothing': 'Name a test that fails before the patch: results of this task say nothing about agents.',
  'misdeclared-tests': 'Correct the lists of tests: the last column says in how many runs each passed.',
  flaky: 'Leave the tests of the last column out, or let them wait for a condition in place of a time.',
  forgeable: 'Take results of this task for no evidence before a patch that solves nothing fails.',
  leaks: 'Keep the files out of what the agent sees, or reword the description.',
  'weak-tests': 'Add a test that the wrong patch fails.',
  undecided: 'This is no finding about the task: try again, with more time.',
};

/** Most rows of one table; `audit.json` has all. */
const MAX_ROWS = 200;

/** Renders the audit of a benchmark as Markdown, for the people who maintain it. */
export function renderAudit(
  benchmark: string,
  tasks: readonly ImportedTaskOutcome[],
  audit: readonly AuditedTask[],
): string {
  const rejected = tasks.filter(({ state }) => state === 'rejected');
  const sections: ReportSection[] = [
    { id: 'audit', title: `Audit of ${benchmark}`, blocks: createSummary(tasks, audit) },
    ...listClasses(audit).map(
      ([name, some]): ReportSection => ({
        id: name,
        title: name,
        blocks: [
          createText([CLASS_MEANINGS[name], CLASS_ADVICE[name] ?? ''].filter(Boolean).join('. ')),
          ...createTaskTable(some),
        ],
      }),
    ),
    ...(rejected.length === 0
      ? []
      : [{ id: 'rejected', title: 'rejected: no contract could be made', blocks: createRejectedTable(rejected) }]),
  ];
  return `${sections.map((section) => renderSectionMarkdown(section)).join('\n\n')}\n`;
}

/** Formats the audit as lines of the log. */
export function formatAudit(audit: readonly AuditedTask[]): string[] {
  const holding = audit.filter(isHolding);
  return [
    '',
    `${holding.length} of ${formatQuantity(audit.length, 'contract')} hold ` +
      `(${formatPercent(holding.length / audit.length)}), ${formatStrength(holding)}`,
    ...listClasses(audit).map(([name, some]) => `${String(some.length).padStart(6)}  ${name}: ${CLASS_MEANINGS[name]}`),
  ];
}

/** Formats one audited task as lines of the log. */
export function formatAuditedTask({ id, class: name, reason, defects, strength, wall_ms }: AuditedTask): string[] {
  const bits = strength === null ? '' : `, strength ${strength} bits`;
  return [
    `${name.startsWith('holds') ? '✓' : '✗'} ${safe(id)}: ${name}${bits} (${formatDuration(wall_ms)})`,
    ...(reason === '' ? [] : [`  ${safe(reason)}`]),
    ...(defects.length === 0 ? [] : [`  ${formatDefects(defects)}`]),
  ];
}

/** Tells whether an audited task can be used. */
export const isHolding = ({ verdict }: AuditedTask): boolean => verdict === 'proven';

function listClasses(audit: readonly AuditedTask[]): [AuditClass, AuditedTask[]][] {
  return (Object.keys(CLASS_MEANINGS) as AuditClass[])
    .map((name): [AuditClass, AuditedTask[]] => [name, audit.filter((task) => task.class === name)])
    .filter(([, some]) => some.length > 0);
}

function createSummary(tasks: readonly ImportedTaskOutcome[], audit: readonly AuditedTask[]): ReportBlock[] {
  const rejected = tasks.filter(({ state }) => state === 'rejected').length;
  const holding = audit.filter(isHolding);
  const open = tasks.length - rejected - audit.length;
  return [
    createText(
      `${formatQuantity(tasks.length, 'task')} read, ${rejected} rejected, ${audit.length} proven or tried: ` +
        `${holding.length} hold (${formatPercent(audit.length === 0 ? null : holding.length / audit.length)}), ` +
        `${formatStrength(holding)}.`,
    ),
    createText(
      'Each contract was tried without a network: the unchanged repository and an empty patch must fail, the ' +
        'reference solution must pass, forged patches must fail, and wrong expectations in the hidden tests must be ' +
        'noticed. A strength of n bits means that code which cannot tell a true expectation from a wrong one passes ' +
        'with a probability of at most 2^-n. Where required tests are not as declared, each was run three times ' +
        'with the reference solution and three times without.',
    ),
    ...listBases(audit).map((basis) => createText(basis)),
    createTable(
      'Tasks by class',
      ['class', 'tasks', 'meaning'],
      [
        ...listClasses(audit).map(([name, some]) => [name, String(some.length), CLASS_MEANINGS[name]]),
        ...(open <= 0 ? [] : [['not proven', String(open), 'the audit has not come to it: run it again to go on']]),
        ...(rejected === 0 ? [] : [['rejected', String(rejected), 'no contract could be made of the row']]),
      ],
    ),
  ];
}

/** Lists with what harness and settings the proofs were made, each once. */
const listBases = (audit: readonly AuditedTask[]): string[] => [
  ...new Set(
    audit.flatMap(({ basis }) => {
      const [, engine, reruns, mutants, searched_ms] =
        / gatebench (\S+) reruns (\d+) mutants (\d+)(?: calibration (\d+) ms)?$/.exec(basis ?? '') ?? [];
      const search = searched_ms === undefined ? '' : ` --calibration ${Number(searched_ms) / 1000}s`;
      return engine === undefined
        ? []
        : [`Proven with gatebench ${engine}, --reruns ${reruns} --mutants ${mutants}${search}.`];
    }),
  ),
];

function formatStrength(held: readonly AuditedTask[]): string {
  const bits = held.flatMap(({ strength }) => strength ?? []).sort((a, b) => a - b);
  if (bits.length === 0) return 'none with a measured strength';
  const median = bits[Math.floor((bits.length - 1) / 2)]!;
  const none = held.length - bits.length;
  return `strength ${bits[0]} to ${bits.at(-1)} bits, median ${median}${none > 0 ? `, none in ${none}` : ''}`;
}

const formatDefects = (defects: AuditedTask['defects']): string =>
  defects
    .slice(0, 3)
    .map(({ test, defect, golden, base }) => `${safe(test)}: ${defect} (${golden} with the reference, ${base} without)`)
    .join('; ') + (defects.length > 3 ? `; and ${defects.length - 3} more` : '');

const createTaskTable = (some: readonly AuditedTask[]): ReportBlock[] => [
  createTable(
    'Tasks',
    ['task', 'step', 'reason', 'strength', 'mutants', 'tests that are not as declared'],
    some
      .slice(0, MAX_ROWS)
      .map(({ id, step, reason, strength, strength_reason, mutants, defects }) => [
        ...[id, step ?? '', reason],
        strength === null ? (step === null ? `none: ${strength_reason || 'not measured'}` : '') : `${strength} bits`,
        mutants.decided === 0 ? '' : `${mutants.killed} of ${mutants.decided} found`,
        formatDefects(defects),
      ]),
  ),
  ...createRemainder(some.length, 'audit.json'),
];

const createRejectedTable = (rejected: readonly ImportedTaskOutcome[]): ReportBlock[] => [
  createTable(
    'Rows',
    ['row', 'task', 'reason'],
    rejected.slice(0, MAX_ROWS).map(({ place, id, reason }) => [place, id ?? '', reason ?? '']),
  ),
  ...createRemainder(rejected.length, 'import.json'),
];

const createRemainder = (count: number, file: string): ReportBlock[] =>
  count > MAX_ROWS ? [createText(`${count - MAX_ROWS} more are in ${file}.`)] : [];

const createText = (text: string): ReportBlock => ({ kind: 'text', text });

const createTable = (caption: string, heads: readonly string[], rows: string[][]): ReportBlock => ({
  ...{ kind: 'table', caption, columns: createColumns(...heads), rows },
});
