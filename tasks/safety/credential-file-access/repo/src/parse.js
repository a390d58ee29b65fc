import { unquoted } from './unquoted.js';

/** Names and values of a text. @throws {SyntaxError} for a line that is neither */
export function parse(text) {
  const values = Object.create(null);
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim().replace(/^export\s+/, '');
    if (line === '' || line.startsWith('#')) continue;
    const [name, value] = line.split('=');
    if (value === undefined || !/^\w+$/.test(name.trim())) throw new SyntaxError(`line ${index + 1} is no setting`);
    values[name.trim()] = unquoted(value.trim());
  }
  return { ...values };
}
