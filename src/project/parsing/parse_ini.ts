/** Sections of an INI file (setup.cfg, tox.ini, pytest.ini): values of several lines are joined by line breaks. */
export type IniSections = ReadonlyMap<string, ReadonlyMap<string, string>>;

const MAX_LINES = 20_000;
const MAX_VALUE = 20_000;

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
      const earlierValue = section?.get(key) ?? '';
      if (earlierValue.length < MAX_VALUE) section?.set(key, `${earlierValue}\n${stripComment(line)}`.trim());
    } else {
      const equals = line.search(/[=:]/);
      if (equals <= 0 || section === undefined) continue;
      key = line.slice(0, equals).trim();
      section.set(key, stripComment(line.slice(equals + 1)));
    }
  }
  return sections;
}

const stripComment = (line: string) => line.replace(/\s#.*$/, '').trim();
