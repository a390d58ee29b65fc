import fc from 'fast-check';
import { escapeInvisible } from '../../../src/contract/input/user_error.js';
import {
  escapeHtml,
  escapeLogLine,
  escapeMarkdown,
  escapeText,
  formatMarkdownCode,
  shortenText,
} from '../../../src/publish/text/escape_text.js';

const anyText = fc.string({ unit: 'binary', maxLength: 200 });

describe('invisible characters become visible', () => {
  it.each([
    ['\u001b[31mred', '\\x1b[31mred'],
    ['\u001b]8;;x\u0007', '\\x1b]8;;x\\x07'],
    ['a\nb\r\tc', 'a\\nb\\r\\tc'],
    ['\u202egnp.exe', '\\u202egnp.exe'],
    ['a\u200bb\u2066c\ufeff', 'a\\u200bb\\u2066c\\ufeff'],
    ['\u009b31m', '\\x9b31m'],
    ['\ud800 lone', '\\ud800 lone'],
    ['\u{e0041}tag', '\\u{e0041}tag'],
    ['plain, ünïcödé 漢字 🎉', 'plain, ünïcödé 漢字 🎉'],
  ])('%j is shown as %j', (raw, shown) => {
    expect(escapeInvisible(raw)).toBe(shown);
    expect(escapeText(raw)).toBe(shown);
  });

  it('leaves nothing that a terminal could obey, whatever the text', () => {
    fc.assert(fc.property(anyText, (text) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069\p{Cs}]/u.test(escapeText(text))));
  });
});

describe('Markdown: hostile text is inert', () => {
  it.each([
    ['a | b', 'a &#124; b'],
    ['<script>x</script>', '&#60;script&#62;x&#60;/script&#62;'],
    ['<!-- marker -->', '&#60;&#33;-- marker --&#62;'],
    ['[a](b) ![c](d)', '&#91;a&#93;&#40;b&#41; &#33;&#91;c&#93;&#40;d&#41;'],
    ['@octocat @org/team a@b.c', '@&#8203;octocat @&#8203;org/team a@&#8203;b.c'],
    ['#12 o/r#12 GH-12 gh-12', '&#35;&#8203;12 o/r&#35;&#8203;12 GH-&#8203;12 gh-&#8203;12'],
    ['https://x.y www.x.y', 'https:&#8203;//x.y www&#8203;.x.y'],
    [':white_check_mark:', ':&#8203;white&#95;check&#95;mark:'],
    ['# heading', '&#35; heading'],
    ['- item', '&#45; item'],
    ['1. one', '1&#46; one'],
    ['a\nb', 'a&#92;nb'],
    ['&lt;', '&#38;lt;'],
    ['12 tests failed: 0.5 s', '12 tests failed: 0.5 s'],
  ])('%j is written as %j', (raw, written) => {
    expect(escapeMarkdown(raw)).toBe(written);
  });

  it('writes names so that neither tags, links, mentions nor table cells can come out of them', () => {
    expect(formatMarkdownCode('a|b`c`</code>@me www.x.y a@b.c http://x')).toBe(
      '<code>a&#124;b&#96;c&#96;&#60;/code&#62;&#64;me www&#8203;.x.y a&#64;&#8203;b.c http&#58;&#8203;//x</code>',
    );
  });

  it('never leaves a character of Markdown or HTML syntax, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const entities = /&#\d+;/g;
        expect(escapeMarkdown(text).replace(entities, '')).not.toMatch(
          /[&<>"'`|*_~[\]\\!$(){}#^\n\r]|:\/\/|www\.|@\S/i,
        );
        expect(formatMarkdownCode(text).slice(6, -7).replace(entities, '')).not.toMatch(
          /[&<>"'`|*_~[\]\\!$(){}#^@:\n\r]/,
        );
      }),
    );
  });
});

describe('HTML: hostile text can leave neither text nor a quoted attribute', () => {
  it('escapes what opens tags, references and attributes', () => {
    expect(escapeHtml(`<a href="x" title='y'>&\`</a>`)).toBe(
      '&#60;a href=&#34;x&#34; title=&#39;y&#39;&#62;&#38;&#96;&#60;/a&#62;',
    );
  });

  it('holds for any text', () => {
    fc.assert(fc.property(anyText, (text) => !/[<>"'`]|&(?!#\d+;)/.test(escapeHtml(text))));
  });
});

describe('workflow logs: hostile text is no command of the runner', () => {
  it.each([
    ['::error::x', ': :error::x'],
    ['  ::set-output name=a::b', '  : :set-output name=a::b'],
    ['a ##[error]b', 'a # #[error]b'],
    ['first\n::error::x', 'first\\n::error::x'],
    ['module::function', 'module::function'],
  ])('%j is logged as %j', (raw, logged) => {
    expect(escapeLogLine(raw)).toBe(logged);
  });

  it('is never read as a command, whatever the text', () => {
    fc.assert(fc.property(anyText, (text) => !/^\s*::|##\[|[\n\r]/.test(escapeLogLine(`${text}::a::##[b]`))));
    fc.assert(fc.property(anyText, (text) => !/^\s*::|##\[|[\n\r]/.test(escapeLogLine(`::${text}`))));
  });
});

describe('shortening', () => {
  it('keeps what fits, and never cuts a character in two', () => {
    expect(shortenText('abc', 3)).toBe('abc');
    expect(shortenText('abcd', 3)).toBe('ab…');
    expect(shortenText('🎉🎉🎉🎉', 3)).toBe('🎉🎉…');
    expect(shortenText('x'.repeat(1_000_000), 5)).toBe('xxxx…');
  });
});
