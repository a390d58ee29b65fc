import type { ExpandedWord } from '../../invocation.js';
import { concatenateWords, createWord, createWords, UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import { limitWords, quoteWord, quoteWords } from '../../quote_words.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import { feedContext } from '../model/execution_context.js';
import type { HandlerTable } from '../model/shell_interpreter.js';
import { formatFoundPaths } from '../outputs/format_outputs.js';
import { terminateLines } from '../syntax/format_printf.js';
import { isEndlessSource } from '../syntax/is_fork_bomb_loop.js';
import { findCommandEnd, getOptionValues, hasOption, splitOptions } from '../syntax/split_options.js';

/** Maximum number of arguments of a command; one unknown argument stands for the others. */
const MAX_ARGUMENTS = 256;
const MAX_COMMANDS = 64;

function listFoundPaths(roots: readonly ExpandedWord[], tests: readonly ExpandedWord[]): ExpandedWord[] {
  const names = tests.flatMap(({ text }, index) => {
    const isNegated = /^(?:!|-not)$/.test(tests[index - 1]?.text ?? '');
    const name = /^-i?(name|path|wholename)$/.test(text) && !isNegated ? tests[index + 1]?.text : undefined;
    return name === undefined ? [] : [name.slice(name.lastIndexOf('/') + 1)];
  });
  return roots.flatMap(({ text: root, glob }) => {
    const nested = `${root.replace(/\/+$/, '')}/${UNKNOWN_VALUE}`;
    // Without a name test, the root itself is found too.
    if (names.length === 0) return [{ text: nested, glob }];
    return names.slice(0, 8).map((name) => ({ text: `${nested}/${name}`, glob: glob || /[*?[]/.test(name) }));
  });
}

const fillWord = (value: ExpandedWord, mark: string, { text, glob }: ExpandedWord): ExpandedWord => ({
  text: value.text.replaceAll(mark, () => text),
  glob: value.glob || (glob && value.text.includes(mark)),
});

/** Splits the input of xargs into items, without quotes. */
function splitItems(text: string, separator: string | undefined): ExpandedWord[] {
  if (separator !== undefined) return createWords(text.split(separator).filter((piece) => piece !== ''));
  const pieces = text.match(/"[^"\n]*"|'[^'\n]*'|\S+/g) ?? [];
  return createWords(pieces.map((piece) => piece.replace(/^(["'])(.*)\1$/, '$2')));
}

/** Handlers of programs that run a command for each item they find or read. */
export const searchHandlers: HandlerTable = {
  /** Handles `find`. The paths that it finds are known by their root and by its name tests. */
  'find gfind': (call) => {
    const { args } = call;
    const first = args.findIndex(({ text }) => /^(-(?![HLPOD])|[(!])/.test(text));
    const roots = args.slice(0, first === -1 ? undefined : first).filter(({ text }) => !/^-[HLPOD]/.test(text));
    const tests = first === -1 ? [] : args.slice(first);
    const result = listFoundPaths(roots.length > 0 ? roots : [createWord('.')], tests);
    const names = result.map(({ text }) => text);
    const fill = (format: string) => formatFoundPaths(format, names, roots[0]?.text ?? '.');
    const files = tests.filter((_, index) => /^-f(print0?|ls|printf)$/.test(tests[index - 1]?.text ?? ''));
    call.redirect(files.map((path) => ({ kind: 'write' as const, path }))).record();
    const printed = tests.flatMap(({ text }, index) => {
      if (!/^-(exec|execdir|ok|okdir)$/.test(text)) return [];
      const command = tests.slice(index + 1, findCommandEnd(tests, index));
      const words = command.flatMap((each) => (each.text === '{}' ? result : [fillWord(each, '{}', result[0]!)]));
      const message = call.consumeInput().with({ program: 'find' }).runWords(words);
      return message === UNKNOWN_VALUE ? [] : [message];
    });
    const list = tests.some(({ text }) => text === '-fprintf') ? UNREAD_VALUE : terminateLines(names);
    for (const { text } of files) call.write(text, list);
    const formats = tests.filter((_, index) => tests[index - 1]?.text === '-printf');
    const output = formats.length > 0 ? formats.map(({ text }) => fill(text)).join('') : terminateLines(names);
    return output + printed.join('');
  },
  /** Handles `fd PATTERN -x COMMAND`. */
  'fd fdfind': (call) => {
    call.record();
    const index = call.args.findIndex(({ text }) => /^(-x|-X|--exec|--exec-batch)$/.test(text));
    if (index === -1) return UNKNOWN_VALUE;
    const [file, command] = [createWord(UNKNOWN_VALUE), call.args.slice(index + 1)];
    const hasMark = command.some(({ text }) => text.includes('{'));
    call.runWords(hasMark ? command.map((each) => fillWord(each, '{}', file)) : [...command, file]);
    return UNKNOWN_VALUE;
  },
  /** Handles `xargs`: the words of its input follow the command, or replace the placeholder of `-I`. */
  'xargs gxargs': (call) => {
    const { options, operands } = splitOptions(call.args, vocabulary.getopt.xargs);
    const { scope, context } = call;
    if (isEndlessSource(context.input) && /^0+$/.test(getOptionValues(options, 'P', 'max-procs')[0]?.text ?? ''))
      call.interpreter.reportForkBomb(call);
    const [file] = getOptionValues(options, 'a', 'arg-file');
    const list = file ? call.interpreter.files.written(file.text, scope.folder)?.text : context.stdin?.readRest();
    const text = list ?? UNKNOWN_VALUE;
    const [delimiter] = getOptionValues(options, 'd', 'delimiter');
    const mark =
      getOptionValues(options, 'I', 'replace')[0]?.text ?? (hasOption(options, 'i', 'replace') ? '{}' : undefined);
    const nul = text.includes('\0') ? '\0' : '\n';
    const chosen = delimiter?.text.replace('\\n', '\n') ?? (mark === undefined ? undefined : '\n');
    const value = splitItems(text, hasOption(options, '0', 'null') ? nul : chosen);
    const command = operands.length > 0 ? operands : [createWord('echo')];
    const fed = call.with({ program: 'xargs', context: feedContext(context, '', context.input) });
    call.interpreter.budget.spend(value.length >> 2);
    if (mark === undefined) return fed.runWords([...command, ...limitWords(value, MAX_ARGUMENTS)]);
    const outputs = limitWords(value, MAX_COMMANDS).map(({ text, glob }) => {
      const item = createWord(text.trimStart(), glob);
      return fed.runWords(command.map((each) => fillWord(each, mark, item)));
    });
    return outputs.join('');
  },
  /** Handles `parallel COMMAND ::: ITEMS`: each item makes a command line; parts of an item are not evaluated. */
  parallel: (call) => {
    const { options, operands } = splitOptions(call.args, vocabulary.getopt.parallel);
    const words: ExpandedWord[] = [];
    const items: ExpandedWord[] = [];
    const files = getOptionValues(options, 'a', 'arg-file');
    let list = words;
    for (const value of operands)
      if (/^:::{1,2}\+?$/.test(value.text)) list = value.text.startsWith('::::') ? files : items;
      else list.push(value);
    if (list === words && files.length === 0) files.push(createWord('-'));
    // A shell reads the line with the arguments inserted, unless each is to stay one word.
    const quotes = hasOption(options, 'q', 'quote');
    const template = quotes ? quoteWords(words) : concatenateWords(words).text;
    const mark = getOptionValues(options, 'I', 'replace').find(({ text }) => text !== '')?.text ?? '{}';
    for (const { text: path } of files) {
      const text = path === '-' ? call.context.stdin?.readRest() : call.findWritten(path)?.text;
      items.push(...splitItems(text ?? UNKNOWN_VALUE, '\n'));
    }
    const names = template.includes(mark) || /\{[^{}\s]*\}/.test(template);
    for (const item of limitWords(items, MAX_COMMANDS)) {
      // A placeholder takes the item unquoted if the caller quoted the template.
      const each = quotes ? item.text : quoteWord(item);
      const filled = template.replaceAll(mark, () => each).replaceAll(/\{(?:-?\d+|\/\/|[#%]|\d*[/.]+)\}/g, () => each);
      const line = template === '' ? item.text : names ? filled : `${template} ${quoteWord(item)}`;
      call.consumeInput().runShell(line);
    }
    return UNKNOWN_VALUE;
  },
};
