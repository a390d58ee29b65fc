import type { Analysis } from '../../../judge/analysis/analysis.js';
import type { Section } from '../blocks.js';
import { ablationSection } from './ablation.js';
import { adjudicationsSection } from './adjudications.js';
import { clearSection } from './clear.js';
import { comparisonsSection } from './comparisons.js';
import { consistencySection } from './consistency.js';
import { paretoSection } from './pareto.js';
import { ratesSection } from './rates.js';
import { standardsSection } from './standards.js';

/** What an analysis says, most important first: how often agents succeed, who is better, what mechanisms contribute, at what price. */
export function analysisSections(analysis: Analysis): Section[] {
  const { ablations, adjudications } = analysis;
  return [
    ratesSection(analysis),
    comparisonsSection(analysis),
    ...ablations.map(ablationSection),
    clearSection(analysis),
    paretoSection(analysis),
    consistencySection(analysis),
    adjudications ? adjudicationsSection(adjudications) : null,
    standardsSection(analysis),
  ].filter((section) => section !== null);
}
