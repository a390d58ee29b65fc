import type { BriefingText, TextOrigin } from './briefing_text.js';
import {
  createHiddenLeakSource,
  createPatchLeakSources,
  type LeakLine,
  type LeakSource,
  normalizeSpacing,
} from './leak_source.js';
import {
  decodeHtmlEntities,
  isCodePunctuation,
  isContentToken,
  isIdentifierToken,
  type LeakToken,
  tokenizeLeakText,
} from './leak_token.js';

/** Content of the reference solution or of a hidden file that agents are told. */
export interface Leak {
  what: 'golden patch' | 'hidden file';
  detail: string;
  /** True for leaks that are refused; a single matching line can be a coincidence and is only noted. */
  certain: boolean;
  /** Patched or hidden file, and its leaked lines. */
  path?: string;
  lines?: number[];
  /** Field of the contract and line of its text where the first leak stands. */
  told?: TextOrigin;
}

/** Consecutive tokens that both texts must share. */
const MIN_ROW_TOKENS = 6;
/** Lines with fewer tokens count only if they stand alone in the briefing, on a line or between backticks. */
const SHORT_LINE = 8;
/** Leaked lines of a hidden file from which on they are no mere example in an issue. */
const MANY_LINES = 10;
const ASSERTION =
  /\b(?:assert\w*|expect\w*|should\w*|(?:not_?)?(?:deep_?|strict_?)?equals?|to_?be|to_?equal|raises|throws|t\.\w+)\b/i;

/** Formats the leaked lines of a file as the end of a sentence. */
export function formatLeakLines({ path, lines }: Pick<Leak, 'path' | 'lines'>): string {
  if (!lines || lines.length === 0) return '';
  const shown = lines.slice(0, 5).join(', ') + (lines.length > 5 ? ` and ${lines.length - 5} more` : '');
  return ` (${lines.length === 1 ? 'line' : 'lines'} ${shown} of ${path ?? 'it'})`;
}

/** Reference solution and hidden files of a contract. */
interface HiddenContent {
  golden?: Uint8Array | undefined;
  oracle_files: readonly { path: string; content: Uint8Array }[];
  /** Folders that the oracle alone has. */
  oracle_folders: readonly string[];
}

interface BriefingIndex {
  /** Rows of tokens → origin of the first occurrence. */
  rows: Map<string, TextOrigin>;
  /** Normalised whole lines and spans between backticks → origin. */
  alone: Map<string, TextOrigin>;
}

/**
 * Finds lines of the reference solution or hidden files that agents are told.
 *
 * A line leaks if a text repeats its tokens in a row, however wrapped, and the line is distinctive. Lines that a patch
 * leaves unchanged are in the repository and do not count.
 *
 * @param told texts that agents get, by field of the contract
 * @param isInBase tells whether the repository has a line already; default: no line is known to be there
 */
export function findLeaks(
  told: readonly BriefingText[],
  hidden: HiddenContent,
  isInBase: (line: string) => boolean = () => false,
): Leak[] {
  const index = createBriefingIndex(told);
  const golden = hidden.golden ? createPatchLeakSources(hidden.golden) : [];
  const leaks = findSourceLeaks(golden, index, isInBase);
  const pathLeaks = hidden.oracle_files.flatMap(({ path }): Leak[] => {
    if (!hidden.oracle_folders.some((folder) => path.startsWith(`${folder}/`))) return [];
    const part = told.find(({ text }) => text.includes(path));
    const line = part ? part.text.slice(0, part.text.indexOf(path)).split('\n').length : 0;
    return part ? [{ what: 'hidden file', detail: path, certain: true, told: { field: part.field, line } }] : [];
  });
  const quoted = hidden.oracle_files.flatMap(({ path, content }) =>
    findSourceLeaks([createHiddenLeakSource(path, content)], index, isInBase),
  );
  return [...leaks, ...pathLeaks, ...quoted];
}

function findSourceLeaks(
  sources: readonly LeakSource[],
  index: BriefingIndex,
  isInBase: (line: string) => boolean,
): Leak[] {
  const hits: { source: LeakSource; line: LeakLine; at: TextOrigin }[] = [];
  let [informative, covered] = [0, 0];
  for (const source of sources) {
    const origins = findLineOrigins(source, index);
    source.lines.forEach((line, i) => {
      const content = line.tokens.filter(isContentToken).length;
      if (!isDistinctiveLine(line.tokens)) return;
      informative += content;
      const origin = origins[i];
      if (!origin || isInBase(line.text)) return;
      covered += content;
      hits.push({ source, line, at: origin });
    });
  }
  const first = hits[0];
  if (!first) return [];
  const most = covered * 2 > informative;
  const many = hits.length >= 3 && hits.some(({ line }) => line.tokens.length >= SHORT_LINE);
  // An issue may quote the input of a test, but not its assertions.
  const checks =
    hits.length >= MANY_LINES ||
    first.source.what === 'golden patch' ||
    hits.some(({ line }) => ASSERTION.test(line.text));
  const { what: kind, path } = first.source;
  return [
    {
      what: kind,
      detail: kind === 'hidden file' ? `${path}: ${first.line.text}` : first.line.text,
      certain: most || (many && checks),
      path,
      lines: hits.filter(({ source }) => source === first.source).map(({ line }) => line.number),
      told: first.at,
    },
  ];
}

