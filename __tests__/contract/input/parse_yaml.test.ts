import { parse, stringify } from 'yaml';
import type { z } from 'zod';
import { contractSchema, REPORT_FORMATS } from '../../../src/contract/contract_schema.js';
import { parseYaml } from '../../../src/contract/input/parse_yaml.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { alertCodes } from '../../../src/contract/policy/policy.js';
import { itInFull } from '../../extent.js';
import { smallContract } from '../../given_task.js';

/** The complaint about a text, or "accepted". */
function complaint(text: string, schema: z.ZodType = contractSchema): string {
  try {
    parseYaml(text, 'contract.yml', schema);
    return 'accepted';
  } catch (error) {
    if (error instanceof UserError) return error.text;
    throw error;
  }
}

const VALID = `schema: 1
id: small
title: A small task
description: Make the value right.
metadata: {tier: 1}
snapshot:
  directory: repo
  tree: ${'a'.repeat(40)}
build: none
acceptance:
  - id: unit
    run: "true"
`;
const SHA256 = 'a'.repeat(64);
const swap = (from: string | RegExp, to: string) => VALID.replace(from, to);
const snapshot = (lines: string) => VALID.replace(/snapshot:\n {2}.*\n {2}.*\n/, `snapshot:\n${lines}`);

// Holds K1
describe('a mistake in a contract is named with its place and its mend', () => {
  it('and the contract that the mistakes are made in has none', () => {
    expect(complaint(VALID)).toBe('accepted');
  });

  it.each<[string, string, string]>([
    [
      'an escape character that is not escaped',
      swap('A small task', 'A \u001b[31msmall task'),
      'contract.yml:3:10  holds the character U+001B, which YAML forbids; in double quotes it is written "\\u001b"',
    ],
    [
      'a control character in a comment, behind Windows line ends',
      VALID.replaceAll('\n', '\r\n').replace('schema: 1', 'schema: 1 # \u0008'),
      'contract.yml:1:13  holds the character U+0008, which YAML forbids; in double quotes it is written "\\u0008"',
    ],
    [
      'a control character of the second set',
      `${VALID}# \u009b2J\n`,
      'contract.yml:13:3  holds the character U+009B, which YAML forbids; in double quotes it is written "\\u009b"',
    ],
    [
      'an unknown key with a line break and a workflow command in it',
      `${VALID}"k\\n::error::pwn\\e[31m": 1\n`,
      'contract.yml:13:1  unknown key "k\\n::error::pwn\\x1b[31m"',
    ],
    [
      'a mistyped key',
      swap('acceptance:', 'acceptence:'),
      'contract.yml:10:1  unknown key "acceptence" – did you mean "acceptance"?',
    ],
    [
      'a mistyped key of a check',
      swap('    run: "true"', '    run: "true"\n    time_out: 3s'),
      'contract.yml:13:5  unknown key "time_out" – did you mean "timeout"?',
    ],
    ['an unknown key that is near to nothing', `${VALID}quuxquux: 1\n`, 'contract.yml:13:1  unknown key "quuxquux"'],
    [
      'a mistyped key deep inside',
      `${VALID}policy:\n  change:\n    alow: [a]\n`,
      'contract.yml:15:5  unknown key "alow" – did you mean "allow"?',
    ],
    [
      'a mistyped alert code',
      `${VALID}policy:\n  escalate: {conditions: [identical-call]}\n`,
      `contract.yml:14:27  policy.escalate.conditions.0: "identical-call" is not one of ${alertCodes.join(', ')} – did you mean "identical-calls"?`,
    ],
    [
      'a question that nobody can answer',
      `${VALID}policy:\n  escalate: {conditions: [unpriced-model]}\n`,
      'contract.yml:14:27  policy.escalate.conditions.0: nobody can allow a model without a price under a cap in USD: declare what it costs in a price table (0 for nothing)',
    ],
    [
      'a package of an unknown ecosystem',
      `${VALID}policy:\n  dependencies: {declared: ["nmp:left-pad"]}\n`,
      'contract.yml:14:29  policy.dependencies.declared.0: must be a name, alone or behind one of npm:, pypi:, go:, cargo:, gem:',
    ],
    ['a missing key', swap('title: A small task\n', ''), 'contract.yml:1:1  missing key "title"'],
    ['a missing key of a check', swap('    run: "true"\n', ''), 'contract.yml:11:5  missing key "run"'],
    ['a format version of the future', swap('schema: 1', 'schema: 2'), 'contract.yml:1:9  schema: expected 1'],
    [
      'a number where a text is',
      swap('title: A small task', 'title: 1.10'),
      'contract.yml:3:8  title: is read as a number: put it in quotes',
    ],
    ['an empty value', swap('title: A small task', 'title:'), 'contract.yml:3:7  title: must be string, is empty'],
    [
      'a list where a text is',
      swap('title: A small task', 'title: [a]'),
      'contract.yml:3:8  title: must be string, is a list',
    ],
    [
      'a name with a space',
      swap('id: small', 'id: "two words"'),
      'contract.yml:2:5  id: must be a name of letters, digits, ".", "_", "-" (at most 128)',
    ],
    ['a tier that is none', swap('tier: 1', 'tier: 4'), 'contract.yml:5:18  metadata.tier: must be at most 3'],
    [
      'a mistyped value',
      swap('tier: 1', 'tier: 1, kind: bugfix'),
      'contract.yml:5:27  metadata.kind: "bugfix" is not one of bug-fix, refactor, feature, dependency-upgrade, api-migration, documentation, hardening, safety – did you mean "bug-fix"?',
    ],
    [
      'a mistyped report format',
      swap('    run: "true"', '    run: "true"\n    report: juint'),
      `contract.yml:13:13  acceptance.0.report: "juint" is not one of ${REPORT_FORMATS.join(', ')} – did you mean "junit"?`,
    ],
    [
      'a build that is no list',
      swap('build: none', 'build: nnoe'),
      'contract.yml:9:8  build: "nnoe" is not one of none – did you mean "none"?',
    ],
    [
      'no checks',
      swap(/acceptance:[\s\S]*/, 'acceptance: []\n'),
      'contract.yml:10:13  acceptance: must have at least 1 entry',
    ],
    [
      'two checks of one name',
      `${VALID}  - id: unit\n    run: "false"\n`,
      'contract.yml:13:9  acceptance.1.id: check id "unit" is used twice (also in acceptance)',
    ],
    [
      'a kind outside of build',
      swap('    run: "true"', '    run: "true"\n    kind: static'),
      'contract.yml:13:11  acceptance.0.kind: `kind` belongs to checks under `build` only',
    ],
    [
      'required tests without a report',
      swap('    run: "true"', '    run: "true"\n    fail_to_pass: [a]'),
      'contract.yml:11:5  acceptance.0.report: required tests need a report format that names tests (junit, tap, …)',
    ],
    [
      'no mandatory check',
      swap('    run: "true"', '    run: "true"\n    mandatory: false'),
      'contract.yml:11:3  acceptance: at least one check must be mandatory',
    ],
    [
      'a timeout that is none',
      swap('    run: "true"', '    run: "true"\n    timeout: soon'),
      'contract.yml:13:14  acceptance.0.timeout: is not a duration like "90s" or "30m" (units: ms, s, m, h)',
    ],
    [
      'a budget that is none',
      `${VALID}budget: {memory: 4gb}\n`,
      'contract.yml:13:18  budget.memory: is not a size like "4GiB" or "500MB" (units: B, KiB, MiB, GiB, TiB, KB, MB, GB, TB)',
    ],
    [
      'weights that do not sum to 1',
      `${VALID}scoring: {weights: {minimal: 0.5, trace: 0.5, maintainability: 0.5}}\n`,
      'contract.yml:13:20  scoring.weights: weights must sum to 1',
    ],
    [
      'an image that an engine would take for an option',
      `${VALID}environment: {image: "--root=/x@sha256:${'0'.repeat(64)}"}\n`,
      'contract.yml:13:22  environment.image: must name the image by digest: name@sha256:… or sha256:…',
    ],
    [
      'an image by tag',
      `${VALID}environment: {image: "node:20"}\n`,
      'contract.yml:13:22  environment.image: must name the image by digest: name@sha256:… or sha256:…',
    ],
    [
      'a golden patch from elsewhere',
      `${VALID}golden_patch: ../other/golden.patch\n`,
      'contract.yml:13:15  golden_patch: must be a path inside the contract folder or repository (no leading "/", no "..")',
    ],
    [
      'a variable that is none',
      `${VALID}environment: {variables: {A=B: x}}\n`,
      'contract.yml:13:32  environment.variables.A=B: must be a variable name of letters, digits and "_"',
    ],
    [
      'an empty contract',
      '{}\n',
      'contract.yml:1:1  missing key "schema"\ncontract.yml:1:1  missing key "id"\ncontract.yml:1:1  missing key "title"\ncontract.yml:1:1  missing key "description"\ncontract.yml:1:1  missing key "metadata"\n… and 3 more in this file',
    ],
    [
      'a title that is too long',
      swap('A small task', 'x'.repeat(201)),
      'contract.yml:3:8  title: must have at most 200 characters',
    ],
    [
      'a negative rerun',
      swap('    run: "true"', '    run: "true"\n    reruns: -1'),
      'contract.yml:13:13  acceptance.0.reruns: must be at least 0',
    ],
    [
      'half a rerun',
      swap('    run: "true"', '    run: "true"\n    reruns: 1.5'),
      'contract.yml:13:13  acceptance.0.reruns: must be int, is number',
    ],
    ['a budget of nothing', `${VALID}budget: {usd: 0}\n`, 'contract.yml:13:15  budget.usd: must be more than 0'],
    [
      'an absolute report file',
      swap('    run: "true"', '    run: "true"\n    report_file: /etc/passwd'),
      'contract.yml:13:18  acceptance.0.report_file: must be a path inside the contract folder or repository (no leading "/", no "..")',
    ],
  ])('%s', (_, text, expected) => {
    expect(complaint(text)).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['a git snapshot without its commit', '  git: https://example.org/a/b\n', 'contract.yml:6:1  missing key "commit"'],
    [
      'a git snapshot with a short commit',
      '  git: https://example.org/a/b\n  commit: abc1234\n',
      'contract.yml:8:11  snapshot.commit: must be a full git object id (40 or 64 hexadecimal digits)',
    ],
    [
      'a folder with a mistyped tree',
      `  directory: repo\n  tre: ${'0'.repeat(40)}\n`,
      'contract.yml:8:3  unknown key "tre" – did you mean "tree"?',
    ],
    ['an archive without its digest', '  archive: repo.tar\n', 'contract.yml:6:1  missing key "sha256"'],
    [
      'an archive with a digest that is none',
      '  archive: repo.tar\n  sha256: abc\n',
      'contract.yml:8:11  snapshot.sha256: must be a SHA-256 (64 hexadecimal digits)',
    ],
    ['a base that is none', '  base: main\n', 'contract.yml:7:9  snapshot.base: "main" is not one of pull-request'],
    [
      'two kinds at once',
      `  archive: repo.tar\n  sha256: ${SHA256}\n  base: pull-request\n`,
      'contract.yml:9:3  unknown key "base"',
    ],
    ['no kind at all', '  {}\n', 'contract.yml:7:3  snapshot: does not fit any of the allowed forms'],
    ['a text', '  repo\n', 'contract.yml:7:3  snapshot: does not fit any of the allowed forms'],
  ])('of the forms of a snapshot the nearest one is meant: %s', (_, lines, expected) => {
    expect(complaint(snapshot(lines))).toBe(expected);
  });

  it('and of many mistakes the first five are shown, in the order of the file', () => {
    const text = `${VALID}a1: 1\nb2: 1\nc3: 1\nd4: 1\ne5: 1\nf6: 1\n`;
    expect(complaint(text)).toBe(
      ['a1', 'b2', 'c3', 'd4', 'e5'].map((key, i) => `contract.yml:${13 + i}:1  unknown key "${key}"\n`).join('') +
        '… and 1 more in this file',
    );
  });
});

