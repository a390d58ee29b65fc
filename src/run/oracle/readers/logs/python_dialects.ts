import type { LogFormat } from '../../../../contract/checks/log_format.js';
import type { LogDialect, LoggedTests } from './log_dialect.js';

const PASSES = [' ... ok', ' ... OK', ' ...  OK'];

/** Dialects of the test programs of Django and SymPy. */
export const PYTHON_DIALECTS = {
  django: {
    readTests(lines) {
      const tests: LoggedTests = new Map();
      // A test that prints something has its outcome on a later line.
      let pending: string | undefined;
      for (const line of lines.map((each) => each.trim())) {
        const begun = line.indexOf(' ... ');
        if (begun !== -1) pending = line.slice(0, begun);
        if (line.includes('--version is equivalent to version'))
          tests.set('--version is equivalent to version', 'passed');
        const passed = PASSES.find((end) => line.endsWith(end));
        if (passed !== undefined) {
          const migration = line.startsWith('Applying sites.0002_alter_domain_unique...test_no_migrations');
          const whole = migration ? line.slice(line.indexOf('...') + 3).trim() : line;
          tests.set(whole.slice(0, whole.lastIndexOf(passed)), 'passed');
        }
        const skipped = line.indexOf(' ... skipped');
        if (skipped !== -1) tests.set(line.slice(0, skipped), 'skipped');
        for (const end of [' ... FAIL', ' ... ERROR'])
          if (line.endsWith(end)) tests.set(line.slice(0, line.indexOf(end)), 'failed');
        const named = /^(?:FAIL|ERROR):\s{0,40}(\S+)/.exec(line)?.[1];
        if (named !== undefined) tests.set(named, 'failed');
        if (line.startsWith('ok') && pending !== undefined) tests.set(pending, 'passed');
      }
      return tests;
    },
    writePassing: (name) => `${name} ... ok`,
  },
  sympy: {
    readTests(lines) {
      const tests: LoggedTests = new Map();
      const ends = { E: 'failed', F: 'failed', ok: 'passed' } as const;
      for (const line of lines) {
        // The head of a failure further below: its file and name between underscores.
        const head = /^_+ (\S+) _+$/.exec(line.trim())?.[1] ?? '';
        const file_end = head.lastIndexOf('.py:', head.length - '.py:'.length - 1);
        if (file_end > 0) tests.set(head, 'failed');
        const end = /^test_.* (E|F|ok)$/.exec(line.trim())?.[1] as keyof typeof ends | undefined;
        if (end !== undefined) tests.set(line.trim().split(/\s/, 1)[0]!, ends[end]);
      }
      return tests;
    },
    writePassing: (name) => (name.startsWith('test_') ? `${name} ok` : `test_${name} ok`),
  },
} satisfies Partial<Record<LogFormat, LogDialect>>;
