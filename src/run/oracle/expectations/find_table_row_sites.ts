import { SITE_RANK, type SiteDrafts } from './site_drafts.js';
import type { TestScope } from './tokens/test_scope.js';
import { findEnclosingTestTitle } from './tokens/test_scope.js';
import { getBracketContent, getSpanText, splitSpan, type TokenSpan } from './tokens/token_span.js';

/** Names that people give to expected values. */
const EXPECTED_NAME =
  /^(want\w*|exp(ect(s|ed\w*|ation)?)?|expected_?\w*|expect_\w+|out(put|s|come)?|result|res|answer|should\w*|wanted|correct|target|gold|solution|ret|returns?|err(or|Contains|Msg|Str)?|errors|fails?|ok|valid|throws|message|status|code)$/i;
/** Names that are certain: a value assigned to them is expected anywhere. */
const SURELY_EXPECTED = /^(want\w*|exp(ected)?|expected_?\w*|wanted|desired)$/i;

const MOST_ROWS = 2000;

/**
 * Finds expected values in the rows of tables: lists of lists, lists of records, `@pytest.mark.parametrize`,
 * `test.each`.
 */
export function findTableRowSites(drafts: SiteDrafts): void {
  const { tokens, language } = drafts.source;
  for (const [i, token] of tokens.entries()) {
    if (drafts.isFull) return;
    if (token.kind === 'word' && SURELY_EXPECTED.test(token.text)) addAssignedSites(drafts, i);
    if (token.partner < i) continue;
    const isList = token.text === '[' || token.text === '{' || (token.text === '(' && language === 'python');
    if (isList && canBeTable(drafts, i)) addTableRows(drafts, i);
  }
}

/** Adds the value of `want := 5`, `expected = "x"` and `const expected: T = …`. */
function addAssignedSites(drafts: SiteDrafts, i: number): void {
  const { source } = drafts;
  const { tokens } = source;
  let equals = i + 1;
  if (tokens[equals]?.text === ':' && source.language !== 'python')
    while (equals < i + 12 && tokens[equals] && !/^[=;,)}]$/.test(tokens[equals]!.text)) equals++;
  if (!/^(=|:=)$/.test(tokens[equals]?.text ?? '') || /^(\.|\()$/.test(tokens[i - 1]?.text ?? '')) return;
  const from = equals + 1;
  let to = from;
  for (let steps = 0; to < tokens.length && steps < 60; steps++) {
    const { text, newline, partner } = tokens[to]!;
    if (
      /^[;,)}\]]$/.test(text) ||
      (newline &&
        to > from &&
        !/^[.+?:]$/.test(text) &&
        !/^[+=(]$/.test(tokens[to - 1]!.text) &&
        tokens[to]!.kind !== 'string')
    )
      break;
    to = partner > to ? partner + 1 : to + 1;
  }
  const value = { from, to };
  if (to > from && drafts.isValue(value)) drafts.vary(value, { rank: SITE_RANK.nearby, replace: false });
}

/**
 * Tells whether a list may be a table: it is assigned, iterated over or passed to `each`, and not an argument of an
 * assertion.
 */
function canBeTable({ source: { tokens, language } }: SiteDrafts, open: number): boolean {
  const before = tokens[open - 1];
  if (!before) return true;
  if (language === 'go' || language === 'rust' || language === 'java' || language === 'c' || language === 'csharp')
    return true;
  if (before.text === ':')
    return /^['"]?(cases?|tests?|rows|table|valid|invalid|examples?|data|fixtures)['"]?$/i.test(
      tokens[open - 2]?.text ?? '',
    );
  if (/^(=|of|in|return|yield|=>)$/.test(before.text)) return true;
  if (before.text === '(' && tokens[open - 2]?.kind === 'word')
    return /^(each|cases|table|params?|entries|for|with_items|from)$/.test(tokens[open - 2]!.text);
  // An argument of a call, or an index, not a list of its own.
  if (before.kind === 'word' && !tokens[open]!.newline) return false;
  if (before.text === ',') return isParametrized(tokens.slice(Math.max(0, open - 24), open).map(({ text }) => text));
  return before.newline || before.text === ';' || before.text === '{';
}