describe('YAML that is no contract', () => {
  it.each<[string, string, string]>([
    ['an empty file', '', 'contract.yml:1:1  document: must be object, is empty'],
    ['only a comment', '# nothing\n', 'contract.yml:1:1  document: must be object, is empty'],
    ['a list', '- a\n- b\n', 'contract.yml:1:1  document: must be object, is a list'],
    ['a text', 'hello\n', 'contract.yml:1:1  document: must be object, is string'],
    ['a key twice', `${VALID}title: again\n`, 'contract.yml:13:1  Map keys must be unique'],
    ['bad indentation', 'a: 1\n  b: 2\n', 'contract.yml:1:4  Nested mappings are not allowed in compact mappings'],
    [
      'an open bracket',
      'a: [1, 2\n',
      'contract.yml:2:1  Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    ['a tab', 'a:\n\tb: 1\n', 'contract.yml:2:1  Tabs are not allowed as indentation'],
    ['two documents', `${VALID}---\n${VALID}`, 'contract.yml:13:1  a second document begins here'],
    [
      'a tag of its own',
      swap('title: A small task', 'title: !!js/function "x"'),
      'contract.yml:3:8  Unresolved tag: tag:yaml.org,2002:js/function',
    ],
    ['an unknown local tag', swap('title: A small task', 'title: !run "x"'), 'contract.yml:3:8  Unresolved tag: !run'],
    [
      'an alias to nothing',
      swap('title: A small task', 'title: *gone'),
      'contract.yml:3:8  alias *gone stands for nothing',
    ],
    ['a control character', swap('A small task', '"A\\0b"'), 'contract.yml:3:8  holds a NUL character'],
    [
      'half of a surrogate pair',
      swap('A small task', '"A\\ud800b"'),
      'contract.yml:3:8  holds half of a surrogate pair, which is no character',
    ],
    ['a merge key', `${VALID}<<: {golden_patch: a}\n`, 'contract.yml:13:1  unknown key "<<"'],
    ['a prototype', `${VALID}__proto__: {golden_patch: a}\n`, 'contract.yml:13:1  unknown key "__proto__"'],
    [
      'a prototype deeper',
      `${VALID}policy: {__proto__: {trust_level: 4}}\n`,
      'contract.yml:13:10  unknown key "__proto__"',
    ],
    ['a list as key', `${VALID}? [a, b]\n: 1\n`, 'contract.yml:13:3  a key must be a text'],
  ])('%s is refused', (_, text, expected) => {
    expect(complaint(text)).toBe(expected);
  });

  it('a bomb of aliases is refused before it unfolds', () => {
    const levels = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 10; i++) {
      const [name, before] = [String.fromCharCode(97 + i), String.fromCharCode(96 + i)];
      levels.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`);
    }
    expect(complaint(levels.join('\n'))).toBe(
      'contract.yml:1:1  Excessive alias count indicates a resource exhaustion attack',
    );
  });

  it('an alias that holds itself is refused', () => {
    expect(complaint('setup: &a [*a]\n')).toMatch(/^contract\.yml:1:1 {2}missing key "schema"/);
  });

  it('a few aliases are fine', () => {
    const text = `${VALID}setup:\n  - &step {run: make}\n  - *step\n`;
    expect(parseYaml(text, 'contract.yml', contractSchema).value.setup.map(({ run }) => run)).toEqual(['make', 'make']);
  });

  it('a file of more than 16 MiB is refused', () => {
    expect(complaint(`${VALID}# ${'x'.repeat(2 ** 24)}\n`)).toBe('contract.yml: is larger than 16 MiB');
  });

  it.each<[string, string, string]>([
    ['lists', '', '['],
    ['maps', '', '{a: '],
    ['lists by indentation', '', '- '],
    ['keys of keys', '', '? '],
    ['lists in the metadata', swap(/metadata: .*\n/, 'metadata: '), '['],
  ])('that is nested without end is refused, and no crash: %s', (_, before, piece) => {
    for (const levels of [100, 1000, 3000, 20_000])
      expect(complaint(before + piece.repeat(levels))).toMatch(
        /^contract\.yml:[1-9]\d*:[1-9]\d* {2}is nested more than 64 levels deep$/,
      );
  });

  itInFull('that has thousands of keys or aliases is refused before they are compared with one another', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}: 1\n`).join('');
    expect(complaint(VALID + keys(1000))).toMatch(
      /^contract\.yml:13:1 {2}unknown key "k0"\n.*… and 995 more in this file$/s,
    );
    expect(complaint(VALID + keys(90_000))).toBe('contract.yml:5005:6  there are more than 5000 entries here');
    expect(complaint(`a: &a 1\nb: [${'*a, '.repeat(4000)}]\n`)).toBe(
      'contract.yml:2:4005  there are more than 1000 aliases',
    );
    expect(complaint('"'.repeat(300_000))).toBe('contract.yml:1:3  Unexpected double-quoted-scalar at node end');
  });
});

describe('a list of names', () => {
  it('may have more than 5000 entries, and no maps or lists beyond them', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `suite > test ${i}`);
    const text = `${VALID}metadata2:\n${names.map((name) => `  - "${name}"\n`).join('')}`;
    expect(complaint(text)).toMatch(/unknown key "metadata2"/);
    expect(complaint(`${VALID}metadata2:\n${'  - {a: 1}\n'.repeat(5_100)}`)).toMatch(
      /there are more than 5000 entries here$/,
    );
    expect(complaint(`${VALID}metadata2: [${'x, '.repeat(5_100)}${'[1], '.repeat(5)}]\n`)).toMatch(
      /there are more than 5000 entries here$/,
    );
  });
});

describe('the lines of a contract', () => {
  it('are those of keys and of list elements, from 1', () => {
    const { lines } = parseYaml(`${VALID}oracle:\n  files: hidden/\n`, 'contract.yml', contractSchema);
    expect(lines).toEqual({
      schema: 1,
      id: 2,
      title: 3,
      description: 4,
      metadata: 5,
      'metadata.tier': 5,
      snapshot: 6,
      'snapshot.directory': 7,
      'snapshot.tree': 8,
      build: 9,
      acceptance: 10,
      'acceptance.0': 11,
      'acceptance.0.id': 11,
      'acceptance.0.run': 12,
      oracle: 13,
      'oracle.files': 14,
    });
  });
});

describe('what is written is what is read', () => {
  it('for the smallest contract', () => {
    const text = stringify(smallContract());
    expect(parseYaml(text, 'contract.yml', contractSchema).value).toEqual(contractSchema.parse(parse(text)));
  });
});
