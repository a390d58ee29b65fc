import * as lexis from '../lexer/lexer_spec.js';
import { joinPathValues } from '../model/apply_operator.js';
import { getInputText } from '../model/code_input.js';
import {
  type CodeValue,
  createDerived,
  createList,
  createName,
  createText,
  getElements,
  getTexts,
  joinValues,
  mergeValues,
  unknownValue,
} from '../model/code_value.js';
import type { CallHandler, CodeCall, LanguageSpec } from '../model/language_spec.js';
import {
  allArguments,
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
  treeRemoval,
} from '../model/program_call.js';
import { shellOrProgramCall } from './perl_language.js';
import { readSql } from './read_sql.js';

const getLaterArguments = ({ args }: CodeCall): CodeValue => createList(args.slice(1));

const openCall: CallHandler = (call) => {
  const { args, collector, invoke } = call;
  const block = args.find((value) => value.kind === 'function');
  const [path, mode] = args.filter((value) => value.kind !== 'function');
  const [known] = getTexts(path);
  const piped = /^\s*\|/.test(known!);
  const letters = mode ? getTexts(mode)[0]! : 'r';
  const writing = /[wa+]/.test(letters);
  const answer = piped
    ? collector.runShellLine(createText(known!.replace(/^\s*\|/, '')))
    : writing
      ? createDerived('written', path ?? unknownValue)
      : collector.readFile(path);
  if (writing && !piped) collector.recordWrite(path, undefined, letters.includes('a'));
  if (block) invoke(block, [answer]);
  return answer;
};

/** Handles `send(:system, …)`: a method called by its name. */
const sendCall: CallHandler = ({ args: [message, ...rest], invoke }) =>
  message?.kind === 'text' ? invoke(createName(getTexts(message)[0]!), rest) : unknownValue;

const printCall =
  (end: string): CallHandler =>
  ({ args, collector, receiver }) => {
    if (receiver) return undefined;
    collector.recordPrint(args, '', end);
    return unknownValue;
  };

const functions: Record<string, CallHandler> = {
  puts: printCall('\n'),
  p: printCall('\n'),
  print: printCall(''),
  gets: ({ collector }) => getInputText(collector.input) ?? unknownValue,
  readlines: ({ collector }) => getInputText(collector.input) ?? unknownValue,
  send: sendCall,
  public_send: sendCall,
  __send__: sendCall,
  system: shellOrProgramCall,
  exec: shellOrProgramCall,
  spawn: shellOrProgramCall,
  eval: codeEvaluation(),
  instance_eval: codeEvaluation(),
  'IO.popen': shellOrProgramCall,
  'Open3.capture2': shellOrProgramCall,
  'Open3.capture2e': shellOrProgramCall,
  'Open3.capture3': shellOrProgramCall,
  'Open3.popen3': shellOrProgramCall,
  'PTY.spawn': shellOrProgramCall,
  open: openCall,
  'File.open': openCall,
  'File.new': openCall,
  'URI.open': (call) => httpRequest(call, 'GET', call.args[0], []),
  'Net.HTTP.get': (call) => httpRequest(call, 'GET', call.args[0], []),
  'Net.HTTP.post': (call) => httpRequest(call, 'POST', call.args[0], [call.args[1]]),
  'Net.HTTP.post_form': (call) => httpRequest(call, 'POST', call.args[0], [call.args[1]]),
  URI: argument(0) as CallHandler,
  'URI.parse': argument(0) as CallHandler,
  'File.read': fileRead(),
  'IO.read': fileRead(),
  'File.readlines': fileRead(),
  'File.foreach': fileRead(),
  'File.binread': fileRead(),
  'File.write': fileWrite(),
  'IO.write': fileWrite(),
  'File.delete': removal(allArguments),
  'File.unlink': removal(allArguments),
  'Dir.rmdir': programCall('rmdir', [], argument(0)),
  'Dir.delete': programCall('rmdir', [], argument(0)),
  'Dir.unlink': programCall('rmdir', [], argument(0)),
  'FileUtils.rm': removal(allArguments),
  'FileUtils.rm_f': programCall('rm', ['-f'], allArguments),
  'FileUtils.remove': removal(allArguments),
  'FileUtils.rm_r': programCall('rm', ['-r'], allArguments),
  'FileUtils.rm_rf': treeRemoval(allArguments),
  'FileUtils.rmtree': treeRemoval(allArguments),
  'FileUtils.remove_dir': treeRemoval(allArguments),
  'FileUtils.remove_entry': treeRemoval(allArguments),
  'FileUtils.remove_entry_secure': treeRemoval(allArguments),
  'FileUtils.mv': programCall('mv', [], argument(0), argument(1)),
  'FileUtils.cp': programCall('cp', [], argument(0), argument(1)),
  'FileUtils.cp_r': programCall('cp', ['-r'], argument(0), argument(1)),
  'FileUtils.ln_s': programCall('ln', ['-s'], argument(0), argument(1)),
  'FileUtils.chmod': modeChange(argument(1), argument(0)),
  'FileUtils.chmod_R': (call) => programCall('chmod', ['-R'], argument(0), argument(1))(call),
  'FileUtils.chown_R': (call) => programCall('chown', ['-R'], argument(0), argument(2))(call),
  'File.chmod': modeChange(getLaterArguments, argument(0)),
  'File.chown': ownerChange(({ args }) => createList(args.slice(2)), argument(0)),
  'File.rename': programCall('mv', [], argument(0), argument(1)),
  'File.symlink': programCall('ln', ['-s'], argument(0), argument(1)),
  'File.truncate': programCall('truncate', ['-s', '0'], argument(0)),
  'File.join': ({ args }) => joinPathValues(args.flatMap((value) => (value.kind === 'list' ? value.items : [value]))),
  'File.expand_path': argument(0) as CallHandler,
  'Dir.home': constantResult(createText('~')),
  'Dir.pwd': constantResult(createText('.')),
  'Dir.glob': ({ args: [pattern, block], invoke }) => {
    const found: CodeValue = pattern?.kind === 'text' ? { ...pattern, glob: true } : unknownValue;
    if (block?.kind === 'function') invoke(block, [found]);
    return found;
  },
  'Process.kill': signalCall(getLaterArguments, argument(0)),
  'Process.uid': constantResult(unknownValue),
  fork: programCall('fork', []),
  'TCPSocket.new': (call) => {
    call.collector.addInvocation('nc', [call.args[0], call.args[1]]);
    return createDerived('connection', ...call.args.slice(0, 2));
  },
  'TCPSocket.open': (call) => functions['TCPSocket.new']!(call),
};