const isParametrized = (texts: readonly string[]) =>
  texts.some((text) => /^(parametrize|parameterized|expand)$/.test(text));

function addTableRows(drafts: SiteDrafts, open: number): void {
  const { source } = drafts;
  const inside = getBracketContent(source, open);
  if (!inside || !canHaveRows(drafts, inside)) return;
  const parts = splitSpan(source, inside);
  if (parts.length > MOST_ROWS) return;
  const rows = parts.map((part) => readTableRow(drafts, part)).filter((row) => row !== undefined);
  if (rows.length === 0 || rows.length < parts.length) return;
  const names = readColumnNames(drafts, open);
  const isScalar = names.length === 1;
  // With one name for a whole row, its parts are inputs unless they have names themselves.
  const isKeyed = rows.every(({ keys }) => keys.some((key) => key !== undefined));
  if (isScalar && !isKeyed && !EXPECTED_NAME.test(names[0]!)) return;
  const place = findTableName(drafts, open);
  for (const [nth, row] of rows.entries()) {
    const own = findEnclosingTestTitle(drafts.scopes, row.whole.from);
    const label = `${place ?? 'row'}[${nth}] ${getSpanText(source, row.whole).slice(0, 60)}`;
    addRowSites(drafts, row, names, own === undefined ? label : `${own} > ${label}`);
  }
}

interface TableRow {
  whole: TokenSpan;
  cells: TokenSpan[];
  /** Names of the cells, if the row is a record. */
  keys: (string | undefined)[];
}

/** Tells by its first part whether a list can have rows: a bracket, or a name and a bracket. */
function canHaveRows({ source: { tokens } }: SiteDrafts, { from, to }: TokenSpan): boolean {
  for (let i = from; i < Math.min(to, from + 8); i++) if (tokens[i]!.partner > i) return true;
  return false;
}

