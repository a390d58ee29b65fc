import type { LogFormat } from '../../contract/checks/check.js';
import type { EvalScript } from './read_eval_script.js';
import { removeInstallation } from './remove_installation.js';
import type { SweBenchInstance } from './swe_bench_instance.js';
import type { TestRunner } from './test_runner.js';

/** Readers of logs by the parser that upstream names. */
const LOGS_BY_PARSER: ReadonlyMap<string, LogFormat> = new Map(
  Object.entries({
    parse_log_ant: 'ant',
    parse_log_bpmn_js: 'karma-failures',
    parse_log_calypso: 'jest-tree',
    parse_log_carbon: 'jest-files',
    parse_log_cargo: 'cargo',
    parse_log_chart_js: 'karma-failures',
    parse_log_django: 'django',
    parse_log_doctest: 'doctest',
    parse_log_eslint: 'eslint-failures',
    parse_log_googletest: 'googletest',
    parse_log_gradle_custom: 'gradle',
    parse_log_grommet: 'jest-files',
    parse_log_highlightjs: 'mocha-spec',
    parse_log_jq: 'jq',
    parse_log_karma: 'karma',
    parse_log_maven: 'maven',
    parse_log_micropython_test: 'micropython',
    parse_log_minitest: 'minitest',
    parse_log_cucumber: 'cucumber',
    parse_log_p5js: 'mocha-failures',
    parse_log_phpunit: 'phpunit',
    parse_log_react_pdf: 'jest-files',
    parse_log_redis: 'redis',
    parse_log_rspec_transformed_json: 'rspec',
    parse_log_ruby_unit: 'ruby-unit',
    parse_log_sympy: 'sympy',
  } satisfies Record<string, LogFormat>),
);

/** Changes of jekyll whose tests are features of cucumber; the others use minitest. */
const JEKYLL_FEATURES = /-(8761|8771)$/;

/** Hidden script with the commands of the benchmark. */
const SCRIPT = 'gatebench-tests.sh';

/** The daemon of Maven has the options of Maven; a check has no network. */
const MAVEN_ALIAS = "command -v mvnd > /dev/null || { shopt -s expand_aliases; alias mvnd='mvn -o'; }";

/** Keeps the exit status of the tests from saying the opposite: this runner always ends with 0 (`--force`). */
const FAILING_SUMMARY = '^ *[0-9]+ failing';

/**
 * Creates the runner of an instance by its own script. Where its tool has a report of its own that names the same
 * tests, that is written: events of Go, TAP of QUnit. Otherwise the printed log is the report.
 *
 * @param script script of the row
 * @returns undefined if the row has none, or no reader knows its log
 */
export function createLogRunner(
  { log_parser, id }: SweBenchInstance,
  script: EvalScript | undefined,
): TestRunner | undefined {
  if (script === undefined || log_parser === undefined) return undefined;
  const { prepare, tests } = script;
  const createScript = (commands: readonly string[]) => ({
    [SCRIPT]: [
      '#!/usr/bin/env bash',
      '# Commands of the benchmark between its patch with tests and the end of the tests.',
      'set -uo pipefail',
      ...(log_parser === 'parse_log_maven' ? [MAVEN_ALIAS] : []),
      '{',
      ...[...prepare.flatMap(removeInstallation), ':'],
      '} >&2',
      'set -x',
      ...commands,
      '',
    ].join('\n'),
  });
  const text = tests.join('\n');
  if (log_parser === 'parse_log_gotest') {
    if (!/\bgo test .*-v\b/.test(text)) return undefined;
    return {
      ...{ name: 'go', report: 'go-test-json', createCanaryCommand: undefined },
      files: createScript(tests.map((line) => line.replace(/\bgo test\b/g, 'go test -json'))),
      run: `bash ${SCRIPT} > "$REPORT"`,
    };
  }
  if (log_parser === 'parse_log_tap' && /\bqunit\b/.test(text))
    return {
      ...{ name: 'qunit', report: 'tap', createCanaryCommand: undefined },
      files: createScript(tests),
      run: `bash ${SCRIPT} > "$REPORT"`,
    };
  const jekyllLog = JEKYLL_FEATURES.test(id) ? 'cucumber' : 'minitest';
  const log = log_parser === 'parse_log_jekyll' ? jekyllLog : LOGS_BY_PARSER.get(log_parser);
  if (log === undefined) return undefined;
  const run = `bash ${SCRIPT} > "$REPORT" 2>&1`;
  return {
    ...{ name: log, report: 'log', log, createCanaryCommand: undefined, files: createScript(tests) },
    is_failures_only: log.endsWith('-failures'),
    run: log === 'mocha-failures' ? `${run} && ! grep -Eq '${FAILING_SUMMARY}' "$REPORT"` : run,
  };
}
