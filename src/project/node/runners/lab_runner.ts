import { isUsualScriptTest } from '../../../language/is_test_path.js';
import type { ScriptWord } from '../../../language/shell/split_commands.js';
import { quotePaths } from '../../parsing/quote_shell_text.js';
import { RUNNER_PROGRAMS } from '../../runner_programs.js';
import { isScriptPath, type NodeRunner } from './node_runner.js';
import { renderCall } from './runner_call.js';
import { splitRunnerOptions } from './split_runner_options.js';

/** Options of lab 25. */
const OPTIONS = {
  values: (
    '-a --assert -M --context-timeout --coverage-exclude --coverage-path --coverage-pattern --coverage-predicates ' +
    '-p --default-plan-threshold -e --environment -I --globals --ignore -g --grep -i --id -n --linter --lint-options ' +
    '--lint-errors-threshold --lint-warnings-threshold -o --output -P --pattern -r --reporter --require --req ' +
    '-R --retries --seed -t --threshold -m --timeout -T --transform --types-test'
  ).split(' '),
  dropped:
    '-t --threshold -r --reporter -o --output -L --lint* -n --linter -c --coverage* -v --verbose -Y --types* -C --colors'.split(
      ' ',
    ),
};

/** Runs lab without coverage, linter and checks of types. */
export const labRunner: NodeRunner = {
  name: 'lab',
  programs: RUNNER_PROGRAMS.lab,
  dependency: '@hapi/lab',
  createSuite(call, nodePackage) {
    const { kept, positional } = splitRunnerOptions(call.args.flatMap(splitFlags), OPTIONS);
    const base = [...kept.map(({ raw }) => raw), '-r', 'junit', '-o', '"$REPORT"'];
    return {
      report: 'junit',
      createCommand: (files) =>
        renderCall(call, nodePackage, [
          ...base,
          ...(files.length > 0 ? quotePaths(files) : positional.map(({ raw }) => raw)),
        ]),
      isTestFile: (path) => isScriptPath(path) && (/^tests?\//.test(path) || isUsualScriptTest(path)),
    };
  },
};

/** Splits flags that stand together (`-vL`), and a number from its flag (`-t100`). */
function splitFlags(word: ScriptWord): ScriptWord[] {
  const [, flags, number] = /^-([a-zA-Z]+)(\d*)$/.exec(word.value) ?? [];
  if (flags === undefined || word.raw !== word.value || (flags.length === 1 && number === '')) return [word];
  const words = [...flags].map((flag) => `-${flag}`);
  return [...words, ...(number ? [number] : [])].map((text) => ({ raw: text, value: text }));
}
