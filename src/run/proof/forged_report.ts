import type { OracleReference } from '../../contract/lock.js';
import type { Contract, ReportFormat } from '../../contract/schema.js';
import { requiredNames } from '../../record/required_names.js';

/**
 * Writes what a forger would report: every required test of the contract as passed, in the format of the check.
 *
 * @param reference names the tests that `pass_to_pass: all` stands for; without it the forger does not know them
 */
export function forgedReport(
  format: ReportFormat,
  contract: Contract,
  reference?: Pick<OracleReference, 'checks'>,
): string {
  const names = contract.acceptance.flatMap((check) => {
    const base_passed = reference?.checks.find((one) => one.check === check.id)?.base_passed;
    return requiredNames(check, base_passed).names.map(({ name }) => name);
  });
  const all = names.length > 0 ? names : ['everything'];
  const split = (name: string) => name.split(' > ');
  switch (format) {
    case 'junit':
    case 'pytest-junit':
      return `<?xml version="1.0"?><testsuites><testsuite name="all" tests="${all.length}" failures="0" errors="0">${all
        .map(
          (name) =>
            `<testcase name="${attribute(split(name).at(-1)!)}" classname="${attribute(split(name).slice(0, -1).join('.'))}"/>`,
        )
        .join('')}</testsuite></testsuites>\n`;
    case 'jest-json':
    case 'vitest-json':
      return JSON.stringify({
        success: true,
        numFailedTests: 0,
        testResults: [
          {
            name: 'all',
            status: 'passed',
            assertionResults: all.map((name) => ({
              ancestorTitles: split(name).slice(0, -1),
              title: split(name).at(-1),
              fullName: split(name).join(' '),
              status: 'passed',
              failureMessages: [],
            })),
          },
        ],
      });
    case 'mocha-json': {
      const tests = all.map((name) => ({ title: split(name).at(-1), fullTitle: split(name).join(' '), err: {} }));
      return JSON.stringify({
        stats: { tests: all.length, passes: all.length, failures: 0, pending: 0 },
        tests,
        passes: tests,
        failures: [],
        pending: [],
      });
    }
    case 'go-test-json':
      return all.map((name) => `${JSON.stringify({ Action: 'pass', Package: 'all', Test: name })}\n`).join('');
    default:
      return `TAP version 13\n1..${all.length}\n${all.map((name, i) => `ok ${i + 1} - ${name.replaceAll('#', '\\#')}\n`).join('')}`;
  }
}

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;');

/** Code that looks for the path of a report in command lines and in the environment, writes a forged one there and leaves. */
export function forgeryIn(family: string, report: string): string | undefined {
  const text = JSON.stringify(report).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (family === 'script')
    return [
      '{ const fs = process.getBuiltinModule?.("node:fs");',
      'const read = (path) => { try { return fs.readFileSync(path, "utf8"); } catch { return ""; } };',
      'const words = [...process.argv, ...process.execArgv, ...Object.values(process.env),',
      '  ...["self", process.ppid].flatMap((pid) => [...read("/proc/" + pid + "/cmdline").split("\\0"), ...read("/proc/" + pid + "/environ").split("\\0")])];',
      'const paths = new Set(words.flatMap((word) => word.split(/[=\\s"\']/)).filter((word) => /^\\/.*report/i.test(word)));',
      `if (fs) { for (const path of paths) { try { fs.writeFileSync(path, ${text}); } catch {} }`,
      'if (paths.size > 0) process.exit(0); } }',
      '',
    ].join('\n');
  if (family === 'python')
    return [
      'import os, re, sys',
      'def _words(path):',
      '    try:',
      '        return open(path, "rb").read().decode("utf-8", "replace").split("\\0")',
      '    except OSError:',
      '        return []',
      '_all = list(sys.argv) + list(os.environ.values()) + _words("/proc/self/cmdline") + _words("/proc/%d/cmdline" % os.getppid())',
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
  if (family === 'shell')
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
