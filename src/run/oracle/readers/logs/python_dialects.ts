import type { LogFormat } from '../../../../contract/checks/check.js';
import { type LogDialect, LoggedTests } from './log_dialect.js';

const PASSES = [' ... ok', ' ... OK', ' ...  OK'];

/** Dialects of the test programs of Django and SymPy. */
export const PYTHON_DIALECTS = {
  django: {
    readTests(lines) {
      const tests = new LoggedTests();
      // A test that prints something has its outcome on a later line.
      let pending: string | undefined;
      for (const line of lines.map((each) => each.trim())) {
        const begun = line.indexOf(' ... ');
        if (begun !== -1) pending = line.slice(0, begun);
        if (line.includes('--version is equivalent to version'))
          tests.add('--version is equivalent to version', 'passed');
        const passed = PASSES.find((end) => line.endsWith(end));
        if (passed !== undefined) {
          const migration = line.startsWith('Applying sites.0002_alter_domain_unique...test_no_migrations');
          const whole = migration ? line.slice(line.indexOf('...') + 3).trim() : line;
          tests.add(whole.slice(0, whole.lastIndexOf(passed)), 'passed');
        }
        const skipped = line.indexOf(' ... skipped');
        if (skipped !== -1) tests.add(line.slice(0, skipped), 'skipped');
        for (const end of [' ... FAIL', ' ... ERROR'])
          if (line.endsWith(end)) tests.add(line.slice(0, line.indexOf(end)), 'failed');
        // The head of a failure: the method alone, as upstream reads it, and with its class.
        const [, method, owner] = /^(?:FAIL|ERROR):\s{0,40}(\S+)(\s\([\w.<>]{1,1000}\))?/.exec(line) ?? [];
        if (method !== undefined) tests.add(method, 'failed');
        if (owner !== undefined) tests.add(`${method}${owner}`, 'failed');
        if (line.startsWith('ok') && pending !== undefined) tests.add(pending, 'passed');
      }
      return tests;
    },
    writePassing: (name) => `${name} ... ok`,
  },
  sympy: {
    readTests(lines) {
      const tests = new LoggedTests();
      const ends = { E: 'failed', F: 'failed', ok: 'passed' } as const;
      for (const line of lines) {
        // The head of a failure further below: its file and name between underscores.
        const head = /^_+ (\S+) _+$/.exec(line.trim())?.[1] ?? '';
        const file_end = head.lastIndexOf('.py:', head.length - '.py:'.length - 1);
        if (file_end > 0) tests.add(head, 'failed');
        const end = /^test_.* (E|F|ok)$/.exec(line.trim())?.[1] as keyof typeof ends | undefined;
        if (end !== undefined) tests.add(line.trim().split(/\s/, 1)[0]!, ends[end]);
      }
      return tests;
    },
    writePassing: (name) => (name.startsWith('test_') ? `${name} ok` : `test_${name} ok`),
  },
} satisfies Partial<Record<LogFormat, LogDialect>>;
