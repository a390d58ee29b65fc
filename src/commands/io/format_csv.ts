/** Formats a table as RFC 4180, with a header and a line end after every row. */
export function formatCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