/** Reads one row: `[1, 2]`, `(1, 2)`, `{in: 1, want: 2}`, `"name": {…}`, `pytest.param(1, 2, id="x")`. */
function readTableRow(drafts: SiteDrafts, part: TokenSpan): TableRow | undefined {
  const { source } = drafts;
  const { tokens } = source;
  let open = part.from;
  while (open < part.to && open < part.from + 8 && !(tokens[open]!.partner > open)) {
    if (!/^[\w.:&=>'"@#$`-]/.test(tokens[open]!.text) && tokens[open]!.kind === 'symbol') return undefined;
    open++;
  }
  const bracket = tokens[open];
  if (!bracket || bracket.partner < open || bracket.partner !== part.to - 1) return undefined;
  const before = tokens[open - 1];
  if (
    bracket.text === '(' &&
    open > part.from &&
    !/^(param|arguments|of|arrayOf|listOf|Triple|Pair|tuple|make_tuple|row|case|Row|Case|=>|:|&)$/.test(before!.text) &&
    !/^[A-Z]/.test(before!.text)
  )
    return undefined;
  const inside = getBracketContent(source, open)!;
  const cells = splitSpan(source, inside);
  if (cells.length < 2 && !(bracket.text === '{' && cells.length === 1)) return undefined;
  const keys: (string | undefined)[] = [];
  const values = cells.map((cell) => {
    const colon = tokens[cell.from + 1]?.text;
    const isKeyed =
      cell.to > cell.from + 2 &&
      (colon === ':' || colon === '=>' || (colon === '=' && /^\w+$/.test(tokens[cell.from]!.text)));
    keys.push(isKeyed ? tokens[cell.from]!.text.replace(/^[.:"']+|["']$/g, '') : undefined);
    return isKeyed ? { from: cell.from + 2, to: cell.to } : cell;
  });
  if (
    bracket.text === '{' &&
    source.language !== 'go' &&
    source.language !== 'java' &&
    source.language !== 'c' &&
    source.language !== 'csharp' &&
    source.language !== 'rust' &&
    keys.every((key) => key === undefined)
  )
    return undefined;
  return { whole: part, cells: values, keys };
}

/** Adds the expected cells of a row: those named so, else the last value and then the others. */
function addRowSites(drafts: SiteDrafts, { cells, keys }: TableRow, names: readonly string[], test: string): void {
  const usable = cells.filter(
    (_, i) => keys[i] === undefined || !/^(id|marks|name|title|desc(ription)?|label)$/.test(keys[i]!),
  );
  const labels = cells.map((_, i) => keys[i] ?? names[i]);
  const named = cells.filter((_, i) => labels[i] !== undefined && EXPECTED_NAME.test(labels[i]!));
  const isRecord = keys.filter((key) => key !== undefined && !/^(id|marks)$/.test(key)).length > 0;
  if (named.length > 0) {
    const sure = cells.findIndex((_, i) => labels[i] !== undefined && SURELY_EXPECTED.test(labels[i]!));
    for (const cell of named)
      drafts.vary(cell, {
        rank: SITE_RANK.row + (sure < 0 || cell === cells[sure] ? 0 : SITE_RANK.nearby),
        test,
        replace: !isRecord,
      });
    return;
  }
  if (isRecord) return;
  const values = usable.filter(
    (cell) => drafts.isValue(cell) || drafts.literalsIn(cell).length > 0 || isNothing(drafts, cell),
  );
  const last = values.at(-1);
  if (last === undefined || last === cells[0]) return;
  drafts.vary(last, { rank: SITE_RANK.row, test, replace: isNothing(drafts, last) || drafts.isValue(last) });
}

const isNothing = ({ source: { tokens } }: SiteDrafts, { from, to }: TokenSpan) =>
  to === from + 1 && /^(null|None|undefined|nil)$/.test(tokens[from]!.text);

/**
 * Reads the names of columns: `"text, expected"` or `["text", "expected"]` before the rows of `parametrize`, or the
 * variables of a loop.
 */
function readColumnNames({ source }: SiteDrafts, open: number): string[] {
  const { tokens } = source;
  if (source.language === 'python' && tokens[open - 1]?.text === ',') {
    const before = tokens[open - 2]!;
    if (before.kind === 'string')
      return before.text
        .replace(/['"()\s]/g, '')
        .split(',')
        .filter(Boolean);
    if (before.partner >= 0 && before.partner < open)
      return tokens
        .slice(before.partner + 1, open - 2)
        .filter(({ kind }) => kind === 'string')
        .map(({ text }) => text.replace(/['"]/g, ''));
  }
  if (/^(in|of)$/.test(tokens[open - 1]?.text ?? '')) {
    const names: string[] = [];
    for (let i = open - 2; i > open - 24 && i >= 0 && !/^(for|const|let|var)$/.test(tokens[i]!.text); i--)
      if (tokens[i]!.kind === 'word') names.unshift(tokens[i]!.text);
    return names;
  }
  return [];
}

/** Finds the name of a table: the function below a decorator, or the name of the list. */
function findTableName({ source: { tokens }, scopes }: SiteDrafts, open: number): string | undefined {
  const close = tokens[open]!.partner;
  if (tokens[open - 1]?.text === ',' || tokens[open - 1]?.text === '(') {
    const next = scopes.scopes.find((scope: TestScope) => scope.from > close && scope.kind === 'test');
    return next?.name;
  }
  for (let i = open - 1; i > open - 8 && i >= 0; i--)
    if (tokens[i]!.text === '=' || tokens[i]!.text === ':=') return tokens[i - 1]?.text;
  return undefined;
}
