import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { type CodeInput, NO_CODE_INPUT } from '../../code/model/code_input.js';
import type { CodeLanguage, ExpandedWord, Invocation, ParsedCommand } from '../../invocation.js';
import {
  concatenateWords,
  createWord,
  createWords,
  getFeeders,
  hasUnreadValue,
  UNKNOWN_VALUE,
} from '../../invocation.js';
import { forms, type InterpreterSpec, vocabulary } from '../../vocabulary/vocabulary.js';
import { joinOutputs } from '../model/reading_budget.js';
import type { ShellCall } from '../model/shell_interpreter.js';
import { predictOutput } from '../outputs/predict_output.js';
import { getOptionValues, hasOption, splitOptions } from '../syntax/split_options.js';
import { listPairs } from './task_file_handlers.js';

type Language = InterpreterSpec['language'];

const MAX_FILES = 16;
const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/g;

/** Collects the input of an interpreter's code: arguments, variables, environment, standard input. */
function getCodeInput(call: ShellCall, language: CodeLanguage, run: ReturnType<typeof readArguments>): CodeInput {
  const { options, operands, code, files, reads } = run;
  const { args, scope, context } = call;
  const [first] = operands;
  const names = first !== undefined && (files.includes(first) || code.includes(first) || (reads && first.text === '-'));
  // Arguments after the code of python belong to the code, whatever they look like.
  const index = language === 'python' ? args.findIndex((arg) => code.includes(arg)) : -1;
  const rest = index >= 0 ? args.slice(index + 1) : operands.slice(names ? 1 : 0);
  const isAwk = language === 'awk';
  const isFilter = isAwk || ((language === 'perl' || language === 'ruby') && hasOption(options, 'n', 'p'));
  const inputs = isFilter ? rest.slice(0, MAX_FILES).flatMap(({ text }) => call.findWritten(text)?.text ?? []) : [];
  const fed = reads || context.stdin?.remaining === UNKNOWN_VALUE ? undefined : context.stdin?.remaining;
  const assigned = isAwk ? [...getOptionValues(options, 'v', 'assign'), ...rest] : [];
  const mayPrint = language === 'javascript' && hasOption(options, 'p', 'print');
  const isInteractive = /^(?:python|javascript)$/.test(language) && hasOption(options, 'i', 'interactive');
  return {
    args: rest,
    environment: { ...scope.exported(), ...context.environment },
    variables: new Map(assigned.flatMap(({ text }) => listPairs(text, ASSIGNMENT))),
    ...omitUndefined({
      script: names && files.includes(first) ? first.text : undefined,
      input: inputs.length > 0 ? inputs.join('') : fed || undefined,
      separator: isAwk ? getOptionValues(options, 'F', 'field-separator')[0]?.text : undefined,
      // An interactive one goes on with its input.
      printsLast: mayPrint || isInteractive || undefined,
    }),
  };
}

const { interpreters } = vocabulary;

/** Returns the language of an interpreter, with or without a version; undefined for another program. */
export function findInterpreterLanguage(path: string): CodeLanguage | undefined {
  const program = normalizeProgramName(path.slice(path.lastIndexOf('/') + 1));
  if (/^(ba|da|z|k|a|mk)?sh$/.test(program)) return 'shell';
  return interpreters.get(program)?.language;
}

/** Normalizes a program name: `python3.12` is `python`, and `node@22` is `node`. */
const normalizeProgramName = (program: string) =>
  program
    .replace(/\.exe$|(?<=\w)@[\w.^~-]+$/i, '')
    .replace(/^(python|pypy|perl|ruby|php|lua)[\d.]+$/, '$1')
    .replace(/^pypy$/, 'python');

