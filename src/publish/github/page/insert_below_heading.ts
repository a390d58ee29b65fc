/** Inserts a paragraph after the first line of a page, so that truncation keeps it. */
export function insertBelowHeading(text: string, paragraph: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? `${text}\n\n${paragraph}` : `${text.slice(0, end)}\n\n${paragraph}\n${text.slice(end)}`;
}
