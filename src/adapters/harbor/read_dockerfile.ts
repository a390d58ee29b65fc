import { posix } from 'node:path';
import { classifyImageCommand, type ImageCommandKind, isIdleCommand } from './classify_image_command.js';
import {
  type DockerfileInstruction,
  readCopyWords,
  readEnvironmentWords,
  splitDockerfile,
} from './dockerfile_instruction.js';
import { TaskFault } from './read_task_folder.js';

/** Files that an image copies. */
export interface ImageCopy {
  /** Paths or patterns in the context. */
  sources: string[];
  /** Absolute path in the image, and whether it is written as that of a folder. */
  target: string;
  folder: boolean;
  executable: boolean;
  /** Number of command lines in front of it. */
  after: number;
  /** Content that the Dockerfile itself has, in place of a source. */
  document?: string;
}

/** Commands of one line that make files, with the folder in which the line runs. */
export interface ImageCommandLine {
  cwd: string;
  line: readonly (ImageCommand & { kind: ImageCommandKind })[];
}

/** Facts of a Dockerfile, as far as they can be had without an image. */
export interface DockerfileFacts {
  /** Last WORKDIR; undefined without one. */
  workdir: string | undefined;
  variables: Record<string, string>;
  copies: ImageCopy[];
  /** Commands that make files of others. */
  commands: ImageCommandLine[];
  notes: string[];
}

/** Facts of a task without a Dockerfile. */
export const createEmptyFacts = (): DockerfileFacts => ({
  ...{ workdir: undefined, variables: {}, copies: [], commands: [], notes: [] },
});

