import { parse } from 'smol-toml';

/** Sections of setup.cfg, and tables below `tool` of pyproject.toml, that a runner obeys. */
const SECTION = /^(tool:)?(pytest|mypy|coverage|tox|nosetests|unittest|green)(\b|:|$)/;
const TABLES = ['pytest', 'mypy', 'coverage', 'tox', 'nox', 'unittest', 'poe', 'taskipy'];

/**
 * Restores the runner's sections of a Python project's configuration from the snapshot.
 *
 * @param name file name: pyproject.toml or setup.cfg
 * @returns undefined if nothing has to be restored; the snapshot's text if the sections cannot be separated
 */
export function restoreSections(name: string, patched: string, snapshot: string): string | undefined {
  const sections = name === 'setup.cfg' ? selectIniSections : selectTomlTables;
  const [snapshotSettings, patchedSettings] = [sections(snapshot), sections(patched)];
  if (snapshotSettings !== undefined && snapshotSettings === patchedSettings) return undefined;
  if (snapshotSettings === undefined) return patched === snapshot ? undefined : snapshot;
  const ownSections = splitSections(snapshot)
    .filter(isRunnerSection)
    .map(({ text }) => text);
  const patchedSections = splitSections(patched)
    .filter((piece) => !isRunnerSection(piece))
    .map(({ text }) => text);
  const merged = [...patchedSections, ...ownSections]
    .map((text) => (text.endsWith('\n') || text === '' ? text : `${text}\n`))
    .join('');
  return sections(merged) === snapshotSettings ? merged : snapshot;
}

interface ConfigSection {
  header: string;
  text: string;
}

/** Splits a text before every line that looks like a section header. */
function splitSections(text: string): ConfigSection[] {
  return text.split(/^(?=[ \t]*\[)/m).map((piece) => ({
    header: /^[ \t]*\[\[?([^\]\n]*)\]/.exec(piece)?.[1]?.replaceAll(/["' \t]/g, '') ?? '',
    text: piece,
  }));
}

const isRunnerSection = ({ header }: ConfigSection) =>
  SECTION.test(header) || TABLES.includes(/^tool\.(\w+)/.exec(header)?.[1] ?? '');

/** Selects the runner's sections as one text; equal texts configure alike. */
const selectIniSections = (text: string): string | undefined =>
  splitSections(text)
    .filter(isRunnerSection)
    .map((piece) => piece.text.trimEnd())
    .join('\n');

/**
 * Selects the runner's tables as one text.
 *
 * @returns undefined if the file is not TOML
 */
function selectTomlTables(text: string): string | undefined {
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
