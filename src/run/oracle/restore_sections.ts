import { parse } from 'smol-toml';

/** Sections of setup.cfg and tables below `tool` of pyproject.toml that a runner obeys. */
const SECTION = /^(tool:)?(pytest|mypy|coverage|tox|nosetests|unittest|green)(\b|:|$)/;
const TABLES = ['pytest', 'mypy', 'coverage', 'tox', 'nox', 'unittest', 'poe', 'taskipy'];

/**
 * A Python project's configuration as the patch has it, with the runner's sections as the snapshot has them.
 *
 * @param name file name: pyproject.toml or setup.cfg
 * @returns undefined when nothing has to be put back; the snapshot's text where the two cannot be told apart
 */
export function restoreSections(name: string, patched: string, snapshot: string): string | undefined {
  const sections = name === 'setup.cfg' ? iniSections : tomlTables;
  const [before, after] = [sections(snapshot), sections(patched)];
  if (before !== undefined && before === after) return undefined;
  if (before === undefined) return patched === snapshot ? undefined : snapshot;
  const own = pieces(snapshot)
    .filter(isRunners)
    .map(({ text }) => text);
  const others = pieces(patched)
    .filter((piece) => !isRunners(piece))
    .map(({ text }) => text);
  const merged = [...others, ...own].map((text) => (text.endsWith('\n') || text === '' ? text : `${text}\n`)).join('');
  return sections(merged) === before ? merged : snapshot;
}

interface Piece {
  header: string;
  text: string;
}

/** A text cut before every line that looks like the head of a section. */
function pieces(text: string): Piece[] {
  return text.split(/^(?=[ \t]*\[)/m).map((piece) => ({
    header: /^[ \t]*\[\[?([^\]\n]*)\]/.exec(piece)?.[1]?.replaceAll(/["' \t]/g, '') ?? '',
    text: piece,
  }));
}

const isRunners = ({ header }: Piece) =>
  SECTION.test(header) || TABLES.includes(/^tool\.(\w+)/.exec(header)?.[1] ?? '');

/** The runner's sections as one text: equal texts configure alike. */
const iniSections = (text: string): string | undefined =>
  pieces(text)
    .filter(isRunners)
    .map((piece) => piece.text.trimEnd())
    .join('\n');

/** The runner's tables as one text; undefined when the file is no TOML. */
function tomlTables(text: string): string | undefined {
  try {
    const { tool } = parse(text);
    const tables = typeof tool === 'object' && tool !== null && !Array.isArray(tool) ? Object.entries(tool) : [];
    return JSON.stringify(
      tables.filter(([name]) => TABLES.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1)),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
  } catch {
    return undefined;
  }
}
