import { UNKNOWN_VALUE } from '../../invocation.js';
import * as lexis from '../lexer/lexer_spec.js';
import { getInputArguments, getInputText } from '../model/code_input.js';
import {
  type CodeValue,
  createDerived,
  createList,
  createText,
  getTexts,
  mergeValues,
  unknownValue,
} from '../model/code_value.js';
import type { CallHandler, CodeCall, LanguageSpec } from '../model/language_spec.js';
import {
  allArguments,
  argument,
  codeEvaluation,
  fileRead,
  httpRequest,
  modeChange,
  ownerChange,
  programCall,
  removal,
  signalCall,
  treeRemoval,
} from '../model/program_call.js';
import { readSql } from './read_sql.js';

/** Maximum number of folders that one search starts from. */
const MAX_FOLDERS = 16;

/** Handles a call that passes one text to a shell, and several texts as a program with arguments. */
export const shellOrProgramCall: CallHandler = ({ args, collector }) => {
  const items = args.flatMap((value) => (value.kind === 'list' ? value.items : [value]));
  return items.length > 1 ? collector.runProgram(items) : collector.runShellLine(items[0]);
};
const argumentsFrom =
  (from: number) =>
  ({ args }: CodeCall): CodeValue =>
    createList(args.slice(from));

/** Handles `open(FH, '>', path)` and `open(FH, "| command")`. */
const openCall: CallHandler = (call) => {
  const { args, collector } = call;
  const [mode] = getTexts(args[1]);
  const sign = /^\s*(\+?[<>]{1,2}|\||-\||\|-)/.exec(mode!)?.[1];
  const inline = mode!.replace(/^\s*(\+?[<>]{1,2}|\|)\s*/, '');
  if (sign === '|' && args.length < 3) return collector.runShellLine(createText(inline));
  if (sign === '-|' || sign === '|-') return shellOrProgramCall({ ...call, args: args.slice(2) });
  if (args.length < 3 && /\|\s*$/.test(mode!)) return collector.runShellLine(createText(mode!.replace(/\|\s*$/, '')));
  const path = args[2] ?? createText(inline);
  if (!sign?.includes('>')) return collector.readFile(path);
  collector.recordWrite(path, undefined, sign === '>>');
  return createDerived('written', path);
};

/** Handles `find(sub { … }, FOLDERS)` of File::Find: calls the function with each file below the folders in `$_`. */
const findCall: CallHandler = ({ args: [given, ...folders], invoke }) => {
  const wanted = given?.kind === 'map' ? given.entries.get('wanted') : given;
  if (wanted?.kind !== 'function') return undefined;
  const visitor = { ...wanted, definition: { ...wanted.definition, parameters: ['$_'] } };
  for (const folder of folders.slice(0, MAX_FOLDERS))
    for (const path of getTexts(folder)) invoke(visitor, [createText(`${path!.replace(/\/+$/, '')}/${UNKNOWN_VALUE}`)]);
  return unknownValue;
};

/** Handles a call that returns one element of a list, or of the program's arguments. */
const takeCall: CallHandler = ({ args: [from], collector }) => {
  const { items } = (from?.kind === 'list' ? from : getInputArguments(collector.input)) as Extract<
    CodeValue,
    { kind: 'list' }
  >;
  return items.length > 0 ? mergeValues(items) : unknownValue;
};
const printCall =
  (end: string): CallHandler =>
  ({ args, collector }) => {
    collector.recordPrint(args, '', end);
    return unknownValue;
  };

const functions: Record<string, CallHandler> = {
  shift: takeCall,
  pop: takeCall,
  print: printCall(''),
  say: printCall('\n'),
  readline: ({ collector }) => getInputText(collector.input),
  system: shellOrProgramCall,
  exec: shellOrProgramCall,
  'CORE.system': shellOrProgramCall,
  'CORE.exec': shellOrProgramCall,
  readpipe: shellOrProgramCall,
  eval: codeEvaluation(),
  unlink: removal(allArguments),
  rmdir: programCall('rmdir', [], allArguments),
  rmtree: treeRemoval(),
  remove_tree: treeRemoval(allArguments),
  'File.Path.rmtree': treeRemoval(),
  'File.Path.remove_tree': treeRemoval(allArguments),
  rename: programCall('mv', [], argument(0), argument(1)),
  move: programCall('mv', [], argument(0), argument(1)),
  copy: programCall('cp', [], argument(0), argument(1)),
  symlink: programCall('ln', ['-s'], argument(0), argument(1)),
  link: programCall('ln', [], argument(0), argument(1)),
  truncate: programCall('truncate', ['-s', '0'], argument(0)),
  chmod: modeChange(argumentsFrom(1), argument(0)),
  chown: ownerChange(argumentsFrom(2), argument(0)),
  kill: signalCall(argumentsFrom(1), argument(0)),
  fork: programCall('fork', []),
  open: openCall,
  find: findCall,
  finddepth: findCall,
  'File.Find.find': findCall,
  'File.Find.finddepth': findCall,
  do: (call) => (call.args[0]?.kind === 'text' ? fileRead()(call) : undefined),
  glob: ({ args: [pattern] }) => (pattern?.kind === 'text' ? { ...pattern, glob: true } : unknownValue),
  'LWP.Simple.get': (call) => httpRequest(call, 'GET', call.args[0], []),
  get: (call) => httpRequest(call, 'GET', call.args[0], []),
  'IO.Socket.INET.new': (call) => {
    const { args, collector } = call;
    const option = (key: string) =>
      args[args.findIndex((value) => getTexts(value)[0] === key || (value.kind === 'name' && value.path === key)) + 1];
    collector.addInvocation('nc', [option('PeerAddr') ?? unknownValue, option('PeerPort') ?? unknownValue]);
    return createDerived('connection', option('PeerAddr') ?? unknownValue);
  },
  'POSIX.setuid': programCall('setuid', [], argument(0)),
  pack: ({ args: [shape, ...values], invoke }) =>
    invoke({ kind: 'name', path: 'pack', self: createList(values) }, [shape ?? unknownValue]),
};

const statement: CallHandler = ({ args, collector }) => {
  if (args[0]?.kind !== 'text') return undefined;
  readSql(getTexts(args[0])[0]!, collector);
  return unknownValue;
};

/** Specification of Perl. */
export const perlLanguage: LanguageSpec = {
  lexer: lexis.perlLexer,
  blocks: 'braces',
  memberOperators: ['->', '::'],
  concatenationOperators: ['.', 'x'],
  bare_calls: true,
  functionKeywords: ['sub'],
  functions,
  methods: { do: statement, prepare: statement, execute: statement },
  constants: {
    '$ENV.HOME': createText('~'),
    '%ENV': { kind: 'map', entries: new Map([['HOME', createText('~')]]) },
    $ENV: { kind: 'map', entries: new Map([['HOME', createText('~')]]) },
    STDIN: unknownValue,
    $0: createText('./program.pl'),
  },
  canonicalize: (path) => path.replace(/^&/, ''),
};
