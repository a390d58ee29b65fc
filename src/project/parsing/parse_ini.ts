/** Sections of an INI file (setup.cfg, tox.ini, pytest.ini): values of several lines are joined by line breaks. */
export type IniSections = ReadonlyMap<string, ReadonlyMap<string, string>>;

const MAX_LINES = 20_000;

/** Parses an INI file as Python's configparser does. Lines that fit nothing are left out. */
export function parseIni(text: string | undefined): IniSections {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  let key: string | undefined;
  for (const line of (text ?? '').split(/\r?\n/, MAX_LINES)) {
    if (/^\s*([#;]|$)/.test(line)) continue;
    const header = /^\[([^\]]+)\]/.exec(line)?.[1]?.trim();
    if (header !== undefined) {
      section = sections.get(header) ?? new Map();
      sections.set(header, section);
      key = undefined;
    } else if (/^\s/.test(line) && key !== undefined) {
      section?.set(key, `${section.get(key)}\n${line.replace(/\s#.*$/, '').trim()}`.trim());
    } else {
      const pair = /^([^=:]+?)\s*[=:]\s*(.*)$/.exec(line.trimEnd());
      if (pair === null || section === undefined) continue;
      key = pair[1]!.trim();
      section.set(key, pair[2]!.replace(/\s#.*$/, '').trim());
    }
  }
  return sections;
}
