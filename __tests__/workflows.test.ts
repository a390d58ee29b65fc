import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readWorkflow } from './given_workflow.js';

const root = join(import.meta.dirname, '..');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function givenFiles(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatebench-workflows-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function lint(folder: string): { status: number | null; complaints: string[] } {
  const script = join(root, 'scripts', 'lint-workflows.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--root', folder], { encoding: 'utf8' });
  // On a busy machine it says how far it is.
  const isProgress = (line: string) => /^lint-workflows: \d+ of \d+ workflows$/.test(line);
  return { status, complaints: stderr.split('\n').filter((line) => line !== '' && !isProgress(line)) };
}

const checkout = 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd';
const workflow = (steps: string, head = 'permissions:\n  contents: read\n') =>
  `on: push\n${head}jobs:\n  one:\n    runs-on: ubuntu-24.04\n    timeout-minutes: 5\n    steps:\n${steps}`;

// Holds P3
describe('workflows, offered workflows, snippets and action.yml obey the rules', () => {
  it('has no complaint about this repository', () => {
    expect(lint(root)).toEqual({ status: 0, complaints: [] });
  });
});

describe('the workflow rules find what breaks them', () => {
  const cases: [rule: string, files: Record<string, string>, complaints: string[]][] = [
    [
      'a pinned checkout without credentials, with permissions and a time limit, is fine',
      {
        '.github/workflows/fine.yml': workflow(
          `      - uses: ${checkout} # v6.0.2\n        with:\n          persist-credentials: false\n`,
        ),
      },
      [],
    ],
    [
      'what actionlint finds is reported with its line',
      { '.github/workflows/syntax.yml': workflow('      - run: echo\n        unknown: 1\n') },
      [
        '.github/workflows/syntax.yml:10: unexpected key "unknown" for "step" section. expected one of "continue-on-error", "env", "id", "if", "name", "run", "shell", "timeout-minutes", "uses", "with", "working-directory" [actionlint syntax-check]',
      ],
    ],
    [
      'an action is pinned to a full SHA, with its release as a comment',
      {
        '.github/workflows/unpinned.yml': workflow(
          `      - uses: actions/setup-node@v6\n      - uses: actions/setup-node@6044e13b5dc448c55e2357c09f80417699197238\n      - uses: ./\n`,
        ),
      },
      [
        '.github/workflows/unpinned.yml:9: actions/setup-node@v6 is not pinned to a full commit SHA',
        '.github/workflows/unpinned.yml:10: actions/setup-node@6044e13b5dc448c55e2357c09f80417699197238 needs its release as a comment, like "# v1.2.3"',
      ],
    ],
    [
      'checkout leaves no credentials behind',
      { '.github/workflows/credentials.yml': workflow(`      - uses: ${checkout} # v6.0.2\n`) },
      ['.github/workflows/credentials.yml:9: checkout needs persist-credentials: false'],
    ],
    [
      'permissions are declared, by the workflow or by each job, and a job has a time limit',
      {
        '.github/workflows/undeclared.yml':
          'on: push\njobs:\n  one:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo\n',
      },
      [
        '.github/workflows/undeclared.yml:3: job "one" declares no permissions',
        '.github/workflows/undeclared.yml:3: job "one" has no timeout-minutes',
      ],
    ],
    [
      'no expression is written into a script',
      { '.github/workflows/expression.yml': workflow(`      - run: |\n          echo "\${{ github.sha }}"\n`) },
      ['.github/workflows/expression.yml:9: an expression inside run: becomes shell code; pass it by env:'],
    ],
    [
      'pull_request_target is refused in both spellings',
      {
        '.github/workflows/target.yml': workflow('      - run: echo\n').replace(
          'on: push',
          'on: [pull_request_target]',
        ),
        'docs/workflows/b.yml': workflow('      - run: echo\n').replace('on: push', 'on:\n  pull_request_target:'),
      },
      [
        '.github/workflows/target.yml:1: pull_request_target runs with secrets beside untrusted code',
        'docs/workflows/b.yml:2: pull_request_target runs with secrets beside untrusted code',
      ],
    ],
    [
      'a workflow in README.md or docs is linted at its own lines, other yaml is not',
      {
        'README.md': `# x\n\n\`\`\`yaml\nschema: 1\n\`\`\`\n\n\`\`\`yaml\n${workflow('      - uses: a/b@v1\n      - uses: gatebench/gatebench@v1\n      - uses: gatebench/gatebench@<full commit SHA>\n')}\`\`\`\n`,
        'docs/a.md': `1. so\n\n   \`\`\`yaml\n${workflow('      - uses: a/b@v1\n').replaceAll(/^(?=.)/gm, '   ')}   \`\`\`\n`,
      },
      [
        'docs/a.md:12: a/b@v1 is not pinned to a full commit SHA',
        'README.md:16: a/b@v1 is not pinned to a full commit SHA',
        'README.md:17: gatebench/gatebench@v1 is not pinned to a full commit SHA',
      ],
    ],
    [
      'steps that are shown alone are pinned too',
      { 'docs/steps.md': '```yaml\n- uses: gatebench/gatebench@v1\n  with:\n    agent: codex\n```\n' },
      ['docs/steps.md:2: gatebench/gatebench@v1 is not pinned to a full commit SHA'],
    ],
    [
      'action.yml describes every input and output and runs files that exist',
      {
        'action.yml':
          "name: a\ndescription: b\ninputs:\n  good:\n    description: c\n  bad:\n    default: ''\noutputs:\n  empty:\n    description: ''\nruns:\n  using: node24\n  main: dist/gone.js\n",
      },
      [
        'action.yml:6: input "bad" has no description',
        'action.yml:9: output "empty" has no description',
        'action.yml:1: runs dist/gone.js, which does not exist',
      ],
    ],
  ];

  // One lint over all cases, because starting actionlint takes a second; each case has files of its own.
  const found = lint(givenFiles(Object.assign({}, ...cases.map(([, files]) => files))));

  it.each(cases)('%s', (_rule, files, complaints) => {
    const about = Object.keys(files);
    expect(found.complaints.filter((complaint) => about.some((path) => complaint.startsWith(`${path}:`)))).toEqual(
      complaints,
    );
  });

  it('exits 1 and says nothing that no case asked for', () => {
    expect([found.status, [...found.complaints].sort()]).toEqual([
      1,
      cases.flatMap(([, , complaints]) => complaints).sort(),
    ]);
  });
});

