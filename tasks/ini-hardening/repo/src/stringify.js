/** Nested objects → text. Entries come before the sections of the same level. */
export function stringify(config) {
  const out = [];
  write(config, [], out);
  return out.join('\n') + '\n';
}

function write(section, path, out) {
  const names = Object.keys(section);
  const entries = names.filter((name) => !isSection(section[name]));
  if (path.length > 0 && (entries.length > 0 || names.length === 0)) {
    if (out.length > 0) out.push('');
    out.push(`[${path.join('.')}]`);
  }
  for (const name of entries) {
    const value = section[name];
    if (Array.isArray(value)) out.push(...value.map((item) => `${name}[] = ${quote(item)}`));
    else out.push(`${name} = ${quote(value)}`);
  }
  for (const name of names.filter((name) => isSection(section[name]))) write(section[name], [...path, name], out);
}

function quote(value) {
  const text = String(value);
  return text.includes(';') || text.includes('#') ? `"${text}"` : text;
}

function isSection(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
