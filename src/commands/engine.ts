/**
 * All that the shells use, in one place: the build bundles it once, and both shells load that bundle. Whatever is not needed to read
 * arguments comes through `verbs`.
 */
export { conceal, readEnvironment } from './action_environment.js';
export type { ActionOutcome } from './action_run.js';
export { wayOutOf } from './caller_network.js';
export { callerSecrets } from './caller_secrets.js';
export { commandLine } from './command_line.js';
export { failure } from './failure.js';
export { terminalAsk } from './terminal_ask.js';
export { verbs } from './verbs.js';
