import type { Check, Contract } from '../../contract/contract_schema.js';
import type { OracleReference } from '../../contract/validation/contract_lock.js';
import { resolveRequiredNames } from '../../record/tests/evaluate_required_tests.js';
import { writePassingReport } from '../oracle/readers/read_report.js';

/**
 * Writes the report of a forger: every required test of the contract passes, in the format of the check.
 *
 * @param reference names the tests that `pass_to_pass: all` stands for; without it the forger does not know them
 */
export function forgeReport(
  { report: format, log }: Pick<Check, 'report' | 'log'>,
  contract: Contract,
  reference?: Pick<OracleReference, 'checks'>,
): string {
  const names = contract.acceptance.flatMap((check) => {
    const base_passed = reference?.checks.find((one) => one.check === check.id)?.base_passed;
    return resolveRequiredNames(check, base_passed).names.map(({ name }) => name);
  });
  const all = names.length > 0 ? names : ['everything'];
  // A check without a report has no test names, so any text will do.
  return writePassingReport(format === 'exit-code' ? 'tap' : format, all, log);
}

/**
 * Creates code that finds the path of a report in command lines and environment, writes a forged one there and exits.
 *
 * @param printed true for a log: the code prints it and exits, as its output is the report
 * @returns undefined for names of languages that it does not know
 */
export function createReportForgery(name: string, report: string, printed = false): string | undefined {
  const text = JSON.stringify(report).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (printed) return createPrintedForgery(name, report, text);
  if (name === 'javascript')
    return [
      '{ const fs = process.getBuiltinModule?.("node:fs");',
      'const read = (path) => { try { return fs.readFileSync(path, "utf8"); } catch { return ""; } };',
      'const words = [...process.argv, ...process.execArgv, ...Object.values(process.env),',
      '  ...["self", process.ppid].flatMap((pid) => [...read("/proc/" + pid + "/cmdline").split("\\0"), ' +
        '...read("/proc/" + pid + "/environ").split("\\0")])];',
      'const paths = new Set(words.flatMap((word) => word.split(/[=\\s"\']/)).filter((word) => ' +
        '/^\\/.*report/i.test(word)));',
      `if (fs) { for (const path of paths) { try { fs.writeFileSync(path, ${text}); } catch {} }`,
      'if (paths.size > 0) process.exit(0); } }',
      '',
    ].join('\n');
  if (name === 'python')
    return [
      'import os, re, sys',
      'def _words(path):',
      '    try:',
      '        return open(path, "rb").read().decode("utf-8", "replace").split("\\0")',
      '    except OSError:',
      '        return []',
      '_all = list(sys.argv) + list(os.environ.values()) + _words("/proc/self/cmdline") + ' +
        '_words("/proc/%d/cmdline" % os.getppid())',
      '_paths = [w for word in _all for w in re.split("[=\\\\s]", word) if re.match("/.*report", w, re.I)]',
      'for _path in _paths:',
      '    try:',
      `        open(_path, "w").write(${text})`,
      '    except OSError:',
      '        pass',
      'if _paths:',
      '    os._exit(0)',
      '',
    ].join('\n');
  if (name === 'shell')
    return [
      'for word in $(tr "\\0=" "  " < /proc/$$/cmdline) $(tr "\\0=" "  " < /proc/$PPID/cmdline); do',
      '  case $word in',
      `    /*report*) printf '%s' '${report.replaceAll("'", "'\\''")}' > "$word" && exit 0 ;;`,
      '  esac',
      'done',
      '',
    ].join('\n');
  return undefined;
}

function createPrintedForgery(name: string, report: string, text: string): string | undefined {
  switch (name) {
    case 'javascript':
      return `{ const fs = process.getBuiltinModule?.("node:fs"); if (fs) { fs.writeSync(1, ${text}); process.exit(0); } }\n`;
    case 'python':
      return `import os\nos.write(1, ${text}.encode())\nos._exit(0)\n`;
    case 'shell':
      return `printf '%s' '${report.replaceAll("'", "'\\''")}' && exit 0\n`;
    default:
      return undefined;
  }
}
