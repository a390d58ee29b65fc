/** Terms of art by their anchor in docs/glossary.md, in the forms in which pages use them. */
const TERMS: Record<string, string> = {
  ablation: 'ablations?',
  agent: 'agents?',
  arm: '[Aa]rms?',
  attempt: 'attempts?',
  baseline: 'baselines?',
  breaker: '(?:circuit )?breakers?',
  briefing: 'briefings?',
  canary: 'canar(?:y|ies)',
  'challenge-round': 'challenge rounds?',
  cheater: 'cheaters?',
  clear: 'CLEAR',
  contract: 'contracts?',
  'coordination-layer': 'coordination layer',
  dialect: 'dialects?',
  envelope: 'envelopes?',
  gate: 'gates?',
  gateway: 'gateways?',
  'golden-patch': 'golden patch(?:es)?',
  guard: 'guard|guardrails?',
  handoff: 'handoffs?',
  'hidden-files': 'hidden (?:files?|tests?)',
  'judge-model': 'judge models?',
  layer: 'layers?',
  'long-tier': 'long tier',
  manifest: 'manifests?',
  mutant: 'mutants?',
  oracle: 'oracles?',
  'pareto-front': 'Pareto front',
  passk: 'pass\\^k|pass@k',
  perturbation: 'perturbations?',
  pilot: 'pilots?',
  policy: 'polic(?:y|ies)',
  proof: 'proofs?',
  sandbox: 'sandbox(?:es)?',
  scorable: 'scorable',
  shard: 'shards?',
  snapshot: 'snapshots?',
  stratum: 'strat(?:um|a)',
  strength: 'strengths?',
  suite: '(?<!test )suites?',
  supervisor: 'supervisors?',
  tier: 'tiers?',
  trial: 'trials?',
  upstream: 'upstreams?',
  verdict: 'verdicts?',
  workspace: 'workspaces?',
};

/** Terms whose case tells them from other words. */
const CASED = ['arm', 'clear'];

/** Pages that use the word of a term in another sense: layers of a model, tiers of a price, snapshots of a cloud. */
const OTHER_SENSES = [
  'docs/contracts.md arm',
  'docs/contracts.md policy',
  'docs/guardrails.md layer',
  'docs/guardrails.md snapshot',
  'docs/how-to/verify.md proof',
  'docs/init.md manifest',
  'docs/models.md snapshot',
  'docs/models.md tier',
  'docs/reference/benchmarks.md policy',
  'docs/reference/benchmarks.md upstream',
  'docs/statistics.md proof',
  'docs/statistics.md suite',
  'docs/steering.md layer',
  'docs/threat-model.md snapshot',
];

/** Returns the terms that a page uses in prose without a link to the glossary there or before. */
export function findUnlinkedTerms(page: string, text: string): string[] {
  const prose = blankWhatIsNoProse(text);
  const links = [...text.matchAll(/\]\([^)\s]*glossary\.md#([\w-]+)\)/g)];
  const taken: [number, number][] = [];
  const longest_first = Object.entries(TERMS).sort(([, a], [, b]) => b.length - a.length);
  return longest_first.flatMap(([anchor, form]) => {
    const pattern = new RegExp(`(?<![\\w/.*-])(?:${form})(?![\\w/*-]|\\.\\w)`, CASED.includes(anchor) ? 'g' : 'gi');
    const uses = [...prose.matchAll(pattern)].filter(
      ({ index, 0: word }) => !taken.some(([from, to]) => index < to && index + word.length > from),
    );
    // A word within a longer term is that term, wherever the longer one is linked.
    taken.push(...uses.map(({ index, 0: word }): [number, number] => [index, index + word.length]));
    const [first] = uses;
    if (first === undefined || OTHER_SENSES.includes(`${page} ${anchor}`)) return [];
    if (links.some(({ index, 1: to }) => to === anchor && index < first.index)) return [];
    return [`${first[0]} (#${anchor}), line ${text.slice(0, first.index).split('\n').length}`];
  });
}

/** Blanks code, headings, links, quotes, HTML and generated parts; positions stay. */
function blankWhatIsNoProse(text: string): string {
  const parts = [
    /^ *(`{3,})[\s\S]*?^ *\1 *$/gm,
    /^<!-- ([\w: ./-]+) -->$[\s\S]*?^<!-- \/\1 -->$/gm,
    /<!--[\s\S]*?-->/g,
    /^#{1,6} .*$/gm,
    /^\|.*\|\n(?=\|[-:| ]+\|$)/gm,
    /`[^`\n]*`/g,
    /!?\[[^\]\n]*(?:\n[^\]\n]*)?\]\([^)\s]*\)/g,
    /<[^>\n]+>/g,
    /"[^"\n]*"/g,
    /\bhttps?:\S+/g,
  ];
  return parts.reduce((left, part) => left.replace(part, (match) => match.replace(/[^\n]/g, ' ')), text);
}