describe('the offered workflows', () => {
  const offered = ['evaluate', 'publish', 'ablation', 'nightly'].map((name) => ({
    name,
    steps: Object.values(readWorkflow(`${name}.yml`).jobs).flatMap(({ steps = [] }) => steps),
  }));

  it('hand every artifact that a later job reads to it, under one name', () => {
    const ours = offered.flatMap(({ steps }) => steps.filter(({ uses }) => uses?.startsWith('gatebench/gatebench@')));
    const by = (action: string) =>
      offered.flatMap(({ steps }) => steps.filter(({ uses }) => uses?.startsWith(`actions/${action}@`)));
    const kept = by('upload-artifact').map((step) => step.with?.name);
    expect(kept).toEqual([
      'gatebench-results',
      'gatebench-plan',
      `gatebench-shard-\${{ strategy.job-index }}`,
      'gatebench-report',
      'gatebench-night',
    ]);
    // What a report links to is there.
    for (const { with: given } of ours) if (given?.artifact !== undefined) expect(kept).toContain(given.artifact);
    for (const { with: given } of by('download-artifact')) {
      const start = String(given!.name ?? given!.pattern).replace(/\*$|\$\{\{.*/, '');
      expect(kept.some((name) => String(name).startsWith(start))).toBe(true);
    }
  });

  it.each(['evaluate', 'ablation', 'compare-settings'])(
    'keep what was sealed also where the Action failed: %s',
    (name) => {
      for (const { steps = [] } of Object.values(readWorkflow(`${name}.yml`).jobs))
        for (const [index, step] of steps.entries()) {
          if (step.name !== 'Keep report and records') continue;
          expect([step.if, step['continue-on-error']]).toEqual([`\${{ !cancelled() }}`, undefined]);
          expect(step.with).toMatchObject({ path: steps[index - 1]?.with?.out, overwrite: true });
        }
    },
  );

  it('keep layers between runs only on events of the repository itself', () => {
    const caches = offered.flatMap(({ name, steps }) =>
      steps.filter(({ uses }) => uses?.startsWith('actions/cache')).map((step) => [name, step.if, step.with?.path]),
    );
    const events = `\${{ contains(fromJSON('["push", "schedule", "workflow_dispatch"]'), github.event_name) }}`;
    expect(caches).toEqual([['ablation', events, '~/.cache/gatebench/layers']]);
  });

  it('install no sandbox: the Action does', () => {
    for (const { steps } of offered) expect(steps.filter(({ run }) => /apt-get|apparmor/.test(run ?? ''))).toEqual([]);
  });
});
