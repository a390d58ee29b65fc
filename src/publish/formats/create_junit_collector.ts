import { isExpectedFailure } from '../report/view/attempt_row.js';
import { shortenText } from '../text/escape_text.js';
import { type ExportRow, formatGateWords, listFailedChecks } from './export_row.js';

/** Characters of one message and of the text under it. */
const [MESSAGE, TEXT] = [500, 20_000];

/** Suite of JUnit: the trials of one agent at one task. */
interface JunitSuite {
  cases: string[];
  failures: number;
  errors: number;
  skipped: number;
  wall_ms: number;
}

/** Collector of attempts for a JUnit file. */
interface JunitCollector {
  add(entry: ExportRow): void;
  /** Adds a planned attempt without a result. */
  addMissing(attempt_id: string): void;
  /** Renders all that was added. */
  render(name: string): string;
}

/**
 * Creates a collector of attempts for a JUnit XML file, as CI systems read it.
 *
 * A suite holds the trials of one agent at one task, a test case one attempt. A failed attempt is a failure. An attempt
 * without a decision is an error: nobody may take it for a pass.
 */
export function createJunitCollector(): JunitCollector {
  const suites = new Map<string, JunitSuite>();
  return {
    add(entry) {
      const { status, wall_ms } = entry.row;
      const name = formatSuiteName(entry.row);
      const suite = suites.get(name) ?? { cases: [], failures: 0, errors: 0, skipped: 0, wall_ms: 0 };
      suites.set(name, suite);
      suite.cases.push(renderCase(entry));
      suite.wall_ms += wall_ms;
      if (isExpectedFailure(entry.row.result)) suite.skipped++;
      else if (status === 'failure') suite.failures++;
      else if (status !== 'success') suite.errors++;
    },
    addMissing(attempt_id) {
      const name = 'attempts without a result';
      const suite = suites.get(name) ?? { cases: [], failures: 0, errors: 0, skipped: 0, wall_ms: 0 };
      suites.set(name, suite);
      const attributes = renderAttributes({ name: attempt_id, classname: name, time: formatSeconds(0) });
      suite.cases.push(`    <testcase${attributes}><error message="no result" type="missing"/></testcase>\n`);
      suite.errors++;
    },
    render(name) {
      const all = [...suites.values()];
      const sum = (count: (suite: JunitSuite) => number) => all.reduce((total, suite) => total + count(suite), 0);
      const body = [...suites].map(
        ([suite_name, suite]) =>
          `  <testsuite${renderCounts(suite_name, suite)}>\n${suite.cases.join('')}  </testsuite>\n`,
      );
      const totals = {
        cases: all.flatMap(({ cases }) => cases),
        failures: sum(({ failures }) => failures),
        errors: sum(({ errors }) => errors),
        skipped: sum(({ skipped }) => skipped),
        wall_ms: sum(({ wall_ms }) => wall_ms),
      };
      return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${renderCounts(name, totals)}>\n${body.join('')}</testsuites>\n`;
    },
  };
}

const formatSuiteName = ({ task, agent }: ExportRow['row']): string => `${task} (${agent})`;

const renderCounts = (name: string, { cases, failures, errors, skipped, wall_ms }: JunitSuite): string =>
  renderAttributes({ name, tests: cases.length, failures, errors, skipped, time: formatSeconds(wall_ms) });

function renderCase(entry: ExportRow): string {
  const { row, failures } = entry;
  const place = row.status === 'success' ? undefined : failures.find((failure) => failure.place)?.place;
  const attributes = renderAttributes({
    name: `${row.task} (${row.agent}), trial ${row.trial}`,
    classname: formatSuiteName(row),
    file: place?.path ?? row.result.contract.path,
    ...(place === undefined ? {} : { line: place.line }),
    time: formatSeconds(row.wall_ms),
  });
  const facts = [`gates: ${formatGateWords(row)}`, `attempt: ${row.attempt_id}`, `record: ${row.result.run}`].join(
    '\n',
  );
  const output = `      <system-out>${escapeXml(facts)}</system-out>\n`;
  return `    <testcase${attributes}>\n${renderFault(entry)}${output}    </testcase>\n`;
}

/** Renders why an attempt did not pass; empty for one that did. */
function renderFault(entry: ExportRow): string {
  const { row, failures } = entry;
  if (row.status === 'success') return '';
  if (isExpectedFailure(row.result))
    return '      <skipped message="baseline that changes nothing: it fails, as it should"/>\n';
  const tag = row.status === 'failure' ? 'failure' : 'error';
  const lines = [
    row.why,
    ...row.further.map(({ gate, why }) => `${gate}: ${why}`),
    ...listFailedChecks(row).map(({ check, why }) => `${check}: ${why}`),
    ...failures.map(({ test, message, place }) =>
      [`${place === undefined ? '' : `${place.path}:${place.line} `}${test}`, message].join('\n'),
    ),
  ];
  const text = shortenText([...new Set(lines)].join('\n\n'), TEXT);
  const attributes = renderAttributes({ message: shortenText(row.why, MESSAGE), type: row.decided_by ?? row.status });
  return `      <${tag}${attributes}>${escapeXml(text)}</${tag}>\n`;
}

const formatSeconds = (ms: number): string => (ms / 1000).toFixed(3);

const renderAttributes = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value)).replace(/[\n\t]/g, ' ')}"`)
    .join('');

/** Escapes text for XML 1.0; characters that it cannot hold are replaced. */
function escapeXml(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '\ufffd',
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
