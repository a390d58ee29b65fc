import { dirname } from 'node:path/posix';
import { type ClientTool, type JsonFields, toJsonFields } from './script_request.js';
import type { ScriptCall } from './upstream_script.js';

/** Tool call in a client's own terms. */
export interface ClientCall {
  name: string;
  namespace?: string | undefined;
  /** Arguments as text; JSON unless the script says otherwise. */
  arguments: string;
}

/** Names of clients' tools that run commands, and that write files. */
const SHELLS = [
  'exec_command',
  'shell',
  'bash',
  'Bash',
  'run_shell_command',
  'shell_command',
  'developer__shell',
  'run_commands',
];
const WRITERS = ['write'];
/**
 * Tools that refuse an existing file, always (Copilot) or until it was read (Qwen Code, Claude Code); for clients that
 * run no commands.
 */
const CAUTIOUS_WRITERS = ['write_file', 'Write', 'create', 'create_file'];
const COMMANDS = ['command', 'cmd', 'script', 'commands'] as const;
const PATHS = ['file_path', 'filePath', 'absolute_path', 'path'] as const;
const CONTENTS = ['content', 'file_text', 'contents', 'text'] as const;

/**
 * Creates a call with the tools that a client declares, so that one script drives any client.
 *
 * @returns undefined if the client has no suitable tool
 */
export function createClientCall(call: ScriptCall, tools: readonly ClientTool[], root: string): ClientCall | undefined {
  if ('tool' in call) {
    const tool = tools.find(({ name }) => matchesToolName(name, call.tool));
    if (!tool && !call.undeclared) return undefined;
    const arguments_text = typeof call.with === 'string' ? call.with : JSON.stringify(call.with);
    return { name: tool?.name ?? call.tool, namespace: tool?.namespace, arguments: arguments_text };
  }
  if ('shell' in call) return createShellCall(call.shell, tools);
  const { path, content } = call.write;
  const findTool = (names: readonly string[]) => tools.find(({ name }) => names.includes(name));
  const writer = findTool(WRITERS) ?? (findTool(SHELLS) ? undefined : findTool(CAUTIOUS_WRITERS));
  if (!writer) return createShellCall(formatWriteCommand(path, content), tools);
  const properties = toJsonFields(writer.parameters.properties);
  return fillRequired(writer, {
    [selectKnownName(PATHS, properties)]: path.startsWith('/') ? path : `${root.replace(/\/$/, '')}/${path}`,
    [selectKnownName(CONTENTS, properties)]: content,
  });
}

function createShellCall(command: string, tools: readonly ClientTool[]): ClientCall | undefined {
  const shell = tools.find(({ name }) => SHELLS.includes(name));
  if (!shell) return undefined;
  const properties = toJsonFields(shell.parameters.properties);
  const name = selectKnownName(COMMANDS, properties);
  const isList = toJsonFields(properties[name]).type === 'array';
  const list = name === 'commands' ? [command] : ['bash', '-c', command];
  return fillRequired(shell, { [name]: isList ? list : command });
}

/** Compares names of tools; clients prefix the name of the tool server, each in its own way. */
const matchesToolName = (name: string, bare: string) =>
  name === bare || name.endsWith(`_${bare}`) || name.endsWith(`-${bare}`);

const selectKnownName = (names: readonly [string, ...string[]], properties: JsonFields): string =>
  names.find((name) => Object.hasOwn(properties, name)) ?? names[0];

/** Fills the required arguments of a tool with the plainest value of their type. */
function fillRequired(tool: ClientTool, values: JsonFields): ClientCall {
  const { required, properties } = tool.parameters;
  const all: JsonFields = { ...values };
  for (const name of Array.isArray(required) ? required.map(String) : [])
    if (!Object.hasOwn(all, name)) all[name] = getDefaultValue(toJsonFields(toJsonFields(properties)[name]));
  return { name: tool.name, namespace: tool.namespace, arguments: JSON.stringify(all) };
}

function getDefaultValue({ type, enum: options }: JsonFields): unknown {
  if (Array.isArray(options) && options.length > 0) return options[0];
  const one = String(Array.isArray(type) ? type[0] : type).toLowerCase();
  return { boolean: false, number: 0, integer: 0, array: [], object: {} }[one] ?? 'as scripted';
}

/** Formats a command that writes a file: as readable text if the shell can hold it. */
function formatWriteCommand(path: string, content: string): string {
  const folder = `mkdir -p ${quoteShell(dirname(path))} && `;
  if (/^[^\0\r]*\n$/.test(content) && !content.split('\n').includes(END))
    return `${folder}cat > ${quoteShell(path)} <<'${END}'\n${content}${END}`;
  return `${folder}printf %s ${quoteShell(Buffer.from(content).toString('base64'))} | base64 -d > ${quoteShell(path)}`;
}

const END = 'END_OF_FILE';

const quoteShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
