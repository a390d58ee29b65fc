'use strict';
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { after, before, describe, it } = require('node:test');
const { parse, quote } = require('../index.js');

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'quote-'));
  writeFileSync(join(folder, 'x:@'), '');
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** What a shell makes of the quoted texts, each in angle brackets. Its complaints are no output. */
const print = (...texts) => {
  const line = `printf '<%s>' ${quote(texts)}`;
  try {
    return execFileSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    return `status ${error.status}`;
  }
};

describe('text with a colon', () => {
  it('runs no command', () => {
    assert.equal(print('`:\\;pwd`:#'), '<`:\\;pwd`:#>');
    assert.equal(print('name`:\\&echo`:#'), '<name`:\\&echo`:#>');
    assert.equal(print('`:\\;printf`:@', 'b'), '<`:\\;printf`:@><b>');
  });

  it('keeps its back ticks', () => {
    assert.equal(print('`:`'), '<`:`>');
    assert.equal(print('x`:`y'), '<x`:`y>');
    assert.equal(print('`:$HOME'), '<`:$HOME>');
    assert.equal(print('a`:(b`:)'), '<a`:(b`:)>');
  });

  it('keeps its backslashes', () => {
    assert.equal(print('\\:\\'), '<\\:\\>');
    assert.equal(print('\\:;'), '<\\:;>');
    assert.equal(print('a\\:$b'), '<a\\:$b>');
    assert.equal(print('\\\\:\\\\:\\'), '<\\\\:\\\\:\\>');
  });

  it('is no pattern for file names', () => {
    assert.equal(print('[:@x]:@'), '<[:@x]:@>');
    assert.equal(print('[@:x]:@'), '<[@:x]:@>');
    assert.equal(print('[:@x]:@', '[:@x]:@'), '<[:@x]:@><[:@x]:@>');
  });

  it('leaves the arguments beside it alone', () => {
    assert.equal(print('a', '`:`', 'b'), '<a><`:`><b>');
    assert.equal(print('`:(', '$HOME', '`:)'), '<`:(><$HOME><`:)>');
    assert.equal(print('\\:;', 'c d', "e'f"), "<\\:;><c d><e'f>");
  });

  it('is read back by parse', () => {
    assert.deepEqual(parse(quote(['\\:;'])), ['\\:;']);
    assert.deepEqual(parse(quote(['a\\:$b', '`:`', 'c'])), ['a\\:$b', '`:`', 'c']);
    assert.deepEqual(parse(quote(['\\:\\'])), ['\\:\\']);
    assert.deepEqual(parse(quote(['[:@x]:@'])), ['[:@x]:@']);
  });
});

describe('what must stay', () => {
  it('the example of the readme', () => {
    assert.equal(quote(['a', 'b c d', '$f', '"g"']), 'a \'b c d\' \\$f \'"g"\'');
  });

  it('a drive letter keeps its colon', () => {
    assert.equal(quote(['C:\\dir']), 'C:\\\\dir');
    assert.equal(quote(['c:\\a\\b', 'Z:\\*']), 'c:\\\\a\\\\b Z:\\\\\\*');
    assert.equal(quote(['a:\\$x', 'z:&', 'A:\\', 'M:(1)']), 'a:\\\\\\$x z:\\& A:\\\\ M:\\(1\\)');
  });

  it('other colons get a backslash', () => {
    assert.equal(quote(['a:b']), 'a\\:b');
    assert.equal(quote(['12:30', ':', 'C:', '::']), '12\\:30 \\: C\\: \\:\\:');
    assert.equal(quote(['http://x:80/?q=1']), 'http\\://x\\:80/\\?q\\=1');
    assert.equal(quote(['1:*', '@:`', '{:$']), '1\\:\\* \\@\\:\\` \\{\\:\\$');
  });

  it('spaces and quotes choose the kind of quotes', () => {
    assert.equal(quote(['C:\\a b']), "'C:\\\\a b'");
    assert.equal(quote(['x\ty', '$z: [1]; (2) & {3}']), "'x\ty' '$z: [1]; (2) & {3}'");
    assert.equal(quote(["don't say \"why: $me\""]), '"don\'t say \\"why: \\$me\\""');
    assert.equal(quote(["'$x`"]), '"\'\\$x\\`"');
  });

  it('each special character gets a backslash', () => {
    assert.equal(quote(['f(1)|g[2]', '{!*}#']), 'f\\(1\\)\\|g\\[2\\] \\{\\!\\*\\}\\#');
    assert.equal(quote(['1<2>0;', '$y', '`z`', '&&']), '1\\<2\\>0\\; \\$y \\`z\\` \\&\\&');
    assert.equal(quote(['p\\q', 'r,s', 't=u', '^', '?', '@']), 'p\\\\q r\\,s t\\=u \\^ \\? \\@');
    assert.equal(quote(['a_b-c.d/e~f%g+h', 'é']), 'a_b-c.d/e~f%g+h é');
  });

  it('operators and values that are no text', () => {
    assert.equal(quote(['ls', { op: '||' }, 'x:y', { op: '>' }, 'f']), 'ls \\|\\| x\\:y \\> f');
    assert.equal(quote([null, 'n', 2.5, false, undefined]), 'null n 2.5 false undefined');
    assert.equal(quote([]), '');
  });

  it('the shell reads what it was given', () => {
    assert.equal(print('C:\\dir', 'c:*', 'Z:/a b'), '<C:\\dir><c:*><Z:/a b>');
    assert.equal(print('$HOME', '`pwd`', '$(pwd)', 'a;b|c&d'), '<$HOME><`pwd`><$(pwd)><a;b|c&d>');
    assert.equal(print('é:`', '^:^', '_:;', '{:`', '1:\\'), '<é:`><^:^><_:;><{:`><1:\\>');
  });

  it('parse knows quotes, variables and operators', () => {
    assert.deepEqual(parse('a "b c" \\$def \'g h\'\\ i'), ['a', 'b c', '$def', 'g h i']);
    assert.deepEqual(parse('beep --boop="$PWD" ${X}y', { PWD: '/home/robot' }), ['beep', '--boop=/home/robot', 'y']);
    assert.deepEqual(parse('a $X', (key) => ({ op: key })), ['a', { op: 'X' }]);
    assert.deepEqual(parse('beep || boop > /byte'), ['beep', { op: '||' }, 'boop', { op: '>' }, '/byte']);
  });

  it('parse knows comments, patterns and other escapes', () => {
    assert.deepEqual(parse('beep > boop # > kaboom'), ['beep', { op: '>' }, 'boop', { comment: '> kaboom' }]);
    assert.deepEqual(parse('ls *.js'), ['ls', { op: 'glob', pattern: '*.js' }]);
    assert.deepEqual(parse('a^;b C:\\d', {}, { escape: '^' }), ['a', { op: ';' }, 'b', 'C:\\d']);
  });
});
