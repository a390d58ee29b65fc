import { IniError } from './error.js';

const ESCAPES = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/**
 * The meaningful lines of a text, in order:
 * `{ kind: 'section', path, line }` or `{ kind: 'entry', key, list, value, line }`.
 */
export function* lines(text) {
  let line = 0;
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    line += 1;
    const content = raw.trim();
    if (content === '' || content.startsWith(';') || content.startsWith('#')) continue;
    yield content.startsWith('[') ? section(content, line) : entry(content, line);
  }
}

function section(content, line) {
  const match = /^\[([^\]]+)\]\s*(?:[;#].*)?$/.exec(content);
  if (!match) throw new IniError('a section looks like [name] or [outer.inner]', line);
  const path = match[1].split('.').map((name) => name.trim());
  if (path.includes('')) throw new IniError(`empty name in section [${match[1]}]`, line);
  return { kind: 'section', path, line };
}

function entry(content, line) {
  const equals = content.indexOf('=');
  if (equals < 0) throw new IniError('an entry looks like key = value', line);
  let key = content.slice(0, equals).trim();
  const list = key.endsWith('[]');
  if (list) key = key.slice(0, -2).trim();
  if (key === '') throw new IniError('the key is empty', line);
  return { kind: 'entry', key, list, value: value(content.slice(equals + 1).trim(), line), line };
}

function value(text, line) {
  if (text.startsWith('"')) return quoted(text, line);
  // A comment needs white space before it, so that URLs with a fragment survive.
  return text.replace(/(^|\s+)[;#].*$/, '').trim();
}

function quoted(text, line) {
  let out = '';
  for (let i = 1; i < text.length; i++) {
    const char = text[i];
    if (char === '"') {
      const rest = text.slice(i + 1).trim();
      if (rest !== '' && !/^[;#]/.test(rest)) throw new IniError(`unexpected text after the quote: ${rest}`, line);
      return out;
    }
    if (char === '\\') {
      i += 1;
      const escaped = ESCAPES[text[i]];
      if (escaped === undefined) throw new IniError(`unknown escape \\${text[i] ?? ''}`, line);
      out += escaped;
    } else {
      out += char;
    }
  }
  throw new IniError('the quote is not closed', line);
}
