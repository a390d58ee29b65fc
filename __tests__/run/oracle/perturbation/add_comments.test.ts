import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { detectSourceLanguage } from '../../../../src/language/source_language.js';
import { addComments } from '../../../../src/run/oracle/perturbation/add_comments.js';
import { findProgram } from '../../../../src/system/find_program.js';
import { cleanUp, givenRoom } from '../../../given.js';

const room = givenRoom();
afterAll(cleanUp);

const first = () => 0;
const commented = (name: string, text: string) => addComments(text, detectSourceLanguage(name)!, first);
const [SLASH, HASH] = ['/* Covers cases of this part. */', '# Covers cases of this part.'];

describe('comments in a hidden file stand where they mean nothing', () => {
  it.each([
    ['a.js', "'use strict';\nf();\n", `${SLASH}\n'use strict';\nf();\n${SLASH}\n`],
    ['a.js', '#!/usr/bin/env node\nf();', `#!/usr/bin/env node\n${SLASH}\nf();\n${SLASH}\n`],
    ['a.js', '/** @jest-environment jsdom */\nf();\n', `/** @jest-environment jsdom */\n${SLASH}\nf();\n${SLASH}\n`],
    ['a.js', '/* of f */ f();\n', `/* of f */ f();\n${SLASH}\n`],
    [
      'a.ts',
      '/// <reference types="x" />\n// @ts-ignore\nf();\n',
      `${SLASH}\n/// <reference types="x" />\n// @ts-ignore\nf();\n${SLASH}\n`,
    ],
    ['a.js', '\uFEFFf();\r\n', `\uFEFF${SLASH}\r\nf();\r\n${SLASH}\r\n`],
    ['a.py', '#!/bin/python\n# coding: latin-1\nf()\n', `#!/bin/python\n# coding: latin-1\n${HASH}\nf()\n${HASH}\n`],
    ['a.py', '\n# coding: latin-1\nf()\n', `\n# coding: latin-1\n${HASH}\nf()\n${HASH}\n`],
    [
      'a.py',
      '"""Says."""\nfrom __future__ import annotations\n',
      `${HASH}\n"""Says."""\nfrom __future__ import annotations\n${HASH}\n`,
    ],
    ['a.py', 'here = inspect.currentframe().f_lineno\n', `here = inspect.currentframe().f_lineno\n${HASH}\n`],
    ['a.rb', '# frozen_string_literal: true\n\nf\n', `# frozen_string_literal: true\n${HASH}\n\nf\n${HASH}\n`],
    ['a.go', '//go:build linux\n\npackage a\n', `//go:build linux\n\npackage a\n${SLASH}\n`],
    ['a.rs', '#![no_std]\nfn f() {}\n', `#![no_std]\nfn f() {}\n${SLASH}\n`],
    ['a.h', 'int f(void);\n', `int f(void);\n${SLASH}\n`],
    ['a.kt', 'fun f() = 1\n', `fun f() = 1\n${SLASH}\n`],
    ['a.sh', 'cat <<EOF\na\nEOF\n', `${HASH}\ncat <<EOF\na\nEOF\n${HASH}\n`],
  ])('%s: %j', (name, before, after) => {
    expect(commented(name, before)).toBe(after);
  });

  it.each([
    ['a.sh', 'cat <<EOF\na\n'],
    ['a.sh', "cat <<-'END OF'\na\n"],
    ['a.sh', 'tail -n +3 "$0" | sh\nexit\necho a\n'],
    ['a.sh', 'echo a \\\n'],
    ['a.c', '#define f(a) \\\n'],
    ['a.rb', 'f DATA\n__END__\na\n'],
  ])('has none where one could be data: %s %j', (name, text) => {
    expect(commented(name, text)).toBeUndefined();
  });
});

