/**
 * Program that runs jasmine and reports each spec in TAP. Jasmine itself prints the failing ones only, and a report
 * without the others could not tell a test that passed from one that was never run.
 */
export const JASMINE_RUNNER = {
  path: 'gatebench-jasmine.cjs',
  content: `// Runs jasmine with the given configuration, and writes each spec to a report in TAP: REPORT CONFIG [FILE]
const { appendFileSync } = require('node:fs');
const Jasmine = require('jasmine');
const [target, config, file] = process.argv.splice(2);
let count = 0;
const write = (line) => appendFileSync(target, line + '\\n');
const report = {
  jasmineStarted: () => write('TAP version 13'),
  specDone({ status, fullName, failedExpectations = [] }) {
    const name = fullName.replace(/\\s+/g, ' ').replace(/#/g, '\\\\#');
    const end = status === 'pending' || status === 'excluded' ? ' # SKIP' : '';
    write((status === 'failed' ? 'not ok ' : 'ok ') + ++count + ' - ' + name + end);
    for (const { message } of failedExpectations) write('# ' + String(message).split('\\n')[0]);
  },
  jasmineDone: () => write('1..' + count),
};
(async () => {
  const jasmine = new Jasmine();
  jasmine.loadConfigFile(config);
  if (file) jasmine.specFiles = [require('node:path').resolve(file)];
  (jasmine.env || jasmine).addReporter(report);
  await jasmine.execute();
})();
`,
} as const;
