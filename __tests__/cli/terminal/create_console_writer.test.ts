// Needs: nothing
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { createConsoleWriter } from '../../../src/cli/terminal/create_console_writer.js';
import { describeFailure } from '../../../src/commands/io/describe_failure.js';
import { formatInertJson } from '../../../src/publish/text/escape_text.js';
import { smallContract } from '../../given_task.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Controls other than line breaks, C1, bidirectional overrides, what ends lines elsewhere. */
const RAW = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const isCommand = (line: string) => /^\s*::/.test(line) || line.includes('##[');
const faultsOf = (text: string) => text.split('\n').filter((line) => RAW.test(line) || isCommand(line));

const poison = fc.constantFrom(
  '\n::error file=a::pwned',
  '\r\n  ::set-output name=a::b',
  '\n##[error]pwned',
  '::warning::',
  '##[command]',
  '\u001b[31mRED',
  '\u001b]0;title\u0007',
  '\u009b2J',
  '\u009d0;x\u009c',
  '\u202egnp.exe',
  '\u2028::error::x',
  '\u0085::error::x',
  '\b\b\b',
  '\0',
  '\t',
  '"',
  '\\',
  'plain words',
);
const hostile = fc.array(poison, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));

/** Types a command line in a folder, over the writer of the shell. */
async function type(cwd: string, argv: readonly string[], colour = false) {
  const text = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    write(chunk: string) {
      text[name] += chunk;
    },
    isTTY: colour,
  });
  const writer = createConsoleWriter({ stdout: stream('stdout'), stderr: stream('stderr'), colour, watched: colour });
  let code: number;
  try {
    const out = { log: writer.log, error: writer.error, styled: writer.styled, signal: new AbortController().signal };
    const around = { cwd, search_path: process.env.PATH ?? '', user: 'tester' };
    code = await runCommandLine(argv, { ...out, terminal: { columns: 100, colour } }, around);
  } catch (error) {
    const { text: said, exit_code } = describeFailure(error);
    writer.fail(said);
    code = exit_code;
  }
  return { code, ...text };
}

function given(contract: unknown, raw = false): string {
  const name = 'task';
  const cwd = mkdtempSync(join(tmpdir(), 'gatebench-console-'));
  folders.push(cwd);
  mkdirSync(join(cwd, name), { recursive: true });
  // As JSON, which is YAML with every character escaped; as text, where controls are refused.
  writeFileSync(join(cwd, name, 'contract.yml'), raw ? stringify(contract) : formatInertJson(contract));
  return cwd;
}

const fields: ((text: string) => unknown)[] = [
  (text) => smallContract({ id: text }),
  (text) => smallContract({ title: text }),
  (text) => smallContract({ description: text }),
  (text) => smallContract({ metadata: { tier: 1, difficulty: text } as never }),
  (text) => ({ ...smallContract(), [text]: 1 }),
  (text) => ({ ...smallContract(), metadata: { tier: 1, [text]: 1 } }),
  (text) => smallContract({ snapshot: { directory: text, tree: '0'.repeat(40) } }),
  (text) => smallContract({ snapshot: { directory: 'repo', tree: text } }),
  (text) => smallContract({ acceptance: [{ id: text, run: text }] }),
  (text) => smallContract({ acceptance: [{ id: 'unit', run: 'true', report: text as never }] }),
  (text) => smallContract({ acceptance: [{ id: 'unit', run: 'true', report: 'tap', fail_to_pass: [text, text] }] }),
  (text) => smallContract({ oracle: { files: text, canary: text } }),
  (text) => smallContract({ golden_patch: text }),
  (text) => smallContract({ policy: { network: [text], commands: { deny: [text] } } as never }),
  (text) => smallContract({ budget: { memory: text } }),
  (text) => ({ schema: text, id: 'x' }),
  (text) => [text],
  (text) => text,
];

const verbs: (readonly string[])[] = [
  ['run', '*/contract.yml', '--agent', 'noop', '--dry-run'],
  ['run', '*/contract.yml', '--agent', 'noop', '--dry-run', '--json'],
  ['plan', '*/contract.yml', '--agent', 'noop', '--out', 'plan.json'],
  ['validate', '*/contract.yml', '--no-lock'],
];

