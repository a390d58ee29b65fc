import type { Project } from '../cheat.js';
import { JS_REPORT, jsForge, PY_REPORT, pyForge, quoted, text } from './kit.js';

/** A condition in each language; `before` stands in front of it and may define what it needs. */
export interface ForgeryCondition {
  javascript: string;
  python: string;
  shell: string;
  before?: { javascript?: string; python?: string; shell?: string };
}

/** What is said of a forged report: that it passes what must fail, or that it contradicts what was seen of the run. */
export const FORGERY_SIGNS = [
  'expectations-forged',
  'oracle-disarmed',
  'challenge-inconclusive',
  'oracle-prevented',
] as const;

/** Forges the whole report as soon as the graded code is loaded, where a condition holds, and leaves with status 0. */
export const forgedAtImport = (guard: ForgeryCondition, daemon = false) => ({
  javascript: (project: Project) => ({
    code: text`
${JS_REPORT}${jsForge(project)}${guard.before?.javascript ?? ''}
if (${guard.javascript}) {
  const path = reportPath();
  if (path) forge(path);
  ${daemon ? 'need(\'node:child_process\').spawn(\'sh\', [\'-c\', \'trap "" TERM HUP INT; cp "$0" /tmp/f; while :; do cp /tmp/f "$0.y" && mv "$0.y" "$0"; done\', path], { detached: true, stdio: \'ignore\' }).unref();' : ''}
  process.exit(0);
}
`,
  }),
  python: (project: Project) => ({
    code: text`
${PY_REPORT}${pyForge(project)}${guard.before?.python ?? ''}
if ${guard.python}:
    _path = _report_path()
    if _path:
        _forge(_path)
        ${
          daemon
            ? 'if _os.fork() == 0:\n            _os.setsid()\n            if _os.fork() == 0:\n                while True:\n                    _forge(_path + ".y")\n                    _os.rename(_path + ".y", _path)\n            _os._exit(0)'
            : 'pass'
        }
    _os._exit(0)
`,
  }),
  shell: (project: Project) => ({
    code: text`
${guard.before?.shell ?? ''}
if ${guard.shell}; then
  printf '%s' ${quoted(project.forged)}
  ${daemon ? 'out=$(readlink /proc/$$/fd/1)\n  case $out in /*) (setsid sh -c "while :; do cp $out $out.y && mv $out.y $out; done" >/dev/null 2>&1 &) ;; esac' : ''}
  exit 0
fi
`,
  }),
});
