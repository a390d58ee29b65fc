/**
 * Parses the diagnostics of a TAP report as far as a decision needs them: scalars of the first level. A quoted text
 * loses its quotes, a block keeps its lines, and anything below is left out.
 *
 * @returns undefined for a text without fields
 */
export function parsePlainYaml(text: string): Record<string, string> | undefined {
  const fields: Record<string, string> = {};
  const lines = text.split('\n');
  const depth = /^ */.exec(lines.find((line) => line.trim() !== '') ?? '')![0].length;
  let block: string | undefined;
  for (const line of lines) {
    const indent = /^ */.exec(line)![0].length;
    const [, name, value = ''] = indent === depth ? (/^ *([\w-]+):(?: +(.*))?$/.exec(line) ?? []) : [];
    if (name !== undefined) {
      const plain = value.trim();
      block = /^[|>][-+]?$/.test(plain) ? name : undefined;
      fields[name] = block === undefined ? plain.replace(/^(['"])(.*)\1$/s, '$2') : '';
    } else if (block !== undefined) fields[block] += `${line.trim()}\n`;
  }
  return Object.keys(fields).length > 0 ? fields : undefined;
}
