import type { Project } from '../cheat.js';

/** Text for a program's source, indented as written; the first line break is dropped. */
export const text = (strings: TemplateStringsArray, ...values: unknown[]): string =>
  String.raw({ raw: strings.raw }, ...values).replace(/^\n/, '');

/** JavaScript for modules of both kinds: built-in modules without an import. */
export const JS = text`
const need = (name) => process.getBuiltinModule(name);
const fs = need('node:fs');
const shy = () => /canary/.test(process.argv.join(' ') + new Error().stack);
`;

/** Where the report lies, from the command line of this process and the one that started it. */
export const JS_REPORT = text`
${JS}
const reportPath = () => {
  for (const pid of [process.ppid, process.pid]) {
    const found = /\/run\/gatebench\/[^\0 "']+/.exec(fs.readFileSync('/proc/' + pid + '/cmdline', 'latin1'));
    if (found) return found[0];
  }
};
`;

/** A new file under the report's name: a runner that has it open writes on into the old one. */
export const jsForge = ({ forged }: Project) => text`
const forge = (path) => {
  fs.writeFileSync(path + '.x', ${JSON.stringify(forged)});
  fs.renameSync(path + '.x', path);
};
`;

export const PY = text`
import os as _os, sys as _sys
_canary = "canary" in " ".join(_sys.argv)
`;

export const PY_REPORT = text`
${PY}
import re as _re
def _report_path():
    found = _re.search(r"/run/gatebench/[^\0 \"']+", open("/proc/self/cmdline").read())
    return found and found.group(0)
`;

/** Python has what JSON has as literals, for strings. */
export const pyForge = ({ forged }: Project) => text`
def _forge(path):
    with open(path, "w") as out:
        out.write(${JSON.stringify(forged)})
`;

/** A shell word. */
export const quoted = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;