/** Splits the arguments of an interpreter; `reads`: it reads its code from standard input. */
function readArguments(call: ShellCall, name: string, spec: InterpreterSpec) {
  const { code: codeOptions = [], module: moduleOptions = [], operands: kind } = spec;
  const { options, operands } = splitOptions(removeSubcommand(name, call.args), spec);
  const code = getOptionValues(options, ...codeOptions);
  const files = getOptionValues(options, ...(spec.files ?? []));
  if (kind === 'code' && code.length === 0 && files.length === 0)
    code.push(...(name === 'redis-cli' && operands.length > 0 ? [concatenateWords(operands)] : operands.slice(0, 1)));
  if (kind === 'database then code') code.push(...operands.slice(1));
  if (code.length === 0 && files.length === 0) files.push(...createWords(spec.usual ?? []));
  if (kind === 'database then files') files.push(...operands.filter(({ text }) => /\.(?:m?js|mongodb)$/.test(text)));
  if (options.some(({ value }) => value?.text.startsWith('data:')))
    call.interpreter.budget.fail('too-much', 'code in an address is not followed');
  const [module] = getOptionValues(options, ...moduleOptions);
  if (module?.text === 'timeit') code.push(...operands.filter(({ text }) => !/^-\w*[nru]?\d*$/.test(text)));
  const isScript = kind === undefined && code.length === 0 && !hasOption(options, ...moduleOptions);
  if (isScript && operands[0] && operands[0].text !== '-') files.push(operands[0]);
  const initial = getOptionValues(options, ...codeOptions.filter((option) => option === 'init-command'));
  const reads =
    files.some(({ text }) => /^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.test(text)) ||
    (code.length === initial.length && files.length === 0 && (isScript || kind !== undefined));
  return { options, operands, code, files, reads };
}

/** Runs the code of an interpreter call; its output; undefined if the program is not an interpreter. */
export function runInterpreter(call: ShellCall): string | undefined {
  const name = normalizeProgramName(call.program);
  const spec = interpreters.get(name);
  if (!spec) return undefined;
  const { language } = spec;
  const run = readArguments(call, name, spec);
  const { options, operands, code, files, reads } = run;
  const [verb, script] = operands;
  if (name === 'redis-cli' && script && /^eval$/i.test(verb!.text))
    call.runWords(createWords(['lua', '-e', script.text]));
  // Input that it reads and does not run is data.
  const message = (reads ? call : call.withoutInput()).feedFromSubstitution(code[0]?.text ?? '');
  const [writers] = files.map(({ text }) => call.findWritten(text)?.from);
  const awkOutput = language === 'awk' ? predictOutput(call) : undefined;
  const filter = { code: concatenateWords(code).text, from: getFeeders(call.context) };
  const args = call.args.filter((arg) => !code.includes(arg) || arg.text.includes(UNKNOWN_VALUE));
  const changes = language === 'awk' ? { args, filter } : { args };
  const printed = message.feedFrom(writers).with(changes).record();
  const input = getCodeInput(call, language, run);
  const texts = [
    ...[...code, ...findCodeOperands(call, operands, spec)].map(({ text }) => text),
    ...files.flatMap(({ text }) => call.findWritten(text)?.text ?? []),
  ];
  // `perl -i -ne` without a word on what is printed leaves empty files.
  const empties = name === 'perl' && hasOption(options, 'i') && hasOption(options, 'n') && code.length > 0;
  if (empties && !code.some(({ text }) => /\bprintf?\b(?! if 0\b)|\b(?:say|\w*write)\b/.test(text)))
    call.runWords(createWords(['truncate', '-s', '0']).concat(operands));
  const names = options.map(({ name: option, value }) => (option === 'M' ? `M${value?.text}` : option));
  const isCheck = texts.length > 0 && names.some((option) => spec.checks?.includes(option));
  const isAll = isCheck && names.every((option) => forms.checking_option.test(option));
  if (isAll && !texts.some((text) => forms.early_code.test(text))) return printed;
  // A client of a database runs all texts in one session, and takes back what stands between such texts.
  const isTaken = language === 'sql' && forms.taken_back.test(texts.join(';'));
  const sources = isTaken ? [texts.join(';\n')] : name.startsWith('ipython') ? texts.map(readMagic) : texts;
  const output = runSources(language, sources, call.wrap(), reads, input);
  const isEvaluated = output !== '' && (awkOutput === UNKNOWN_VALUE || forms.awk_field.test(filter.code));
  if (awkOutput !== undefined) return isEvaluated ? output : awkOutput;
  if (language === 'sql') return findGeneratedStatements(code.map(({ text }) => text)) ?? printed;
  // The output of a filter is what its code prints.
  return output === '' || (hasOption(options, 'p') && name !== 'node') ? printed : output;
}