/** Programs of an image that only keep it alive. */
const IDLE = /^(\[?\s*"?(\/usr)?(\/bin\/)?(bash|sh|sleep|tail)\b|\[\s*\]$|.*\b(sleep infinity|tail -f \/dev\/null)\b)/;

/**
 * Reads a Dockerfile. Installation of tools is left out, and told; commands that make files of others are kept, and any
 * other one makes what only its image has.
 *
 * @throws {TaskFault} for what cannot be had without the image
 */
export function readDockerfile(text: string): DockerfileFacts {
  let facts = createEmptyFacts();
  const stages = new Map<string, DockerfileFacts>();
  for (const instruction of splitDockerfile(text)) {
    if (instruction.name === 'FROM') {
      const [image = '', , stage] = instruction.text.replace(/^--\S+\s+/, '').split(/\s+/);
      // A stage begins with what its base has, and with nothing of the stages before.
      const base = stages.get(image.toLowerCase());
      facts = base ? structuredClone(base) : createEmptyFacts();
      if (!base) facts.notes.push(`the image ${image} is not used: the tools of this machine are`);
      if (stage !== undefined) stages.set(stage.toLowerCase(), facts);
    } else readInstruction(instruction, facts);
  }
  return facts;
}

function readInstruction(instruction: DockerfileInstruction, facts: DockerfileFacts): void {
  const { name, text } = instruction;
  const note = (what: string) => facts.notes.push(`${what}: ${text.replace(/\s+/g, ' ').slice(0, 120)}`);
  switch (name) {
    case 'WORKDIR':
      facts.workdir = posix.resolve(facts.workdir ?? '/', requirePlainPath(text.replace(/^(["'])(.*)\1$/, '$2')));
      break;
    case 'ENV': {
      const { variables, odd } = readEnvironmentWords(text);
      for (const [key, value] of Object.entries(variables))
        if (key === 'PATH' || /\$/.test(value)) facts.notes.push(`variable not set: ${key}=${value.slice(0, 100)}`);
        else facts.variables[key] = value;
      if (odd.length > 0) throw new TaskFault(`its Dockerfile sets "${text.slice(0, 80)}", which is no variable`);
      break;
    }
    case 'COPY':
    case 'ADD':
      readCopy(instruction, facts);
      break;
    case 'RUN':
      readRun(instruction, facts);
      break;
    case 'ENTRYPOINT':
    case 'CMD':
      if (!IDLE.test(text)) note('not started, though the image does');
      break;
    case 'USER':
      if (!/^(root|0)(:|$)/.test(text)) note('the user of the image is not there');
      break;
    case 'ARG':
    case 'SHELL':
    case 'ONBUILD':
    case 'HEALTHCHECK':
    case 'VOLUME':
      note(`${name} is left out`);
      break;
  }
}

function readCopy({ name, text, documents }: DockerfileInstruction, facts: DockerfileFacts): void {
  const { flags, words } = readCopyWords(text);
  const sources = words.slice(0, -1);
  const destination = requirePlainPath(words.at(-1) ?? '.');
  const target = posix.resolve(facts.workdir ?? '/', destination);
  if (flags.some((flag) => flag.startsWith('--from='))) {
    if (!/^\/(bin|lib|opt|usr)(\/|$)/.test(target))
      throw new TaskFault(`its Dockerfile copies ${sources.join(' ').slice(0, 80)} from another image`);
    facts.notes.push(`not installed: ${text.slice(0, 120)}`);
    return;
  }
  if (
    name === 'ADD' &&
    sources.some((source) => /^(\w+:\/\/|git@)|\.(tar|tgz|tbz2?|txz|gz|bz2|xz)$|\.tar\./.test(source))
  )
    throw new TaskFault(`its Dockerfile adds ${sources.join(' ').slice(0, 80)}, which only its image has`);
  const folder = destination.endsWith('/') || destination === '.' || sources.length > 1;
  const executable = flags.some((flag) => /^--chmod=(0?7\d\d|.*\+x)/.test(flag));
  const command_count = facts.commands.length;
  if (documents.length === 0) facts.copies.push({ sources, target, folder, executable, after: command_count });
  else if (documents.length > 1 || folder) throw new TaskFault('its Dockerfile copies several here-documents');
  else facts.copies.push({ sources: [], target, folder, executable, after: command_count, document: documents[0]! });
}

function readRun({ text, documents }: DockerfileInstruction, facts: DockerfileFacts): void {
  const plain = text.replace(/^(--\S+\s+)+/, '');
  if (documents.length > 0) throw new TaskFault(`its Dockerfile runs a here-document "${plain.slice(0, 80)}"`);
  const commands = splitImageCommands(plain).map((command) => ({
    ...command,
    kind: classifyImageCommand(command.text),
  }));
  const unknown = commands.find(({ kind }) => kind === 'unknown');
  if (unknown !== undefined)
    throw new TaskFault(`its Dockerfile runs "${unknown.text.slice(0, 80)}", whose result only its image has`);
  if (commands.some(({ kind }) => kind === 'tool'))
    facts.notes.push(`not installed: ${plain.replace(/\s+/g, ' ').slice(0, 120)}`);
  const line = selectFileCommands(commands);
  if (!line.every(({ text }) => isIdleCommand(text))) facts.commands.push({ cwd: facts.workdir ?? '/', line });
}

type ClassifiedCommand = ImageCommand & { kind: ImageCommandKind };

/** Option of the shell by which a line ends at the first failure. */
const ERROR_EXIT = /^set -\w*e/;

/**
 * Selects the commands that make files. The others are taken to succeed, so what stands behind them runs. What ends at
 * the first failure in the image does so here.
 *
 * @throws {TaskFault} for an alternative, which depends on a failure that may be another one here
 */
function selectFileCommands(commands: readonly ClassifiedCommand[]): ClassifiedCommand[] {
  if (!commands.some(({ kind }) => kind === 'files' || kind === 'removal')) return [];
  const odd = commands.find(({ operator, text }) => operator === '||' && !/^(true|:)$/.test(text));
  if (odd !== undefined)
    throw new TaskFault(`its Dockerfile runs "|| ${odd.text.slice(0, 80)}", which depends on what fails in its image`);
  const isKept = ({ kind }: ClassifiedCommand) => kind === 'files' || kind === 'removal';
  if (commands.some(({ operator }) => operator === '||'))
    return commands.map((command) =>
      isKept(command) || ERROR_EXIT.test(command.text) ? command : { ...command, text: 'true', kind: 'none' },
    );
  const isStrict = commands.some(({ text }) => ERROR_EXIT.test(text));
  const selected: ClassifiedCommand[] = [];
  let separated = false;
  for (const command of commands) {
    separated ||= command.operator === ';';
    if (!isKept(command)) continue;
    const joint = separated && !isStrict ? ';' : '&&';
    selected.push({ ...command, operator: selected.length === 0 ? '' : joint });
    separated = false;
  }
  return selected;
}

function requirePlainPath(path: string): string {
  if (/\$/.test(path))
    throw new TaskFault(`its Dockerfile has the path ${path.slice(0, 80)}, which a variable decides`);
  return path;
}

/** One command of a line, with the operator in front of it. */
interface ImageCommand {
  /** `''` in front of the first one. */
  operator: '' | '&&' | '||' | ';';
  text: string;
}

/** Splits a line at `&&`, `||` and `;` outside of quotes and parentheses. Pipes stay. */
function splitImageCommands(line: string): ImageCommand[] {
  const commands: ImageCommand[] = [];
  let operator: ImageCommand['operator'] = '';
  let text = '';
  let quote = '';
  let depth = 0;
  const end = () => {
    if (text.trim() !== '') commands.push({ operator, text: text.trim() });
    text = '';
  };
  for (let index = 0; index < line.length; index++) {
    const char = line[index]!;
    const two = line.slice(index, index + 2);
    if (char === '\\' && quote !== "'") {
      text += two;
      index++;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      text += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      text += char;
    } else if (depth === 0 && (two === '&&' || two === '||' || char === ';')) {
      end();
      operator = two === '&&' || two === '||' ? two : ';';
      if (char !== ';') index++;
    } else {
      if (char === '(') depth++;
      if (char === ')') depth--;
      text += char;
    }
  }
  end();
  return commands;
}