// Holds P4
describe('what a contract says reaches no stream of the command line raw', () => {
  it.each(fields.map((field, at) => [at, field] as const))('field %i', async (_at, field) => {
    await fc.assert(
      fc.asyncProperty(
        hostile,
        fc.constantFrom(...verbs),
        fc.boolean(),
        fc.boolean(),
        async (text, argv, colour, raw) => {
          const cwd = given(field(text), raw);
          const { stdout, stderr } = await type(cwd, argv, colour);
          rmSync(cwd, { recursive: true, force: true });
          const shown = colour ? stdout.replaceAll(/\x1b\[(?:0|2|31|32|33)m/g, '') : stdout;
          expect(faultsOf(shown)).toEqual([]);
          expect(faultsOf(stderr)).toEqual([]);
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('what a caller types is escaped where it is repeated', () => {
  it.each<[string[]]>([
    [['run', '--no\n::error::such']],
    [['ru\n::error::n\u001b[31m']],
    [['run', 'a\n::error::b\u202e', '--agent', 'x\n##[error]']],
    [['run', 'x', '--agent', 'noop', '--trials', '\n::error::3']],
    [['verify', 'a\n::error::b']],
    [['report', 'a\n::error::b\u001b]0;t\u0007']],
    [['score', 'a\n::error::b']],
    [['schema', 'a\n::error::b']],
    [['compare', 'a\n::error::b', 'c\u009b']],
    [['records', 'decide', 'a\n::error::b']],
    [['plan', '--suite', 'a\n::error::b']],
  ])('%j', async (argv) => {
    const { code, stdout, stderr } = await type(given({}), argv);
    expect([code, faultsOf(stdout), faultsOf(stderr)]).toEqual([2, [], []]);
    expect(
      stderr.split('\n').filter((line) => line.startsWith(' ') === false && line.includes('::error::')),
    ).toHaveLength(stderr.includes('::error::') ? 1 : 0);
  });
});

describe('the writer', () => {
  const written = (write: (writer: ReturnType<typeof createConsoleWriter>) => void, colour = false) => {
    let text = '';
    const stream = {
      write(chunk: string, done?: (error?: null) => void) {
        text += chunk;
        done?.();
      },
    };
    write(createConsoleWriter({ stdout: stream, stderr: stream, colour, watched: false }));
    return text;
  };

  it('keeps one line one line', () => {
    expect(written(({ log }) => log('a\nb\r\n::error::c'))).toBe('a\\nb\\r\\n::error::c\n');
  });

  it('makes colours from styles only', () => {
    const line = [{ text: '::error::\u001b[31m', style: 'good' as const }, { text: ' x\u001b[0m' }];
    expect(written(({ styled }) => styled(line), true)).toBe('\u001b[32m: :error::\\x1b[31m\u001b[0m x\\x1b[0m\n');
    expect(written(({ styled }) => styled(line))).toBe(': :error::\\x1b[31m x\\x1b[0m\n');
  });

  it('never lets styled pieces spell a workflow command together', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(':', '::', '#', '##', '[', ' ', 'a'), fc.boolean())), (pieces) => {
        const line = pieces.map(([text, styled]) => (styled ? { text, style: 'bad' as const } : { text }));
        const shown = written(({ styled }) => styled(line), true).replaceAll(/\x1b\[\d+m/g, '');
        expect(faultsOf(shown)).toEqual([]);
      }),
    );
  });

  it('keeps JSON the same value, on one line, without a character that a terminal or a runner obeys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), hostile, (value, text) => {
        const json = formatInertJson({ value, [text]: text });
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, [text]: text })));
        expect(written(({ log }) => log(json))).toBe(`${json}\n`);
        expect(written((writer) => void writer.json.write(`${JSON.stringify(text)}\n`))).toBe(
          `${formatInertJson(text)}\n`,
        );
        expect(faultsOf(json)).toEqual([]);
      }),
    );
  });

  it('shows an unexpected error with its trace, its message on one line', () => {
    const { text } = describeFailure(new Error('broken\n::error::x\n    at evil (a)'));
    expect(text.split('\n')[0]).toBe('Error: broken\\n::error::x\\n    at evil (a)');
    expect(faultsOf(text)).toEqual([]);
  });
});
