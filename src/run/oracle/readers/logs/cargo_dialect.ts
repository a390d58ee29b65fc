import type { TestCase } from '../../../../record/tests/test_report.js';
import { type LogDialect, LoggedTests } from './log_dialect.js';

/** Line of a test; of a doctest the name has blanks, and its line number. */
const BEGINNING = /^test\s{1,40}(\S.{0,2000}?)\s{1,40}\.\.\.(?:\s(.*))?$/;
/** Suffixes that the test program adds to a name. */
const MODE = /\s-\s(?:should panic|compile fail|compile)$/;
/** Result at the end of a line, with the time of `--report-time` or the reason for which the test is ignored. */
const RESULT = /(ok|FAILED|failed|ignored|bench:)(?:,.*| <[\d.]{1,20}s>| \([^()]{1,100}\)|\s+[\d,.]+ ns\/iter.*)?$/;
const SUMMARY = /^test result: \S+ \d{1,9} passed; (\d{1,9}) failed(?:; (\d{1,9}) ignored)?/;

const OUTCOMES: Readonly<Record<string, TestCase['outcome']>> = {
  ok: 'passed',
  FAILED: 'failed',
  failed: 'failed',
  ignored: 'skipped',
  'bench:': 'passed',
};

/**
 * Log of `cargo test`: one line a test. What a test prints without capture stands between its name and its result; of
 * the lines up to the next test the last one holds the result.
 */
export const CARGO_DIALECT: LogDialect = {
  readTests: (lines) => readCargoLog(lines).tests,
  findContradiction: (lines) => readCargoLog(lines).contradiction,
  writePassing: (name) => `test ${name} ... ok`,
};

function readCargoLog(lines: readonly string[]): { tests: LoggedTests; contradiction: string | undefined } {
  const tests = new LoggedTests();
  let contradiction: string | undefined;
  let target = new CargoTarget(tests);
  for (const line of lines.map((each) => each.trim())) {
    const [, name, rest = ''] = BEGINNING.exec(line) ?? [];
    const summary = SUMMARY.exec(line);
    const running = /^running (\d{1,9}) tests?$/.exec(line)?.[1];
    const listed = /^---- (\S.*) stdout ----$/.exec(line)?.[1];
    if (name !== undefined) target.begin(name.replace(MODE, ''), readResult(rest));
    else if (summary) {
      contradiction ??= target.conclude(Number(summary[1]), Number(summary[2] ?? 0));
      target = new CargoTarget(tests);
    } else if (running !== undefined) {
      target.abandon();
      target = new CargoTarget(tests, Number(running));
    } else if (line === 'failures:') target.settle();
    else if (listed !== undefined) target.fail(listed.replace(MODE, ''));
    else if (line !== '') target.read(line);
  }
  target.abandon();
  return { tests, contradiction };
}

/** Collects the tests of one target of a build. */
class CargoTarget {
  readonly #tests: LoggedTests;
  /** Number of tests that were announced. */
  readonly #announced: number | undefined;
  readonly #failed = new Set<string>();
  /** Tests that began and show no result. */
  readonly #open = new Set<string>();
  #begun = 0;
  #ignored = 0;
  #pending: { name: string; outcome: TestCase['outcome'] | undefined; is_final: boolean } | undefined;

  constructor(tests: LoggedTests, announced?: number) {
    this.#tests = tests;
    this.#announced = announced;
  }

  begin(name: string, outcome: TestCase['outcome'] | undefined): void {
    this.settle();
    this.#begun++;
    this.#pending = { name, outcome, is_final: false };
  }

  /**
   * Reads a line below a test: the last result before the next test counts, and a failure on a line of its own stays.
   */
  read(line: string): void {
    if (!this.#pending || this.#pending.is_final) return;
    this.#pending.outcome = readResult(line) ?? this.#pending.outcome;
    this.#pending.is_final = /^FAILED\b/.test(line);
  }

  fail(name: string): void {
    this.#open.delete(name);
    this.#failed.add(name);
    this.#tests.add(name, 'failed');
  }

  settle(): void {
    if (!this.#pending) return;
    const { name, outcome } = this.#pending;
    this.#pending = undefined;
    if (outcome === undefined) this.#open.add(name);
    else if (outcome === 'failed') this.fail(name);
    else this.#tests.add(name, outcome);
    if (outcome === 'skipped') this.#ignored++;
  }

  /**
   * Ends the target with the numbers of its summary. A test without a result may be a failure that no line shows; if
   * there is none and every announced test began, it passed.
   *
   * @returns what does not add up
   */
  conclude(failed: number, ignored: number): string | undefined {
    this.settle();
    const shown = this.#failed.size;
    const open = [...this.#open];
    if (failed > shown) {
      for (const name of open) this.fail(name);
      return failed > shown + open.length
        ? `a summary counts ${failed} failed tests, and the lines above show ${shown || 'none'}`
        : undefined;
    }
    if (this.#begun === this.#announced && this.#ignored === ignored)
      for (const name of open) this.#tests.add(name, 'passed');
    return undefined;
  }

  /** Ends the target without a summary: what began and did not end has failed. */
  abandon(): void {
    this.settle();
    for (const name of [...this.#open]) this.fail(name);
  }
}

function readResult(text: string): TestCase['outcome'] | undefined {
  const word = RESULT.exec(text.slice(-400))?.[1];
  return word === undefined ? undefined : OUTCOMES[word];
}