/** Finds the origin of each line of a file; undefined for lines that do not leak. */
function findLineOrigins({ lines }: LeakSource, index: BriefingIndex): (TextOrigin | undefined)[] {
  const tokens = lines.flatMap((line, of) => line.tokens.map((token) => ({ ...token, of, begins: !line.continues })));
  const hit: (TextOrigin | undefined)[] = new Array(tokens.length);
  for (let i = 0; i + MIN_ROW_TOKENS <= tokens.length; i++) {
    const row = tokens.slice(i, i + MIN_ROW_TOKENS);
    if (row.some(({ of, begins }, k) => k > 0 && begins && of !== row[k - 1]?.of)) continue;
    const row_origin = isDistinctiveRow(row) ? index.rows.get(normalizeSpacing(row)) : undefined;
    if (row_origin) for (let k = i; k < i + MIN_ROW_TOKENS; k++) hit[k] ??= row_origin;
  }
  let start = 0;
  return lines.map((line) => {
    const end = start + line.tokens.length;
    const hits = hit.slice(start, end).filter((at) => at !== undefined);
    start = end;
    const share = line.tokens.length >= SHORT_LINE ? 0.8 : 1;
    if (hits.length > 0 && hits.length >= line.tokens.length * share) return hits[0];
    return index.alone.get(normalizeSpacing(stripStatementEnd(line.tokens)));
  });
}

function createBriefingIndex(told: readonly BriefingText[]): BriefingIndex {
  const rows = new Map<string, TextOrigin>();
  const alone = new Map<string, TextOrigin>();
  for (const { field, text } of told.flatMap(decodeBase64Texts)) {
    for (const tokens of [tokenizeLeakText(text), tokenizeLeakText(text, 'kept')])
      for (const [i, { line }] of tokens.slice(0, 1 - MIN_ROW_TOKENS).entries())
        setFirstOrigin(rows, normalizeSpacing(tokens.slice(i, i + MIN_ROW_TOKENS)), { field, line });
    const lines = decodeHtmlEntities(text).split('\n');
    lines.forEach((line, i) => {
      const origin = { field, line: i + 1 };
      // Words of a sentence that a line happens to contain are not code.
      for (const [, span = ''] of line.matchAll(/`{1,3}([^`]{3,300})`/g)) setAloneOrigin(alone, span, origin);
      setAloneOrigin(alone, line, origin);
    });
  }
  return { rows, alone };
}

function setAloneOrigin(alone: Map<string, TextOrigin>, text: string, origin: TextOrigin): void {
  const tokens = tokenizeLeakText(text);
  if (tokens.length <= 40) setFirstOrigin(alone, normalizeSpacing(stripStatementEnd(tokens)), origin);
}

function setFirstOrigin(origins: Map<string, TextOrigin>, spelling: string, origin: TextOrigin): void {
  if (!origins.has(spelling)) origins.set(spelling, origin);
}

/** Strips the sign that ends a statement. */
const stripStatementEnd = (tokens: readonly LeakToken[]): readonly LeakToken[] =>
  /^[;,]$/.test(tokens.at(-1)?.text ?? '') ? tokens.slice(0, -1) : tokens;

/** Tells whether a row of tokens is specific enough not to occur in every program or sentence. */
const isDistinctiveRow = (row: readonly LeakToken[]): boolean =>
  row.filter((token) => token.quoted || isContentToken(token)).length >= 2 &&
  row.some(isCodePunctuation) &&
  row.some(isIdentifierToken);

/** Tells whether a line is distinctive; `}` and `return true;` are not. */
function isDistinctiveLine(tokens: readonly LeakToken[]): boolean {
  const content = tokens.filter(isContentToken);
  const names = content.filter(isIdentifierToken).length;
  const quoted = tokens.filter((token) => token.quoted).length;
  const enough = content.length >= 3 || names >= 2 || (names === 1 && quoted >= 3);
  return enough && tokens.some(isCodePunctuation);
}

/** Returns a text together with the base64 text that it contains, decoded. */
function decodeBase64Texts(part: BriefingText): BriefingText[] {
  const decoded = [...part.text.matchAll(/[A-Za-z0-9+/]{24,100000}={0,2}/g)].flatMap(([run]) => {
    const text = Buffer.from(run, 'base64').toString('utf8');
    return /^[\t\n\r\x20-\x7e\u00a0-\uffff]{12,}$/.test(text) && !text.includes('\ufffd') ? [text] : [];
  });
  return [part, ...decoded.map((text) => ({ field: part.field, text }))];
}
