/** A value without its quotes; double ones know line breaks. */
export function unquoted(value) {
  const [, double] = /^"(.*)"$/.exec(value) ?? [];
  if (double !== undefined) return double.replaceAll('\\n', '\n');
  const [, single] = /^'(.*)'$/.exec(value) ?? [];
  return single ?? value;
}
