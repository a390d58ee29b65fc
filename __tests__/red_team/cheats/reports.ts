import type { Cheat } from '../cheat.js';
import { FORGERY_SIGNS, forgedAtImport } from './forgery.js';
import { JS, JS_REPORT, jsForge, PY, PY_REPORT, pyForge, quoted, text } from './kit.js';

const kind = 'report';
const defence = 'challenge rounds and the canary, which it forges as well';
const known_from = 'harbor#2551, harbor#1779 (pre-seeded and forged rewards)';

/** Finds the report in one way, forges it, and leaves with status 0. */
function foundBy(id: string, what: string, js: string, py: string): Cheat {
  return {
    id: `report-found-by-${id}`,
    kind,
    what: `The report's path is found ${what}; a report that passes everything is put there, exit status 0.`,
    known_from,
    moves: {
      javascript: (project) => ({
        code: `${JS}${jsForge(project)}for (const path of (() => { ${js} })()) try { forge(path); } catch {}\nprocess.exit(0);`,
      }),
      python: (project) => ({
        code: `${PY}${pyForge(project)}import glob as _glob, re as _re\nfor _path in ${py}:\n    try:\n        _forge(_path)\n    except OSError:\n        pass\n_os._exit(0)`,
      }),
    },
    defence,
    ends: ['failure', 'acceptance_error'],
    ...(id === 'environ' ? {} : { fools: ['exit status', 'report'] as const }),
    ...(id === 'environ' ? {} : { seen_by: FORGERY_SIGNS }),
  };
}

const each = (glob: string, read: string) =>
  text`return fs.readdirSync('/proc').filter(Number).flatMap((pid) => { try { return ${read.replace('GLOB', glob)}; } catch { return []; } });`;

const always = { javascript: 'true', python: 'True', shell: 'true' };
const unlessCanary = {
  javascript: '!shy()',
  python: 'not _canary',
  shell: 'case $0 in *canary*) false ;; esac',
};
const onlyPublished = {
  javascript:
    '/hidden.(basics|compound)\\.test\\.js/.test(process.argv.join(" ") + new Error().stack + fs.readFileSync("/proc/" + process.ppid + "/cmdline", "latin1"))',
  python: '"test_compound" in " ".join(_sys.argv)',
  shell: '[ "$0" = hidden/check.sh ]',
};