/** Runs pieces of code, and what the call reads as code from its input. Returns their output. */
function runSources(language: Language, texts: readonly string[], call: ShellCall, reads: boolean, input?: CodeInput) {
  const outputs = texts.map((text) => runInterpreterCode(language, text, call, input));
  const fed = reads ? call.context.stdin?.readRest() : undefined;
  if (fed !== undefined) outputs.push(runInterpreterCode(language, fed, call.consumeInput(), input));
  return outputs.join('');
}

/** Returns operands that may be code: behind an unknown option, or a script whose name looks like code. */
function findCodeOperands({ args }: ShellCall, [first, ...rest]: readonly ExpandedWord[], spec: InterpreterSpec) {
  if (!first || spec.operands === 'no code') return [];
  const looks = spec.operands === undefined && /[(;`\n]/.test(first.text) ? [first] : [];
  if (!/^-./.test(args[args.indexOf(first) - 1]?.text ?? '')) return looks;
  const { options, operands } = splitOptions(rest, spec);
  const code = getOptionValues(options, ...(spec.code ?? []));
  return [...looks, ...code, ...(spec.operands === 'code' ? operands.slice(0, 1) : [])];
}

/** Returns code of IPython with the commands for a shell, `!command`, as calls. */
const readMagic = (code: string): string =>
  code.replace(/^\s*!(.+)$/gm, (_, line: string) => `os.system(${JSON.stringify(line)})`);

/** Returns statements that a query generates for another client: `select concat('drop table ', name, ';') …`. */
function findGeneratedStatements(code: readonly string[]): string | undefined {
  const created = code.flatMap((text) =>
    [...text.slice(0, 10_000).matchAll(forms.generated_statement)].map(([, each]) => `${each}${UNKNOWN_VALUE};\n`),
  );
  return created.length > 0 ? created.join('') : undefined;
}

/** Removes the subcommand of `deno eval CODE` and `bun run FILE`. */
function removeSubcommand(name: string, args: readonly ExpandedWord[]): readonly ExpandedWord[] {
  const [first, ...rest] = args;
  if (name === 'deno' && first?.text === 'eval') return [createWord('-e'), ...rest];
  return (name === 'deno' || name === 'bun') && first?.text === 'run' ? rest : args;
}

/** Runs code in another language; `call` is the call that runs it. Returns its output. */
export function runInterpreterCode(language: Language, code: string, call: ShellCall, input = NO_CODE_INPUT): string {
  const { scope, program, interpreter } = call;
  const { budget, files, readCode } = interpreter;
  if (hasUnreadValue(code)) budget.fail('too-much', `${program} runs code that cannot be read to its end`);
  let output = '';
  if (!readCode) return output;
  // `\gexec` runs what the query before it generates.
  const generated = language === 'sql' && /\\gexec\b/.test(code) ? findGeneratedStatements([code]) : undefined;
  if (generated) runInterpreterCode('sql', generated, call, input);
  budget.descend(() => {
    budget.spend(code.length >> 8);
    const { invocations: deeds, problem } = readCode(language, language === 'sql' ? splitSql(code, call) : code, {
      readCommand: (line, folder) => readNestedCommand(line, call, folder),
      onWrite: (path, text) => files.write(path, text, scope.folder),
      input,
      onPrint: (text) => {
        output = joinOutputs(output, text);
      },
    });
    // Programs of other languages are long.
    if (problem && (language !== 'other' || forms.deleting_call.test(code))) budget.fail(problem.kind, problem.detail);
    for (const invocation of deeds) interpreter.record(placeInvocation(invocation, call));
  }, undefined);
  return output;
}

/** Separates the statements of SQL clients: their own commands end with their line. */
function splitSql(code: string, { program, args }: ShellCall): string {
  const empties = forms.key_scripts.test(`${code} ${concatenateWords(args).text}`);
  if (/^(?:redis|valkey|keydb)-cli$/.test(program)) return empties ? 'FLUSHDB' : code.replaceAll('\n', ';\n');
  const ended = /^(?:mysql|mariadb)$/.test(program) ? code.replace(/\\[Gg](?=\s|$)/g, ';') : code;
  return ended.replace(/^\s*\.open\s+(\S+).*$/gm, "ATTACH '$1';").replace(/^\s*\.(?!shell|system)\w+.*$/gm, '');
}

/** Reads a command line that code passes to a shell, within the budget of the whole line. */
function readNestedCommand(line: string, call: ShellCall, folder: string | undefined): ParsedCommand {
  const { context } = call;
  const previous = call.interpreter.invocations.length;
  const inner = { ...context, wrappers: [], redirects: [], captured: true as const, isPiped: false };
  const nested = call.createChildScope();
  if (folder !== undefined) nested.folder = folder;
  const output = call.interpreter.runScript(line, nested, inner);
  return { invocations: call.interpreter.invocations.splice(previous), output };
}

/** Returns the arguments of an invocation; a statement that destroys some rows says so if its client asks production. */
function markProduction({ program, args }: Invocation, client: NonNullable<Invocation['client']>) {
  const [deed, ...rest] = args;
  const places = [...client.args, ...Object.values(client.environment)];
  const isSome = program === 'sql' && /^(?:delete|update)-some$/.test(deed?.text ?? '');
  if (!isSome || !places.some(({ text }) => forms.production_name.test(text))) return args;
  return [createWord(deed!.text.replace('some', 'production')), ...rest];
}

function placeInvocation(invocation: Invocation, { scope, program, args, context }: ShellCall): Invocation {
  const client = { program, args, environment: { ...scope.exported(), ...context.environment } };
  return {
    ...invocation,
    args: markProduction(invocation, client),
    wrappers: [...context.wrappers, ...invocation.wrappers],
    redirects: [...context.redirects, ...invocation.redirects],
    ...omitUndefined({
      client: invocation.client ?? (invocation.program === 'sql' ? client : undefined),
      input: invocation.input ?? context.input,
      needs: invocation.needs ?? context.needs,
      folder: invocation.folder ?? (scope.folder === undefined ? undefined : createWord(scope.folder)),
    }),
  };
}

/** Runs the code that a subcommand of an application gets, if any: `rails runner CODE`, `manage.py shell -c CODE`. */
export function runConsole(call: ShellCall): void {
  const [program, args] = findScript(call);
  const spec = vocabulary.consoles.get(program);
  const [verb, ...rest] = args.slice(args.findIndex(({ text }) => !/^[-@]/.test(text)));
  if (!spec || !verb || !spec.after.includes(verb.text)) return;
  const { options, operands } = splitOptions(rest, { ...spec, permuted: true });
  const code = getOptionValues(options, ...(spec.code ?? []));
  if (spec.operands === 'code' && code.length === 0)
    code.push(...operands.slice(0, 1).filter(({ text }) => text !== '-'));
  const texts = code.map(({ text }) => text);
  runSources(spec.language, texts, call.wrap(program), code.length === 0);
}

/** Returns the name of the program, or of the script that an interpreter runs, with its arguments. */
function findScript({ program, args }: ShellCall): [program: string, args: readonly ExpandedWord[]] {
  const index = findInterpreterLanguage(program) ? args.findIndex(({ text }) => !text.startsWith('-')) : -1;
  if (index === -1) return [program, args];
  const { text } = args[index]!;
  return [text.slice(text.lastIndexOf('/') + 1), args.slice(index + 1)];
}
