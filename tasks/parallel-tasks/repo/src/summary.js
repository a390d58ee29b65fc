/** "3 ok", or "1 ok, 1 failed (styles), 1 skipped". */
export function summary(results) {
  const of = (status) => [...results].filter(([, result]) => result === status).map(([name]) => name);
  const parts = [`${of('ok').length} ok`];
  if (of('failed').length > 0) parts.push(`${of('failed').length} failed (${of('failed').join(', ')})`);
  if (of('skipped').length > 0) parts.push(`${of('skipped').length} skipped`);
  return parts.join(', ');
}
