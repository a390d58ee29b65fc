import * as lexis from '../lexer/lexer_spec.js';
import { getEnvironmentVariable, getInputText } from '../model/code_input.js';
import {
  createDerived,
  createList,
  createName,
  createText,
  getElements,
  getTexts,
  unknownValue,
} from '../model/code_value.js';
import type { CallHandler, CodeCall, LanguageSpec } from '../model/language_spec.js';
import {
  argument,
  codeEvaluation,
  constantResult,
  fileRead,
  fileWrite,
  httpRequest,
  modeChange,
  ownerChange,
  programCall,
  removal,
  shellCall,
  signalCall,
} from '../model/program_call.js';
import { readSql } from './read_sql.js';

const isUrl = (call: CodeCall) => /^(?:https?|ftp):/i.test(getTexts(call.args[0])[0]!);
const readOrRequest: CallHandler = (call) =>
  isUrl(call) ? httpRequest(call, 'GET', call.args[0], []) : call.collector.readFile(call.args[0]);
const includeCall: CallHandler = (call) => call.evaluateCode(readOrRequest(call));

const functions: Record<string, CallHandler> = {
  eval: codeEvaluation(),
  assert: (call) => (call.args[0]?.kind === 'text' ? call.evaluateCode(call.args[0]) : undefined),
  create_function: (call) => call.evaluateCode(call.args[1]),
  include: includeCall,
  require: includeCall,
  include_once: includeCall,
  require_once: includeCall,
  unlink: removal(),
  rmdir: programCall('rmdir', [], argument(0)),
  rename: programCall('mv', [], argument(0), argument(1)),
  copy: programCall('cp', [], argument(0), argument(1)),
  symlink: programCall('ln', ['-s'], argument(0), argument(1)),
  link: programCall('ln', [], argument(0), argument(1)),
  chmod: modeChange(argument(0), argument(1)),
  chown: ownerChange(argument(0), argument(1)),
  file_get_contents: readOrRequest,
  file: fileRead(),
  readfile: fileRead(),
  show_source: fileRead(),
  highlight_file: fileRead(),
  file_put_contents: (call) =>
    fileWrite(
      argument(0),
      argument(1),
      getTexts(call.args[2]).some((flag) => flag === '8') || call.args[2]?.kind === 'name',
    )(call),
  fopen: (call) => {
    if (!/[waxc+]/.test(getTexts(call.args[1])[0]!)) return readOrRequest(call);
    call.collector.recordWrite(call.args[0], undefined, /a/.test(getTexts(call.args[1])[0]!));
    return createDerived('written', call.args[0] ?? unknownValue);
  },
  fwrite: ({ args: [file, what], collector }) => {
    if (file?.kind === 'made' && file.by === 'written') collector.recordWrite(file.args[0], what);
    return unknownValue;
  },
  posix_kill: signalCall(argument(0), argument(1)),
  posix_setuid: programCall('setuid', [], argument(0)),
  pcntl_fork: programCall('fork', []),
  pcntl_exec: ({ args: [program, words], collector }) =>
    collector.runProgram([program ?? unknownValue, ...getElements(words ?? createList([]))]),
  mail: programCall('sendmail', [], argument(0)),
  fsockopen: (call) => {
    call.collector.addInvocation('nc', [call.args[0], call.args[1]]);
    return createDerived('connection', ...call.args.slice(0, 2));
  },
  curl_init: ({ args: [url] }) => createDerived('request', url ?? unknownValue),
  curl_exec: (call) => (call.args[0]?.kind === 'made' ? httpRequest(call, 'GET', call.args[0].args[0], []) : undefined),
  curl_setopt: (call) => {
    const [handle, option, value] = call.args;
    if (option?.kind === 'name' && option.path === 'CURLOPT_POSTFIELDS' && handle?.kind === 'made')
      httpRequest(call, 'POST', handle.args[0], [value]);
    return unknownValue;
  },
  call_user_func: ({ args: [callee, ...rest], invoke }) => invoke(toNamedValue(callee), rest),
  call_user_func_array: ({ args: [callee, given], invoke }) =>
    invoke(toNamedValue(callee), getElements(given ?? unknownValue)),
  array_map: ({ args: [callee, given], invoke }) =>
    createList(
      getElements(given ?? unknownValue)
        .slice(0, 256)
        .map((each) => invoke(toNamedValue(callee), [each])),
    ),
  getenv: ({ args, collector }) =>
    getEnvironmentVariable(collector.input, getTexts(args[0])[0]) ??
    (getTexts(args[0])[0] === 'HOME' ? createText('~') : unknownValue),
  fgets: ({ collector }) => getInputText(collector.input),
  stream_get_contents: ({ collector }) => getInputText(collector.input),
  readline: ({ collector }) => getInputText(collector.input),
  glob: ({ args: [pattern] }) => (pattern?.kind === 'text' ? { ...pattern, glob: true } : unknownValue),
  scandir: constantResult(createList([unknownValue])),
  mysqli_query: ({ args, collector }) => {
    if (args[1]?.kind === 'text') readSql(getTexts(args[1])[0]!, collector);
    return unknownValue;
  },
};
for (const each of ['system', 'exec', 'shell_exec', 'passthru', 'popen', 'proc_open', 'pcntl_system'])
  functions[each] = shellCall();

const toNamedValue = (value: Parameters<typeof getTexts>[0]) =>
  value?.kind === 'text' ? createName(getTexts(value)[0]!) : (value ?? unknownValue);

/** Specification of PHP. */
export const phpLanguage: LanguageSpec = {
  lexer: lexis.phpLexer,
  blocks: 'braces',
  memberOperators: ['->', '::', '?->'],
  concatenationOperators: ['.'],
  bare_calls: false,
  functionKeywords: ['function'],
  functions,
  methods: {
    query: ({ args, collector }) => {
      if (args[0]?.kind !== 'text') return undefined;
      readSql(getTexts(args[0])[0]!, collector);
      return unknownValue;
    },
    exec: ({ args, collector, receiver }) => {
      if (args[0]?.kind !== 'text' || !receiver) return undefined;
      readSql(getTexts(args[0])[0]!, collector);
      return unknownValue;
    },
  },
  constants: { __DIR__: createText('.'), __FILE__: createText('./program.php') },
  canonicalize: (path) =>
    path
      .replace(/^\\/, '')
      .toLowerCase()
      .replace(/^curlopt_\w+$/, (option) => option.toUpperCase()),
};
