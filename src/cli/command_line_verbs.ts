import type { Verb } from './options/verb.js';
import { agentsVerb } from './verbs/agents_verb.js';
import { compareVerb } from './verbs/compare_verb.js';
import { exportVerb } from './verbs/export_verb.js';
import { guardVerb } from './verbs/guard_verb.js';
import { importVerb } from './verbs/import_verb.js';
import { initVerb } from './verbs/init_verb.js';
import { pilotVerb } from './verbs/pilot_verb.js';
import { planVerb } from './verbs/plan_verb.js';
import { recordsVerb } from './verbs/records_verb.js';
import { reportVerb } from './verbs/report_verb.js';
import { runVerb } from './verbs/run_verb.js';
import { schemaVerb } from './verbs/schema_verb.js';
import { scoreVerb } from './verbs/score_verb.js';
import { serveVerb } from './verbs/serve_verb.js';
import { checkVerb, validateVerb } from './verbs/validate_verb.js';
import { verifyVerb } from './verbs/verify_verb.js';
import { viewVerb } from './verbs/view_verb.js';

/** Verbs of the command line: those that the help shows first, and those that it names after them. */
export const COMMAND_LINE_VERBS: Readonly<Record<'first' | 'more', readonly Verb[]>> = {
  first: [
    ...[initVerb, runVerb, checkVerb, validateVerb],
    ...[reportVerb, viewVerb, compareVerb, verifyVerb, importVerb],
  ],
  more: [
    ...[planVerb, pilotVerb, scoreVerb, exportVerb, schemaVerb],
    ...[agentsVerb, guardVerb, serveVerb, recordsVerb],
  ],
};
