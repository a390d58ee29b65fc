/**
 * Program that an exported task of Harbor runs in its container, as `tests/verify.cjs TESTS LOGS`. The build bundles it
 * by itself.
 */
import { createConsoleWriter } from './cli/terminal/create_console_writer.js';
import { verifyInContainer } from './commands/export/harbor/verify_in_container.js';

const [tests = '/tests', logs = '/logs/verifier'] = process.argv.slice(2);
const { stdout, stderr } = process;
const { fail: print } = createConsoleWriter({ stdout: stderr, stderr: stdout, colour: false, watched: false });
// Settings of this program's own Node are not those of the commands.
const { NODE_OPTIONS: _, ...environment } = process.env;
void verifyInContainer({ tests, logs, environment, print }).then((status) => {
  process.exitCode = status;
});
