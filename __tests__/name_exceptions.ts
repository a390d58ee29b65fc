import type { NameExceptions } from './house_names.js';

/** A name of the public library `gatebench/analysis`, which its users import. */
const PUBLIC = 'public: gatebench/analysis';
/** What tests of several folders need to state a rule; nothing in src asks for it. */
const TESTED = 'tests of other folders read it';

/** Exceptions to the rules of names. An entry that nothing needs any more fails the test. */
export const nameExceptions: NameExceptions = {
  words: {
    Steering: 'the technique of changing activations, as its papers call it',
    Spending: PUBLIC,
    normalised: PUBLIC,
    outcomeConsistencyOf: PUBLIC,
    passAtKOf: PUBLIC,
    passHatKOf: PUBLIC,
    rateBoundsOf: PUBLIC,
  },
  files: {
    'guard_library.ts': 'the entry of the public library gatebench/guard',
    'library.ts': 'the entry of the public library, which exports names of other files',
  },
  unimported: {
    'bundle.ts#bundle': 'the build makes dist/engine/index.js of it, which the shells import',
    'commands/export/harbor/parse_plain_yaml.ts#parsePlainYaml': 'the build puts it in the place of a parser of YAML',
    'contract/checks/check.ts#LOG_FORMATS': TESTED,
    'contract/coordination/coordination.ts#agentProfileSchema': TESTED,
    'contract/coordination/coordination.ts#networkRuleSchema': TESTED,
    'contract/policy/policy.ts#alertCodes': TESTED,
    'judge/rubric/scores/default_weights.ts#createPublishedRubric':
      'scripts/schema.mjs writes schema/gated_rubric.json with it',
    'judge/rubric/taxonomy/taxonomy.ts#formatTaxonomyLines':
      'scripts/schema.mjs writes schema/failure_modes.jsonl with it',
    'judge/statistics/spending_boundaries.ts#solveBoundaries': 'compared with published tables by its test',
    'guard_library.ts#createShippedGuard': 'public: gatebench/guard',
    'project/project.ts#Ecosystem': 'the type of a field of Project',
    'publish/github/comments/create_question_comment.ts#renderQuestionComment': TESTED,
  },
};
