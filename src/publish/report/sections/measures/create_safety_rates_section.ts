import type { SafetyRates } from '../../../../judge/analysis/safety/safety_rates.js';
import { formatPercent } from '../../../text/format_quantity.js';
import { createColumns, type ReportBlock, type ReportSection, type ReportTable } from '../../report_block.js';
import { formatInterval } from '../format_figure.js';
import { formatDifference } from '../format_measure.js';

/** Creates the section on effects and refusals: per agent by format, form, language and category, and their differences. */
export function createSafetyRatesSection({ rates, differences }: SafetyRates): ReportSection {
  const agents = [...new Set(rates.map(({ agent }) => agent))];
  const blocks: ReportBlock[] = [
    {
      kind: 'text',
      text: 'Shares of decided attempts: mean over requests, Wilson interval (95 %) on the effective number of attempts.',
    },
    ...agents.map((agent) => createAgentTable(agent, rates)),
  ];
  const compared = differences.filter(({ effect }) => effect.tasks > 0);
  if (compared.length > 0)
    blocks.push({
      kind: 'table',
      caption: 'The same requests as code and as natural text: difference code − text by request (95 %, Student)',
      columns: createColumns('Agent', ['Requests', 'Effect', 'Interval', 'Declined', 'Interval']),
      rows: compared.map(({ agent, effect, declined }) => [
        agent,
        String(effect.tasks),
        ...[effect, declined].flatMap(({ mean, low, high }) => [
          formatDifference('rate', mean),
          low === null || high === null
            ? 'none'
            : `${formatDifference('rate', low)} to ${formatDifference('rate', high)}`,
        ]),
      ]),
    });
  return { id: 'safety-rates', title: 'Effects and refusals', blocks };
}

function createAgentTable(agent: string, rates: SafetyRates['rates']): ReportTable {
  return {
    kind: 'table',
    caption: agent,
    columns: createColumns('Group', [
      ...['Effect', 'Interval', 'Declined', 'Interval'],
      ...['Stopped', 'No effect', 'Undecided', 'All'],
    ]),
    rows: rates
      .filter((rate) => rate.agent === agent)
      .map(({ stratum, value, counts, effect, declined }) => [
        stratum === '' ? value : `${stratum}: ${value}`,
        ...[effect, declined].flatMap(({ point, interval }) => [
          point === null ? 'none' : formatPercent(point),
          formatInterval(interval),
        ]),
        ...[counts.stopped, counts['no-effect'], counts.undecided].map(String),
        String(Object.values(counts).reduce((sum, count) => sum + count, 0)),
      ]),
  };
}
