import { listOutputFiles } from '../../arguments/program_arguments.js';
import { decoders } from '../../code/model/decoders.js';
import type { ExpandedWord, Invocation } from '../../invocation.js';
import { CONTAINERS, concatenateWords, createWords, UNKNOWN_VALUE, writeLine } from '../../invocation.js';
import { quoteWords } from '../../quote_words.js';
import { type CodeOptions, forms, programWords, vocabulary } from '../../vocabulary/vocabulary.js';
import type { HandlerTable, ProgramHandler, ShellCall } from '../model/shell_interpreter.js';
import { getOptionValues, hasOption, splitOptions } from '../syntax/split_options.js';
import { runInterpreter, runInterpreterCode } from './run_interpreter.js';
import { sedHandler } from './sed_handler.js';
import { runShellInput } from './shell_handlers.js';
import { runDeeds } from './small_languages.js';
import { runPackageScript } from './task_file_handlers.js';

const { getopt } = vocabulary;
const MAX_STATEMENT = 16_384;

/** Creates a handler that records the program's invocation, then reads the code in its arguments: a last group. */
const createCodeHandler =
  ({ code = [], pattern, operands: kind, unless = [], does, ...grammar }: CodeOptions): ProgramHandler =>
  (call) => {
    const printed = call.record();
    const { options, operands } = splitOptions(call.args, { permuted: true, ...grammar });
    if (hasOption(options, ...unless)) return printed;
    const given = getOptionValues(options, ...code).map(({ text }) => text);
    const files = does ? [...operands.map(({ text }) => text), ...given] : [];
    const texts = files.map((text) => call.findWritten(text)?.text ?? (given.includes(text) ? text : ''));
    const fed = [...texts, (does && call.context.stdin?.readRest()) ?? ''];
    runDeeds(fed.join('\n'), does, call);
    if (does && pattern === undefined) return printed;
    for (const text of does ? fed : [...given, ...(kind === 'code' ? operands.map((word) => word.text) : [])]) {
      const matches = pattern === undefined ? [] : text.matchAll(new RegExp(pattern, 'g'));
      const lines = [...matches].map((match) => match.at(-1)!.replace(/\\(["\\])/g, '$1'));
      for (const line of pattern === undefined ? [text] : lines) call.runShell(line);
    }
    return printed;
  };

/** Printed name of a container that was not there before. */
const NEW_CONTAINER = 'new-container\n';

/** Returns true for a container of a database that is closed, and asks no other service. */
function isOwnServer(run: Invocation, line: readonly Invocation[]): boolean {
  const { operands } = splitOptions(run.args.slice(1), getopt.container);
  const isAlone = !forms.container_network.test(writeLine(run));
  return isClosed(run, line) && isAlone && forms.database_image.test(operands[0]?.text ?? '');
}

/** Returns the start of the container that `docker exec NAME` names, if it can be that of this line alone. */
function findOwnContainer(call: ShellCall, words: readonly ExpandedWord[]) {
  const { interpreter, context, args, program } = call;
  const name = splitOptions(words, getopt.container).operands[0]?.text ?? '';
  // Options before the subcommand may name another engine.
  if (args[0]?.text !== 'exec' || forms.container_network.test(writeLine(call))) return undefined;
  const engines = interpreter.invocations.filter((each) => forms.container_engine.test(each.program));
  const runs = engines.filter((each) => /^(?:run|create)$/.test(each.args[0]?.text ?? ''));
  if (`${name}\n` === NEW_CONTAINER) return runs.length === 1 ? runs[0] : undefined;
  const candidates = runs.filter((each) => {
    const line = ` ${each.args.map(({ text }) => text).join(' ')} `;
    const isNamed = line.includes(` --name ${name} `) || line.includes(` --name=${name} `);
    return each.program === program && isNamed && each.wrappers.length === context.wrappers.length;
  });
  const isRenamed = engines.some((each) => each.args.some(({ text }) => text === 'rename'));
  if (name.includes(vocabulary.uniqueMark) && !isRenamed) return candidates.length === 1 ? candidates[0] : undefined;
  return candidates.find((each) => context.needs?.includes(each));
}

/** Returns true for a mount of a new folder, or of a volume that only this line can have made. */
const isOwnMount = (mount: string, line: readonly Invocation[]): boolean =>
  (forms.new_folder.test(mount.split(':')[0]!) && !line.some(({ program }) => forms.brings_files.test(program))) ||
  (forms.plain_volume.test(mount) &&
    mount.split(':')[0]!.includes(vocabulary.uniqueMark) &&
    !line.some((each) => forms.bound_volume.test(concatenateWords(each.args).text)));

/** Returns true for a new container that has no files but those of its image, on the engine of this machine. */
function isClosed(run: Pick<Invocation, 'program' | 'args' | 'environment'>, line: readonly Invocation[]): boolean {
  const { program, args, environment } = run;
  const [first, ...rest] = args[0]?.text === 'container' ? args.slice(1) : args;
  if (!forms.container_engine.test(program) || first?.text !== 'run') return false;
  if (['DOCKER_HOST', 'CONTAINER_HOST', 'DOCKER_CONTEXT'].some((name) => name in environment)) return false;
  const { options } = splitOptions(rest, getopt.container);
  return options.every(({ name, value: { text } = { text: '' } }) => {
    if (!/^(?:v|volume)$/.test(name)) return programWords.closed_options.has(name);
    return /:ro(?:,|$)/.test(text) || isOwnMount(text, line);
  });
}

/** Handlers of programs that run other programs or shell code. */
export const programsWithCode: HandlerTable = {
  /** Handles editors and pagers: `-c '!…'`, `+!…`, and their line-by-line input. */
  'vim vi nvim view ex ed less more': (call) => {
    call.record();
    const { options, operands } = splitOptions(call.args, getopt.editor);
    const commands = getOptionValues(options, 'c', 'cmd').map(({ text }) => text);
    const plus = operands.flatMap(({ text }) => (text.startsWith('+') ? [text.slice(1)] : []));
    const fed = /^(ex|ed|vi|vim|nvim)$/.test(call.program) ? (call.context.stdin?.readRest().split('\n') ?? []) : [];
    const lines = [...commands, ...plus, ...fed];
    const names = operands.map(({ text }) => text.replace(/^\+.*/, ''));
    runDeeds([`args ${names.join(' ')}`, ...lines].join('\n'), vocabulary.codeOptions.get('editor')?.does, call);
    for (const line of lines) {
      const result = forms.editor_shell.exec(line);
      const [, lua] = /^\s*:?lua\s+(.*)/s.exec(line) ?? [];
      if (lua !== undefined) call.runCommandWords(createWords(['lua', '-e', lua]));
      if (result) call.runShell(result[1] ?? 'sh');
    }
    return UNKNOWN_VALUE;
  },
  'sed gsed': sedHandler,
  /** Handles `ssh HOST COMMAND`: a remote shell runs the command, or its input. */
  ssh: (call) => {
    const { options, operands } = splitOptions(call.args, getopt.ssh);
    const [host, ...words] = operands;
    // Options may follow the host, up to the command.
    const { options: more, operands: command } = splitOptions(words, getopt.ssh);
    const fed = command.length === 0 && host !== undefined && call.context.stdin !== undefined;
    if (!fed) call.with({ args: call.args.filter((arg) => !command.includes(arg)) }).record();
    for (const { text } of getOptionValues([...options, ...more], 'o')) {
      const [, code] = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]\s*(.*)/i.exec(text) ?? [];
      if (code !== undefined) call.runShell(code);
    }
    if (command.length > 0) return call.runShell(concatenateWords(command).text);
    return fed ? runShellInput(call.with({ scope: call.createChildScope() })) : UNKNOWN_VALUE;
  },
  /** Handles `docker exec NAME COMMAND`, `docker run IMAGE COMMAND`, `kubectl exec POD -- COMMAND`. */
  'docker docker-compose podman nerdctl kubectl oc': (call) => {
    const printed = call.record();
    let { operands } = splitOptions(call.args, getopt.container);
    if (operands[0]?.text === 'compose' || operands[0]?.text === 'container')
      ({ operands } = splitOptions(operands.slice(1), getopt.container));
    const [action, ...rest] = operands;
    const isEngine = forms.container_engine.test(call.program);
    if (!/^(exec|run|debug)$/.test(action?.text ?? '')) return printed;
    const dashes = rest.findIndex(({ text }) => text === '--');
    // The entry point of the options stands before the words behind the image.
    const { options, operands: named } = splitOptions(rest, getopt.container);
    const inside = [...getOptionValues(options, 'entrypoint'), ...named.slice(1)];
    const words = dashes === -1 ? inside : rest.slice(dashes + 1);
    const detached = isEngine && action?.text === 'run' && hasOption(options, 'd', 'detach');
    // Options alone are for the program of the image.
    if (words.length === 0 || words[0]!.text.startsWith('-')) return detached ? NEW_CONTAINER : UNKNOWN_VALUE;
    const run = findOwnContainer(call, rest);
    const { invocations } = call.interpreter;
    const served = run && isOwnServer(run, invocations) ? call.wrap().wrap(CONTAINERS.own) : call.wrap();
    const { context } = isClosed(run ?? call.createInvocation(), invocations) ? served.wrap(CONTAINERS.closed) : served;
    const output = call.interpreter.runWords(words, call.scope, context);
    return detached ? NEW_CONTAINER : output;
  },
  /** Handles requests over HTTP, and reads the SQL in those to a database: `curl db:8123 -d 'DROP DATABASE a'`. */
  'curl wget wget2 aria2c axel': (call) => {
    const printed = call.record();
    for (const { text } of listOutputFiles(call))
      call.write(text, UNKNOWN_VALUE, call.interpreter.invocations.slice(-1));
    const { options, operands } = splitOptions(call.args, vocabulary.getopt.request);
    const bodies = getOptionValues(options, ...programWords.body_options);
    const addresses = [...getOptionValues(options, 'url'), ...operands];
    const isOwnServer =
      addresses.length > 0 && addresses.every(({ text }) => forms.own_server.test(text) && !forms.sql_path.test(text));
    const sent =
      isOwnServer && !options.some(({ name }) => /^(?:x|proxy)$/.test(name)) ? [] : [...bodies, ...addresses];
    const matches = sent.flatMap(({ text }) => [...text.slice(0, MAX_STATEMENT).matchAll(forms.request_fields)]);
    const fields = matches.map(([, form, json]) => {
      if (form !== undefined) return decoders.url(form.replaceAll('+', ' '));
      return json!.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1');
    });
    for (const code of [...bodies.map(({ text }) => text.slice(0, MAX_STATEMENT)), ...fields])
      if (forms.request_statement.test(code)) runInterpreterCode('sql', code, call);
    return printed;
  },
  // They run their input later.
  'at batch': (call) => runShellInput(call, call.createChildScope()),
  /** Handles copies and moves, which carry known text along. */
  'cp mv install ln': (call) => {
    const printed = call.record();
    const { options, operands } = splitOptions(call.args, getopt.copy);
    const [into] = getOptionValues(options, 't', 'target-directory');
    const target = into ?? operands.at(-1);
    for (const { text: start } of into ? operands : operands.slice(0, -1)) {
      // A program under another name is still that program.
      const isProgram = /^\/(usr\/(local\/)?)?s?bin\/[\w.-]+$/.test(start);
      const content = call.findWritten(start) ?? (isProgram ? { text: `${start} "$@"`, from: [] } : undefined);
      if (content === undefined || !target) continue;
      call.write(target.text, content.text, content.from);
      // The target may be a folder.
      call.write(`${target.text}/${start.slice(start.lastIndexOf('/') + 1)}`, content.text, content.from);
    }
    return printed;
  },
  /** Handles `tmux new-session 'COMMAND'`, and keys that are typed into a session. */
  tmux: (call) => {
    const printed = call.record();
    const [action, ...rest] = splitOptions(call.args, getopt.tmux).operands;
    const { operands } = splitOptions(rest, getopt['tmux-command']);
    if (/^(neww?|(new|split)-\w+|splitw|run|run-shell|respawn-pane|send|send-keys)$/.test(action?.text ?? ''))
      call.runShell(concatenateWords(operands.filter(({ text }) => !/^(Enter|C-m|KPEnter)$/.test(text))).text);
    return printed;
  },
  /** Handles `screen COMMAND`; `-X stuff` types its words, other words are a program with its arguments. */
  screen: (call) => {
    const printed = call.record();
    const { options, operands } = splitOptions(call.args, getopt.screen);
    call.runShell(hasOption(options, 'X') ? concatenateWords(operands).text : quoteWords(operands));
    return printed;
  },
  // `cargo +nightly publish` is `cargo publish`.
  cargo: (call) => (call.args[0]?.text.startsWith('+') ? call.with({ args: call.args.slice(1) }) : call).record(),
  ...Object.fromEntries([...vocabulary.codeOptions].map(([name, row]) => [name, createCodeHandler(row)])),
  /** Handles programs that run a script or a package by its name: `npm run`, `npx`. */
  [[...vocabulary.runners.keys()].join(' ')]: (call) => {
    const { after: next = [], code = [], skip = 0, ...grammar } = vocabulary.runners.get(call.program)!;
    const { operands } = splitOptions(call.args, grammar);
    if (/^(npm|pnpm|yarn|bun)$/.test(call.program)) runPackageScript(call);
    const [first] = operands;
    if (/^(?:pnpm|yarn)$/.test(call.program) && operands.length > 1 && !programWords.package_verbs.has(first!.text)) {
      call.record();
      return call.runWords(operands);
    }
    // `yarn workspace NAME exec …` and `pnpm recursive exec …` are exec.
    const scoped = /^(?:workspaces?|foreach|recursive|multi|m)$/.test(operands[0]?.text ?? '');
    const index = scoped ? operands.slice(0, 10).findIndex(({ text }) => next.includes(text)) : 0;
    if (next.length > 0 && !next.includes(operands[index]?.text ?? '')) return runInterpreter(call) ?? call.record();
    const printed = call.record();
    const { options, operands: command } = splitOptions(operands.slice(next.length > 0 ? index + 1 : 0), grammar);
    for (const { text } of getOptionValues(options, ...code)) call.runShell(text);
    const dashes = command.findIndex(({ text }) => text === '--');
    const words = dashes === -1 ? command.slice(skip) : command.slice(dashes + 1);
    return words.length > 0 ? call.runCommandWords(words) : printed;
  },
};
