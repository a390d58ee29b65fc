/** Lines around a change that are shown. */
const AROUND = 3;

/**
 * Renders the change of a text as lines with "+" and "-". A change of settings is in one place, so everything between
 * the equal lines at both ends counts as changed.
 */
export function renderDiff(old_text: string | undefined, new_text: string | undefined): string[] {
  const old_lines = splitLines(old_text);
  const new_lines = splitLines(new_text);
  const shortest = Math.min(old_lines.length, new_lines.length);
  let head = 0;
  while (head < shortest && old_lines[head] === new_lines[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && old_lines.at(-1 - tail) === new_lines.at(-1 - tail)) tail += 1;
  const start = Math.max(0, head - AROUND);
  const end = old_lines.length - tail;
  return [
    `@@ line ${start + 1} @@`,
    ...old_lines.slice(start, head).map((line) => ` ${line}`),
    ...old_lines.slice(head, end).map((line) => `-${line}`),
    ...new_lines.slice(head, new_lines.length - tail).map((line) => `+${line}`),
    ...old_lines.slice(end, end + AROUND).map((line) => ` ${line}`),
  ];
}

const splitLines = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
