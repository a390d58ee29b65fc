/** Renders a folded section; blank lines around the content make GitHub read it as Markdown. */
export function foldMarkdown(title: string, lines: readonly string[]): string {
  return [`<details><summary>${title}</summary>`, '', ...lines, '', '</details>'].join('\n');
}
