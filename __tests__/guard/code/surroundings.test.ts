import fc from 'fast-check';
import { createGuard } from '../../../src/guard/create_guard.js';
import { ALL } from '../../extent.js';
import { readCorpus } from '../corpus/corpus.js';

const RUNS = Number(process.env.GATEBENCH_FUZZ_RUNS ?? (ALL ? 10_000 : 500));

const isDenied = (command: string) =>
  createGuard().judge({ command }, { trust: 2, level: 'strict' }).verdict === 'deny';

/** Indents code of Python. */
const indent = (code: string, by = '    ') => code.replace(/^(?=.)/gm, by);

/** What may stand before code and around it, without a change of what it does. */
interface Surroundings {
  program: RegExp;
  /** Code that cannot be put into a block as it is. */
  whole: RegExp;
  before: readonly string[];
  around: readonly ((code: string) => string)[];
}

const SURROUNDINGS: readonly Surroundings[] = [
  {
    program: /^python3?$/,
    whole: /"""|'''|\\\n|\bimport \*/,
    before: [
      'import os, sys, json\n',
      'x = [i for i in range(3)]\n',
      'def helper(a, b=1):\n    return a + b\n',
      'd = {"a": 1, "b": [1, 2]}\n',
      'try:\n    import yaml\nexcept ImportError:\n    yaml = None\n',
      'with open("README.md") as f:\n    t = f.read()\n',
      'for i in range(2):\n    pass\n',
      '# a comment with "quotes"\n',
    ],
    around: [
      (code) => `def main():\n${indent(code)}\nmain()\n`,
      (code) => `def main():\n${indent(code)}\nif __name__ == "__main__":\n    main()\n`,
      (code) => `try:\n${indent(code)}\nexcept Exception as e:\n    print(e)\n`,
      (code) => `class Job:\n    def run(self):\n${indent(code, '        ')}\nJob().run()\n`,
      (code) => `import asyncio\nasync def main():\n${indent(code)}\nasyncio.run(main())\n`,
      (code) => `import threading\ndef work():\n${indent(code)}\nthreading.Thread(target=work).start()\n`,
    ],
  },
  {
    program: /^(?:node|bun|deno)$/,
    whole: /^\s*(?:import|export)\s/m,
    before: [
      'const os = require("os");\n',
      'const xs = [1, 2].map((x) => x * 2);\n',
      'function helper(a, b) { return a + b; }\n',
      'class A { constructor() { this.x = 1; } m() { return this.x; } }\n',
      'let n = 0; for (let i = 0; i < 3; i++) { n += i; }\n',
      'const re = /a[/"]b/g;\n',
      '// a comment\n',
    ],
    around: [
      (code) => `function main() {\n${code}\n}\nmain();\n`,
      (code) => `(async () => {\n${code}\n})();\n`,
      (code) => `try {\n${code}\n} catch (e) { console.error(e); }\n`,
      (code) => `setTimeout(() => {\n${code}\n}, 100);\n`,
      (code) => `class Job { async run() {\n${code}\n} }\nnew Job().run();\n`,
      (code) => `process.on("exit", () => {\n${code}\n});\n`,
    ],
  },
  {
    program: /^ruby$/,
    whole: /__END__|^\s*(?:class|module) /m,
    before: [
      'require "json"\n',
      'def helper(a, b = 1)\n  a + b\nend\n',
      '3.times do |i|\n  puts i\nend\n',
      '# a comment\n',
    ],
    around: [
      (code) => `def main\n${code}\nend\nmain\n`,
      (code) => `begin\n${code}\nrescue StandardError => e\n  warn e.message\nend\n`,
      (code) => `run = lambda do\n${code}\nend\nrun.call\n`,
    ],
  },
  {
    program: /^perl$/,
    whole: /__END__|\bpackage\b|^\s*sub \w/m,
    before: ['use strict;\n', 'sub helper { my ($a, $b) = @_; return $a + $b; }\n', 'for my $i (1..3) { print $i; }\n'],
    around: [
      (code) => `sub main {\n${code};\n}\nmain();\n`,
      (code) => `eval {\n${code};\n};\n`,
      (code) => `if (1) {\n${code};\n}\n`,
    ],
  },
  {
    program: /^php$/,
    whole: /^\s*<\?php|^\s*(?:use|namespace) /m,
    before: [
      'function helper($a, $b = 1) { return $a + $b; }\n',
      'for ($i = 0; $i < 3; $i++) { echo $i; }\n',
      '// a comment\n',
    ],
    around: [
      (code) => `function main() {\n${code};\n}\nmain();\n`,
      (code) => `try {\n${code};\n} catch (Throwable $e) { echo $e->getMessage(); }\n`,
      (code) => `class Job { public static function run() {\n${code};\n} }\nJob::run();\n`,
    ],
  },
  {
    program: /^psql$/,
    whole: /(?!)/,
    before: [
      'SELECT 1;\n',
      '\\timing on\n',
      '-- a comment\n',
      'INSERT INTO t (a) VALUES (1), (2);\n',
      '\\i schema.sql\n',
    ],
    around: [(code) => `BEGIN;\n${code}\n;COMMIT;\n`],
  },
  {
    program: /^(?:pwsh|powershell)$/,
    whole: /(?!)/,
    before: [
      'Write-Host "starting"; ',
      '$h = @{ a = 1; b = 2 }; ',
      'function Helper($a) { return $a }; ',
      'git status; ',
    ],
    around: [
      (code) => `try { ${code} } catch { Write-Host $_ }`,
      (code) => `& { ${code} }`,
      (code) => `${code}; git status`,
    ],
  },
];

/** Other ways to write a text: what stands before the code, and in the place of the text. */
type Spelling = (text: string, half: number) => readonly [before: string, place: string];

const quoted = JSON.stringify;

const SPELLINGS: readonly (readonly [program: RegExp, spellings: readonly Spelling[]])[] = [
  [
    /^python3?$/,
    [
      (text, half) => ['', `(${quoted(text.slice(0, half))} + ${quoted(text.slice(half))})`],
      (text, half) => [`v_ = ${quoted(text.slice(0, half))}\n`, `f"{v_}${text.slice(half)}"`],
      (text, half) => ['', `"".join([${quoted(text.slice(0, half))}, ${quoted(text.slice(half))}])`],
      (text) => [`v_ = ${quoted(text)}\n`, 'v_'],
      (text) => [`d_ = {"a": ${quoted(text)}}\n`, 'd_["a"]'],
      (text) => [`def f_():\n    return ${quoted(text)}\n`, 'f_()'],
      (text) => [`class C_:\n    v = ${quoted(text)}\n`, 'C_.v'],
    ],
  ],
  [
    /^(?:node|bun|deno)$/,
    [
      (text, half) => ['', `(${quoted(text.slice(0, half))} + ${quoted(text.slice(half))})`],
      (text, half) => [`const v_ = ${quoted(text.slice(0, half))};\n`, `\`\${v_}${text.slice(half)}\``],
      (text) => [`const o_ = { a: ${quoted(text)} };\n`, 'o_.a'],
      (text) => [`const { a: d_ } = { a: ${quoted(text)} };\n`, 'd_'],
      (text) => [`function f_() { return ${quoted(text)}; }\n`, 'f_()'],
      (text) => [`const f_ = () => ${quoted(text)};\n`, 'f_()'],
    ],
  ],
  [
    /^ruby$/,
    [
      (text, half) => ['', `(${quoted(text.slice(0, half))} + ${quoted(text.slice(half))})`],
      (text, half) => [`v_ = ${quoted(text.slice(0, half))}\n`, `"#{v_}${text.slice(half)}"`],
      (text) => [`h_ = { a: ${quoted(text)} }\n`, 'h_[:a]'],
      (text) => [`def f_\n  ${quoted(text)}\nend\n`, 'f_'],
    ],
  ],
  [
    /^perl$/,
    [(text) => [`my $v_ = ${quoted(text)};\n`, '$v_'], (text) => [`my %h_ = (a => ${quoted(text)});\n`, '$h_{a}']],
  ],
  [
    /^php$/,
    [
      (text) => [`$v_ = ${quoted(text)};\n`, '$v_'],
      (text) => [`function f_() { return ${quoted(text)}; }\n`, 'f_()'],
      (text) => [`define("K_", ${quoted(text)});\n`, 'K_'],
    ],
  ],
];

interface Site {
  command: string;
  surroundings: Surroundings;
  from: number;
  to: number;
  quote: string;
}

/** Finds the code of another language in a command: in a here-document, or between quotes behind an option. */
function* findSites(command: string): Generator<Site> {
  const document = /(?:^|[;&|\n]\s*)([\w.]+)(?: [^\n<]*)?<<-?\s*(['"])(\w+)\2[^\n]*\n/.exec(command);
  const option = /\b([\w.]+)(?: -(?![lanp]+e)[\w-]+(?: (?!-)[\w.:/@-]+)?)*? (?:-c|-e|-r|-Command|eval) (')/.exec(
    command,
  );
  for (const match of [document, option]) {
    const surroundings = SURROUNDINGS.find(({ program }) => program.test(match?.[1] ?? ''));
    if (!match || !surroundings) continue;
    const from = match.index + match[0].length;
    const to = command.indexOf(match === document ? `\n${match[3]}` : "'", from - 1);
    if (to > from) yield { command, surroundings, from, to, quote: match === document ? '' : "'" };
  }
}

/** Finds the code in commands of the corpus; what is left out is refused for something beside the code. */
const listSites = (isRight: (label: string) => boolean) =>
  readCorpus().flatMap(({ entry }) =>
    'command' in entry &&
    isRight(entry.label) &&
    !/fork|heroku|getusersitepackages/.test(`${entry.category} ${entry.command}`) &&
    entry.command.length < 1500
      ? [...findSites(entry.command)]
      : [],
  );
const SITES = listSites((label) => label === 'destructive');

const TEXT = /(?<![\w"'\\])"([A-Za-z0-9_/.~ -]{4,60})"(?!\s*(?::(?!:)|=>|"))/g;

/**
 * Texts of code; others than these are part of another text, or say which code it is. Names that conditions choose, and a few signs of
 * libraries, are read as they stand in the code.
 */
const listTexts = (code: string) =>
  /"""|'''|`|^\s*(?:import|export)\s.*from|<\?php|\$\(|json\.loads|os\.environ\[|setupServer|sqlite3|cluster-admin|\b(?:if|unless|filter|select|reject|grep|when)\b/m.test(
    code,
  )
    ? []
    : [...code.matchAll(TEXT)].filter(
        ({ index }) => !/(?:\b(?:import|from|use|require|include|kill)\s*\(?|[qw{<])$/.test(code.slice(0, index)),
      );

it('a text that is put together elsewhere does not make code allowed', () => {
  const sites = SITES.flatMap((site) => {
    const code = site.command.slice(site.from, site.to);
    const spellings = SPELLINGS.find(([program]) => program.source === site.surroundings.program.source)?.[1];
    return spellings && listTexts(code).length > 0 ? [{ ...site, code, spellings }] : [];
  });
  expect(sites.length).toBeGreaterThan(300);
  fc.assert(
    fc.property(
      fc.constantFrom(...sites),
      fc.nat(9),
      fc.nat(9),
      ({ command, from, to, quote, code, spellings }, at, how) => {
        if (!isDenied(command)) return;
        const texts = listTexts(code);
        const { index, 0: whole, 1: text = '' } = texts[at % texts.length]!;
        const [before, place] = spellings[how % spellings.length]!(text, Math.ceil(text.length / 2));
        if (quote !== '' && `${before}${place}`.includes(quote)) return;
        const changed = before + code.slice(0, index) + place + code.slice(index + whole.length);
        const line = command.slice(0, from) + changed + command.slice(to);
        expect(isDenied(line) ? '' : line).toBe('');
      },
    ),
    { numRuns: RUNS },
  );
});

it('what stands before code and around it does not make it allowed', () => {
  expect(SITES.length).toBeGreaterThan(1000);
  fc.assert(
    fc.property(
      fc.constantFrom(...SITES),
      fc.array(fc.nat(7), { maxLength: 2 }),
      fc.array(fc.nat(5), { maxLength: 2 }),
      ({ command, surroundings, from, to, quote }, before, around) => {
        const code = command.slice(from, to);
        if (/^\s*$|\$\(|`/.test(code) || surroundings.whole.test(code) || !isDenied(command)) return;
        let changed = code;
        for (const index of around) changed = surroundings.around[index % surroundings.around.length]!(changed);
        for (const index of before) changed = surroundings.before[index % surroundings.before.length]! + changed;
        if (quote !== '' && changed.replace(code, '').includes(quote)) return;
        const line = command.slice(0, from) + changed + command.slice(to);
        expect(isDenied(line) ? '' : line).toBe('');
      },
    ),
    { numRuns: RUNS },
  );
});

it('what stands before code does not make it refused', () => {
  // Some imitations are believed only where nothing else is imported or defined.
  const sites = listSites((label) => label !== 'destructive').filter(
    ({ command }) => !/mock|moto|nock|celery|\.env\b|DryRun|Parser|Get-Help|ROLLBACK/i.test(command),
  );
  expect(sites.length).toBeGreaterThan(500);
  fc.assert(
    fc.property(
      fc.constantFrom(...sites),
      fc.array(fc.nat(7), { maxLength: 2 }),
      ({ command, surroundings, from, quote }, before) => {
        if (isDenied(command)) return;
        const text = before.map((index) => surroundings.before[index % surroundings.before.length]!).join('');
        if (text.includes(quote || '\0')) return;
        const line = command.slice(0, from) + text + command.slice(from);
        expect(isDenied(line) ? line : '').toBe('');
      },
    ),
    { numRuns: RUNS },
  );
});