/** Programs that say whether a file can be read, of those that are here. */
const READERS: [string, string, string[]][] = [
  ['.mjs', process.execPath, ['--check']],
  ['.cjs', process.execPath, ['--check']],
  ['.py', 'python3', ['-c', 'import sys; compile(open(sys.argv[1], "rb").read(), "a", "exec")']],
  ['.sh', 'sh', ['-n']],
  ['.bash', 'bash', ['-n']],
  ['.c', 'gcc', ['-fsyntax-only', '-std=c89', '-pedantic-errors']],
  ['.cpp', 'g++', ['-fsyntax-only', '-pedantic-errors']],
  ['.rb', 'ruby', ['-c']],
  ['.go', 'gofmt', ['-e']],
];
/** What files consist of, by ending; whatever comes after what, they can be read. */
const PIECES: Record<string, string[]> = {
  '.mjs': [
    "'use strict';",
    '// a',
    '/* b */',
    '/**\n * c\n */',
    'f`\n#!`;',
    "import 'node:fs';",
    'f(/[/*]/);',
    '',
    'function f() {}',
  ],
  '.cjs': ["'use strict';", '// a', '/* b */ f();', '/* c', ' */', 'function f() {}', 'f`f\n`;', ''],
  '.py': ['# a', '', '"""b\n# c\n"""', 'if True:\n    a = 1\n', 'a = (\n1,\n)', "a = '''#'''"],
  '.sh': ['# a', '', 'cat <<E\n# b\nE', 'if true; then\n:\nfi', "a='\n# c\n'", 'f() {\n:\n}', 'echo $((1 << 2))'],
  '.bash': ['# a', 'cat <<<b', '[[ a =~ b ]]', 'cat <<-"E"\n\tb\n\tE', 'a=(1\n2)'],
  '.c': [
    '/* a */',
    'int a;',
    '#define B 1',
    '#if 0\nint c;\n#endif',
    '/* d\n */ int d(void);',
    '',
    'static const char *e(void) { return "//"; }',
  ],
  '.cpp': ['// a', 'int a();', '/* b */', '', 'auto c = "/*";'],
  '.rb': ['# a', '', '=begin\nb\n=end', 'c = <<~E\n  d\nE', 'def e; end', "f = '#'"],
  '.go': ['// a', '', 'func b() {}', '/* c */', 'var _ = `//`'],
};
const HEADS: Record<string, string[]> = {
  '.mjs': ['', '#!/usr/bin/env node\n', '\uFEFF'],
  '.py': ['', '#!/bin/python\n# -*- coding: utf-8 -*-\n', '"""A."""\nfrom __future__ import annotations\n', '\uFEFF'],
  '.sh': ['', '#!/bin/sh\n'],
  '.rb': ['', '# frozen_string_literal: true\n'],
  '.go': ['package a\n', '//go:build linux\n\npackage a\n'],
};

describe('a hidden file with comments can still be read', () => {
  const here = READERS.filter(([, program]) => program.startsWith('/') || findProgram(program, process.env.PATH));
  it.each(here)('%s by %s', (ending, program, args) => {
    const path = join(room, `a${ending}`);
    const isReadable = (text: string) => {
      writeFileSync(path, text);
      try {
        execFileSync(program, [...args, path], { stdio: 'pipe' });
        return true;
      } catch {
        return false;
      }
    };
    const isQuick = program !== 'python3' && program !== process.execPath;
    const text = fc
      .tuple(
        fc.constantFrom(...(HEADS[ending] ?? [''])),
        fc.uniqueArray(fc.constantFrom(...PIECES[ending]!), { minLength: 1 }),
        fc.constantFrom('\n', ''),
      )
      .map(([head, pieces, end]) => head + pieces.join('\n') + end);
    fc.assert(
      fc.property(text, fc.infiniteStream(fc.nat()), (before, numbers) => {
        fc.pre(isReadable(before));
        const after = addComments(before, detectSourceLanguage(path)!, (n) => numbers.next().value % n);
        return after === undefined || isReadable(after);
      }),
      { numRuns: isQuick ? 40 : 5 },
    );
  });
});
