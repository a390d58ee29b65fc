import { linesOf } from './text.js';

const MAX_LINES = 2_000_000;
const MAX_LINE = 8_000;
const MAX_DIAGNOSTIC = 8_000;
const MAX_DIAGNOSTICS = 8 * 2 ** 20;

/** Subtests are indented by four spaces per level. */
const DEPTH_INDENT = 4;

/**
 * A TAP stream that a parser can be given without fear: line ends are "\n" only, lines and YAML blocks are cut to what could end up in
 * the record, nesting is bounded. The parser's cost per byte is high for YAML and grows with depth, and the stream comes from
 * the code that is judged.
 */
export function boundedTap(
  text: string,
  maxDepth: number,
): { ok: true; lines: Iterable<string> } | { ok: false; reason: string } {
  // tap-parser splits with a pattern whose dot stops at U+2028, too, and would silently drop the rest of the stream
  const normal = text.replace(/\r\n?/g, '\n').replace(/[\u2028\u2029]/g, ' ');
  let lines = 0;
  for (let at = 0; at !== -1 && at < normal.length; at = normal.indexOf('\n', at + 1)) {
    if (++lines > MAX_LINES) return { ok: false, reason: `the TAP stream has more than ${MAX_LINES} lines` };
  }
  const tooDeep = ' '.repeat(DEPTH_INDENT * (maxDepth + 1));
  if (normal.startsWith(tooDeep) || normal.includes(`\n${tooDeep}`)) {
    return { ok: false, reason: `subtests nest deeper than ${maxDepth} levels` };
  }
  return { ok: true, lines: bounded(normal) };
}

function* bounded(text: string): Generator<string> {
  let block: { indent: string; size: number } | undefined;
  let diagnostics = 0;
  for (const whole of linesOf(text)) {
    const line = whole.slice(0, MAX_LINE);
    if (block && (line === `${block.indent}...` || (line !== '' && !line.startsWith(block.indent)))) block = undefined;
    else if (block) {
      block.size += line.length + 1;
      diagnostics += line.length + 1;
      if (block.size > MAX_DIAGNOSTIC || diagnostics > MAX_DIAGNOSTICS) continue;
    } else {
      const opening = /^(\s+)---$/.exec(line);
      if (opening) block = { indent: opening[1]!, size: 0 };
    }
    yield `${line}\n`;
  }
}