/** Specification of Ruby. */
export const rubyLanguage: LanguageSpec = {
  lexer: lexis.rubyLexer,
  blocks: 'end',
  memberOperators: ['.', '::', '&.'],
  concatenationOperators: ['<<'],
  bare_calls: true,
  functionKeywords: ['def'],
  functions,
  methods: {
    write: (call) => {
      const { receiver, collector, args } = call;
      if (receiver?.kind !== 'made' || receiver.by !== 'written') return undefined;
      collector.recordWrite(receiver.args[0], args[0]);
      return unknownValue;
    },
    execute: (call) => {
      if (!call.receiver) return shellCall()(call);
      // Databases have a method of this name for statements.
      if (call.args[0]?.kind === 'text') readSql(getTexts(call.args[0])[0]!, call.collector);
      return undefined;
    },
    puts: (call) => (call.receiver?.kind === 'made' ? rubyLanguage.methods.write!(call) : undefined),
    read: ({ receiver }) => (receiver?.kind === 'list' ? joinValues(receiver.items, '\n') : receiver),
    gets: ({ receiver }) => (receiver?.kind === 'list' ? mergeValues(receiver.items) : undefined),
    shift: ({ receiver }) =>
      receiver?.kind === 'list' && receiver.items.length > 0 ? mergeValues(receiver.items) : undefined,
    first: ({ receiver }) => (receiver?.kind === 'list' ? receiver.items[0] : undefined),
    last: ({ receiver }) => (receiver?.kind === 'list' ? receiver.items.at(-1) : undefined),
    fetch: ({ receiver, args: [key] }) =>
      receiver?.kind === 'map' ? (receiver.entries.get(getTexts(key)[0]!) ?? unknownValue) : undefined,
    each: ({ receiver, args: [block], invoke }) => {
      if (block?.kind !== 'function' || !receiver) return undefined;
      for (const each of getElements(receiver).slice(0, 64)) invoke(block, [each]);
      return receiver;
    },
  },
  constants: {
    ENV: { kind: 'map', entries: new Map([['HOME', createText('~')]]) },
    __FILE__: createText('./program.rb'),
    __dir__: createText('.'),
  },
  canonicalize: (path) => path.replace(/^(?:Kernel|Object|self)\./, ''),
};
