import { dirname } from 'node:path/posix';
import { asFields, type Fields, type HeardTool } from './heard.js';
import type { ScriptCall } from './script.js';

/** A call in a client's own terms. */
export interface ClientCall {
  name: string;
  namespace?: string | undefined;
  /** As text; JSON where the script did not mean otherwise. */
  arguments: string;
}

/** How clients name the tool that runs commands, and the one that writes files: `exec_command` and so on. */
const SHELLS = ['exec_command', 'shell', 'bash', 'Bash', 'run_shell_command', 'shell_command', 'developer__shell'];
const WRITERS = ['write'];
/** Tools that refuse a file that is there, at all (Copilot) or until it was read (Qwen Code, Claude Code): for clients that run no commands. */
const CAUTIOUS_WRITERS = ['write_file', 'Write', 'create', 'create_file'];
const COMMANDS = ['command', 'cmd', 'script'];
const PATHS = ['file_path', 'filePath', 'absolute_path', 'path'];
const CONTENTS = ['content', 'file_text', 'contents', 'text'];

/**
 * A call of the script by the tools that a client declares, so that one script drives any client.
 *
 * @returns undefined = the client has no tool for it
 */
export function clientCall(call: ScriptCall, tools: readonly HeardTool[], root: string): ClientCall | undefined {
  if ('tool' in call) {
    const tool = tools.find(({ name }) => isNamed(name, call.tool));
    if (!tool && !call.undeclared) return undefined;
    const given = typeof call.with === 'string' ? call.with : JSON.stringify(call.with);
    return { name: tool?.name ?? call.tool, namespace: tool?.namespace, arguments: given };
  }
  if ('shell' in call) return shellCall(call.shell, tools);
  const { path, content } = call.write;
  const named = (names: readonly string[]) => tools.find(({ name }) => names.includes(name));
  const writer = named(WRITERS) ?? (named(SHELLS) ? undefined : named(CAUTIOUS_WRITERS));
  if (!writer) return shellCall(written(path, content), tools);
  const properties = asFields(writer.parameters.properties);
  return filled(writer, {
    [known(PATHS, properties)]: path.startsWith('/') ? path : `${root.replace(/\/$/, '')}/${path}`,
    [known(CONTENTS, properties)]: content,
  });
}

function shellCall(command: string, tools: readonly HeardTool[]): ClientCall | undefined {
  const shell = tools.find(({ name }) => SHELLS.includes(name));
  if (!shell) return undefined;
  const properties = asFields(shell.parameters.properties);
  const name = known(COMMANDS, properties);
  const isList = asFields(properties[name]).type === 'array';
  return filled(shell, { [name]: isList ? ['bash', '-c', command] : command });
}

/** Clients put the name of the tool server before the tool's own, each in its own way. */
const isNamed = (name: string, bare: string) => name === bare || name.endsWith(`_${bare}`) || name.endsWith(`-${bare}`);

const known = (names: readonly string[], properties: Fields): string =>
  names.find((name) => Object.hasOwn(properties, name)) ?? names[0]!;

/** What else a tool insists on gets the plainest value of its type. */
function filled(tool: HeardTool, given: Fields): ClientCall {
  const { required, properties } = tool.parameters;
  const all: Fields = { ...given };
  for (const name of Array.isArray(required) ? required.map(String) : [])
    if (!Object.hasOwn(all, name)) all[name] = plainest(asFields(asFields(properties)[name]));
  return { name: tool.name, namespace: tool.namespace, arguments: JSON.stringify(all) };
}

function plainest({ type, enum: options }: Fields): unknown {
  if (Array.isArray(options) && options.length > 0) return options[0];
  const one = String(Array.isArray(type) ? type[0] : type).toLowerCase();
  return { boolean: false, number: 0, integer: 0, array: [], object: {} }[one] ?? 'as scripted';
}

/** A command that writes a file: readable where the shell can hold the text, whatever is in it otherwise. */
function written(path: string, content: string): string {
  const folder = `mkdir -p ${quoted(dirname(path))} && `;
  if (/^[^\0\r]*\n$/.test(content) && !content.split('\n').includes(END))
    return `${folder}cat > ${quoted(path)} <<'${END}'\n${content}${END}`;
  return `${folder}printf %s ${quoted(Buffer.from(content).toString('base64'))} | base64 -d > ${quoted(path)}`;
}

const END = 'END_OF_FILE';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
