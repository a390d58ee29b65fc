import { TaskFault } from './read_task_folder.js';

/** Instruction of a Dockerfile, with continued lines joined. */
export interface DockerfileInstruction {
  /** In upper case: `RUN`. */
  name: string;
  /** Text behind the name. */
  text: string;
  /** Texts of its here-documents, by order. */
  documents: string[];
}

const NAMES =
  /^(ADD|ARG|CMD|COPY|ENTRYPOINT|ENV|EXPOSE|FROM|HEALTHCHECK|LABEL|MAINTAINER|ONBUILD|RUN|SHELL|STOPSIGNAL|USER|VOLUME|WORKDIR)$/;

const MAX_CHARACTERS = 256 * 1024;

/** Tells whether an instruction goes on in the next line. */
const isContinued = (line: string): boolean => line.trimEnd().endsWith('\\');

/** Splits a Dockerfile into its instructions. @throws {TaskFault} for a line that is none, so that none is lost */
export function splitDockerfile(text: string): DockerfileInstruction[] {
  if (text.length > MAX_CHARACTERS) throw new TaskFault(`its Dockerfile has more than ${MAX_CHARACTERS} characters`);
  const lines = text.split(/\r?\n/);
  const instructions: DockerfileInstruction[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (/^\s*(#|$)/.test(lines[index]!)) continue;
    const first = index + 1;
    const parts = [lines[index]!];
    // A comment between continued lines is left out, and so is an empty line.
    while (isContinued(parts.at(-1)!) && index + 1 < lines.length) {
      index++;
      if (!/^\s*(#|$)/.test(lines[index]!)) parts.push(lines[index]!.trim());
    }
    const whole = parts.map((part) => (isContinued(part) ? part.trimEnd().slice(0, -1) : part)).join(' ');
    const [, word = '', rest = ''] = /^\s*(\w+)\s*(.*)$/s.exec(whole) ?? [];
    const name = word.toUpperCase();
    if (!NAMES.test(name)) throw new TaskFault(`Dockerfile:${first}  "${whole.trim().slice(0, 60)}" is no instruction`);
    const documents: string[] = [];
    const ends = ['RUN', 'COPY', 'ADD'].includes(name) ? [...rest.matchAll(/<<-?\s*(["']?)([A-Za-z_]\w*)\1/g)] : [];
    for (const [, , end] of ends) {
      const start = index + 1;
      while (index + 1 < lines.length && lines[index + 1]!.trim() !== end) index++;
      documents.push(
        lines
          .slice(start, index + 1)
          .map((line) => `${line}\n`)
          .join(''),
      );
      index++;
    }
    instructions.push({ name, text: rest.trim(), documents });
  }
  return instructions;
}

/** Reads the words of COPY and ADD, which may be a JSON list. Flags are kept apart. */
export function readCopyWords(text: string): { flags: string[]; words: string[] } {
  const flags: string[] = [];
  let rest = text;
  for (let flag = /^(--\S+)\s+/.exec(rest); flag; flag = /^(--\S+)\s+/.exec(rest)) {
    flags.push(flag[1]!);
    rest = rest.slice(flag[0].length);
  }
  if (rest.startsWith('[')) {
    try {
      return { flags, words: (JSON.parse(rest) as unknown[]).map(String) };
    } catch {
      throw new TaskFault(`its Dockerfile copies "${rest.slice(0, 80)}", which is no list`);
    }
  }
  return { flags, words: rest.split(/\s+/).filter((word) => word !== '') };
}

/** Variables of an ENV, in both of its forms, and the words that are none. */
export function readEnvironmentWords(text: string): { variables: Record<string, string>; odd: string[] } {
  const old = /^([A-Za-z_]\w*)\s+(.+)$/s.exec(text);
  if (old && !/^\w+=/.test(text)) return { variables: { [old[1]!]: old[2]!.trim() }, odd: [] };
  const variables: Record<string, string> = {};
  const odd = text.replace(
    /([A-Za-z_]\w*)=(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:[^\s\\]|\\.)*))/g,
    (_, name: string, double?: string, single?: string, plain?: string) => {
      variables[name] = single ?? (double ?? plain ?? '').replace(/\\(.)/g, '$1');
      return '';
    },
  );
  return { variables, odd: odd.split(/\s+/).filter((word) => word !== '') };
}
