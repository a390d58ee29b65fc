import { vocabulary } from '../../vocabulary/vocabulary.js';
import { addWrapper, createWord, type ProgramHandler } from '../model/shell_interpreter.js';
import { getOptionValues, splitOptions } from '../syntax/split_options.js';

/** Commands of sftp, ftp and lftp that send what they name. */
const SENDING_COMMAND = /^\s*-?(?:put|mput|reput|send|append|mirror\s+(?:-\w*R\w*|--reverse))\s+(.*)$/;
/** Maximum number of commands that are read. */
const MAX_COMMANDS = 100;

/** Handles `sftp HOST`, `ftp HOST` and `lftp`: what their input, a batch file or `-e` sends is a copy to the host. */
export const transferHandler: ProgramHandler = (call, interpreter) => {
  const { options, operands } = splitOptions(call.args, vocabulary.getopt.transfer);
  const text = call.context.stdin?.readRest() ?? '';
  const [batch] = getOptionValues(options, 'b');
  const written = batch && interpreter.files.written(batch.text, call.scope.folder)?.text;
  const given = call.program === 'lftp' ? getOptionValues(options, 'e', 'c').map((code) => code.text) : [];
  const printed = interpreter.addInvocation(call);
  const lines = [text, written ?? '', ...given].join('\n').split(/[\n;]/);
  const opened = lines.flatMap((line) => /^\s*open\s+(?:-\S+\s+)*(\S+)/.exec(line)?.[1] ?? []);
  const host = (operands[0]?.text ?? opened[0] ?? '').replace(/^[a-z]+:\/\//, '').replace(/[:/].*$/, '');
  for (const line of lines.slice(0, MAX_COMMANDS)) {
    const [, rest] = SENDING_COMMAND.exec(line) ?? [];
    const names = rest?.split(/\s+/).filter((word) => word !== '' && !word.startsWith('-')) ?? [];
    // The last of several names is that of the copy.
    const sent = names.length > 1 && !/mput/.test(line) ? names.slice(0, -1) : names;
    if (sent.length === 0) continue;
    const words = ['scp', '-r', ...sent, `${host || 'unknown'}:`].map((word) => createWord(word, /[*?[]/.test(word)));
    interpreter.runWords(words, call.scope, addWrapper(call.context, call.program));
  }
  return printed;
};
