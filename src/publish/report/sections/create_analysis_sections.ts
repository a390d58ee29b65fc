import type { Analysis } from '../../../judge/analysis/analysis.js';
import type { ReportSection } from '../report_block.js';
import { createAblationSection } from './create_ablation_section.js';
import { createAdjudicationsSection } from './create_adjudications_section.js';
import { createClearSection } from './create_clear_section.js';
import { createComparisonsSection } from './create_comparisons_section.js';
import { createConsistencySection } from './create_consistency_section.js';
import { createMetricsSection } from './create_metrics_section.js';
import { createParetoSection } from './create_pareto_section.js';
import { createRatesSection } from './create_rates_section.js';
import { createStandardsSection } from './create_standards_section.js';

/** Creates the sections of an analysis, the most important first: rates, comparisons, mechanisms, costs. */
export function createAnalysisSections(analysis: Analysis): ReportSection[] {
  const { ablations, adjudications } = analysis;
  return [
    createRatesSection(analysis),
    createComparisonsSection(analysis),
    ...ablations.map(createAblationSection),
    createClearSection(analysis),
    createParetoSection(analysis),
    createConsistencySection(analysis),
    createMetricsSection(analysis),
    adjudications ? createAdjudicationsSection(adjudications) : null,
    createStandardsSection(analysis),
  ].filter((section) => section !== null);
}
