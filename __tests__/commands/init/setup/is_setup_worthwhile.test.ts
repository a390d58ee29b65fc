import { isSetupWorthwhile } from '../../../../src/commands/init/setup/is_setup_worthwhile.js';
import { createCommand, createInstallCommand } from '../../../../src/project/project.js';

const whole = [createInstallCommand('npm ci', 'all')];
const lenient = [{ ...createInstallCommand('npm install --legacy-peer-deps', 'conflicts'), lenient: true as const }];
const bare = [createCommand('python3 -m venv v', 'nothing')];

it('an installation that accepts conflicts is tried only where no stricter one worked', () => {
  expect(isSetupWorthwhile(lenient, [])).toBe(true);
  expect(isSetupWorthwhile(lenient, [{ setup: whole, stage: 'setup' }])).toBe(true);
  expect(isSetupWorthwhile(lenient, [{ setup: whole, stage: 'tests' }])).toBe(false);
  expect(isSetupWorthwhile(lenient, [{ setup: whole, stage: 'build' }])).toBe(false);
  // Nothing was installed: the tests may have failed for that.
  expect(isSetupWorthwhile(lenient, [{ setup: bare, stage: 'tests' }])).toBe(true);
  expect(isSetupWorthwhile(whole, [{ setup: whole, stage: 'tests' }])).toBe(true);
});