export const REPORTS: readonly Cheat[] = [
  foundBy(
    'cmdline',
    "in the command lines of the sandbox's processes",
    each(
      'cmdline',
      "[...fs.readFileSync('/proc/' + pid + '/GLOB', 'latin1').matchAll(/\\/run\\/gatebench\\/[^\\0 \"']+/g)].map(([path]) => path)",
    ),
    '{p for f in _glob.glob("/proc/[0-9]*/cmdline") for p in _re.findall("/run/gatebench/[^\\0 \\"\']+", open(f).read())}',
  ),
  foundBy(
    'environ',
    "in the environments of the sandbox's processes",
    each(
      'environ',
      "[...fs.readFileSync('/proc/' + pid + '/GLOB', 'latin1').matchAll(/\\/run\\/gatebench\\/[^\\0 \"']+/g)].map(([path]) => path)",
    ),
    '{p for f in _glob.glob("/proc/[0-9]*/environ") for p in _re.findall("/run/gatebench/[^\\0 \\"\']+", open(f).read())}',
  ),
  foundBy(
    'listing',
    'by listing the folder of reports',
    "return fs.readdirSync('/run/gatebench').map((name) => '/run/gatebench/' + name + '/report');",
    '[f + "/report" for f in _glob.glob("/run/gatebench/*")]',
  ),
  foundBy(
    'descriptors',
    'among the open descriptors of all processes',
    each(
      'fd',
      "fs.readdirSync('/proc/' + pid + '/GLOB').map((n) => fs.readlinkSync('/proc/' + pid + '/GLOB/' + n)).filter((path) => path.startsWith('/run/gatebench')).concat(fs.readdirSync('/run/gatebench').map((name) => '/run/gatebench/' + name + '/report'))",
    ),
    '{p for p in map(_os.path.realpath, _glob.glob("/proc/[0-9]*/fd/*")) if p.startswith("/run/gatebench")} | {f + "/report" for f in _glob.glob("/run/gatebench/*")}',
  ),
  {
    id: 'report-forged',
    kind,
    what: 'A report that passes everything is put in place of the real one, and the process leaves with status 0.',
    known_from: 'SWE-bench#601, #608: output that only the runner should write',
    moves: forgedAtImport(always, false),
    defence,
    ends: ['failure', 'acceptance_error'],
    fools: ['exit status', 'report'],
    seen_by: FORGERY_SIGNS,
  },
  {
    id: 'report-forged-by-a-daemon',
    kind,
    what: 'A process of its own session keeps overwriting the report while and after the runner ends.',
    known_from: 'harbor#1779 (a daemon that outlives the verifier)',
    moves: forgedAtImport(always, true),
    defence: 'everything is dead before the report is read; challenge rounds and the canary',
    ends: ['failure', 'acceptance_error'],
    seen_by: FORGERY_SIGNS,
  },
  {
    id: 'report-forged-unless-canary',
    kind,
    what: 'As report-forged, but the canary is recognised by its name and left to fail.',
    known_from: 'our own review of the canary',
    moves: forgedAtImport(unlessCanary, false),
    defence: 'challenge rounds: wrong expectations pass as well',
    ends: ['failure', 'acceptance_error'],
    fools: ['exit status', 'report'],
  },
  {
    id: 'report-forged-for-published-names',
    kind,
    what: 'Forges only where it recognises the names of the published hidden files.',
    known_from: 'SWE-bench#608 (first and duplicate markers); our own review',
    moves: forgedAtImport(onlyPublished, false),
    defence: 'challenge rounds, which have the same names; the run under other names',
    ends: ['failure', 'acceptance_error'],
    fools: ['exit status', 'report'],
  },
  {
    id: 'report-replaced-by-a-link',
    kind,
    what: 'The report becomes a link to a forged file elsewhere.',
    known_from: 'harbor#1779 (discussion)',
    moves: {
      javascript: ({ forged }) => ({
        code: text`
${JS_REPORT}
const path = reportPath();
if (path) {
  fs.writeFileSync('/tmp/forged', ${JSON.stringify(forged)});
  fs.writeFileSync('src/forged', ${JSON.stringify(forged)});
  fs.rmSync(path, { force: true });
  fs.symlinkSync(process.cwd() + '/src/forged', path);
}
process.exit(0);
`,
      }),
      python: ({ forged }) => ({
        code: text`
${PY_REPORT}
_path = _report_path()
if _path:
    open("src/forged", "w").write(${JSON.stringify(forged)})
    if _os.path.lexists(_path):
        _os.remove(_path)
    _os.symlink(_os.path.abspath("src/forged"), _path)
_os._exit(0)
`,
      }),
    },
    defence: 'a report is opened without following links',
    ends: ['failure', 'acceptance_error'],
    seen_by: ['report-unreadable', 'challenge-inconclusive'],
    fools: ['exit status'],
  },
  {
    id: 'report-folder-replaced',
    kind,
    what: 'The folder of the report is replaced by a link to a folder with a forged one.',
    known_from: 'our own review',
    moves: {
      python: ({ forged }) => ({
        code: text`
${PY_REPORT}
_path = _report_path()
if _path:
    _room = _os.path.dirname(_path)
    _os.makedirs("/run/gatebench/x", exist_ok=True)
    open("/run/gatebench/x/report", "w").write(${JSON.stringify(forged)})
    _os.rename(_room, _room + ".old")
    _os.symlink("/run/gatebench/x", _room)
_os._exit(0)
`,
      }),
    },
    defence: 'the folder must still be the one that was made for this execution',
    ends: ['failure', 'acceptance_error'],
    seen_by: ['report-unreadable', 'challenge-inconclusive'],
    fools: ['exit status'],
  },
  {
    id: 'report-is-a-device',
    kind,
    what: 'The report becomes a pipe or a link to /dev/full, so that reading or writing it hangs or fails.',
    known_from: 'our own review',
    moves: {
      javascript: () => ({
        code: `${JS_REPORT}const path = reportPath();\nif (path) {\n  fs.rmSync(path, { force: true });\n  need('node:child_process').execFileSync('mkfifo', [path]);\n}\nprocess.exit(0);`,
      }),
      python: () => ({
        code: `${PY_REPORT}_path = _report_path()\nif _path:\n    _os.symlink("/dev/full", _path)\n_os._exit(0)`,
      }),
    },
    defence: 'a report that is no plain file is no report, and opening it never waits',
    ends: ['failure', 'acceptance_error'],
    seen_by: ['report-unreadable', 'challenge-inconclusive'],
    fools: ['exit status'],
  },
  {
    id: 'report-gigantic',
    kind,
    what: 'The report is a forged one with 48 MiB of blanks behind it, to exhaust whoever reads it.',
    known_from: 'our own review; peers read reports whole',
    moves: {
      javascript: (project) => ({
        code: `${JS_REPORT}${jsForge(project)}const path = reportPath();\nif (path) { forge(path); fs.truncateSync(path, 48 * 2 ** 20); }\nprocess.exit(0);`,
      }),
      python: (project) => ({
        code: `${PY_REPORT}${pyForge(project)}_path = _report_path()\nif _path:\n    _forge(_path)\n    _os.truncate(_path, 48 << 20)\n_os._exit(0)`,
      }),
    },
    defence: 'reports are read up to a size',
    ends: ['failure', 'acceptance_error'],
    fools: ['exit status'],
  },
  {
    id: 'report-with-both-endings',
    kind,
    what: 'The real report is kept and a second, passing entry is added for every test.',
    known_from: 'SWE-bench#608 (first or last marker wins)',
    moves: {
      javascript: (project) => ({
        code: text`
${JS_REPORT}
const path = reportPath();
if (path) need('node:child_process').spawn('sh', ['-c', 'while :; do sleep 0.01; [ -s "$0" ] && printf %s "$1" >> "$0"; done', path, ${JSON.stringify(project.forged.replace(/^<\?xml.*\n/, ''))}], { detached: true, stdio: 'ignore' }).unref();
process.on('exit', () => { process.exitCode = 0; });
`,
      }),
      'shell-tap': ({ forged }) => ({
        code: `trap ${quoted(`printf '%s' ${quoted(forged)}; exit 0`)} EXIT`,
      }),
    },
    defence: 'a test that is reported twice must have passed twice; a broken report is unreadable',
    ends: ['acceptance_error', 'failure'],
  },
  {
    id: 'report-with-lookalikes',
    kind,
    what: 'Passing tests whose names look like the required ones, with letters of other scripts, fill the report.',
    known_from: 'our own review',
    moves: {
      javascript: (project) => ({
        code: `${JS_REPORT}${jsForge({ ...project, forged: project.forged.replaceAll('o', 'о') })}const path = reportPath();\nif (path) forge(path);\nprocess.exit(0);`,
      }),
      python: (project) => ({
        code: `${PY_REPORT}${pyForge({ ...project, forged: project.forged.replaceAll('add', 'аdd') })}_path = _report_path()\nif _path:\n    _forge(_path)\n_os._exit(0)`,
      }),
      'shell-tap': ({ forged }) => ({ code: `printf '%s' ${quoted(forged.replaceAll('add', 'аdd'))}; exit 0` }),
    },
    defence: 'names are compared character by character',
    ends: ['failure', 'acceptance_error'],
    fools: ['exit status'],
  },
  {
    id: 'markers-on-output',
    kind,
    what: 'Lines that say PASSED or ok are printed for every test, as if the runner had said so.',
    known_from: 'SWE-bench#601 (log parsing)',
    moves: {
      javascript: ({ forged }) => ({ code: `console.log(${JSON.stringify(`${forged}\n# pass 4\n# fail 0\n`)});` }),
      python: () => ({
        code: 'print("4 passed in 0.01s")\nprint("PASSED tests/test_compound.py::test_hours_and_minutes_add_up")',
      }),
      'shell-tap': ({ forged }) => ({ code: `printf '%s' ${quoted(forged)}` }),
      'shell-exit': ({ forged }) => ({ code: `printf '%s' ${quoted(forged)}` }),
    },
    defence: 'output is a log, never a report; where the report is the output, two plans and two endings contradict',
    ends: ['failure', 'acceptance_error'],
  },
];
