import { findPlatformFault } from '../../../../src/commands/import/images/find_platform_fault.js';

it.each([
  ['linux/amd64', 'x64'],
  ['linux/arm64', 'arm64'],
  ['linux/386', 'ia32'],
  ['linux/s390x', 's390x'],
  ['linux/', 'x64'],
  ['/', 'arm64'],
])('takes an image for %s on %s', (platform, architecture) => {
  expect(findPlatformFault(platform, architecture)).toBeUndefined();
});

it.each([
  ['linux/arm64', 'x64', 'is for linux/arm64, and this machine is linux/amd64'],
  ['windows/amd64', 'x64', 'is for windows/amd64, and this machine is linux/amd64'],
  ['linux/\u001b[31m', 'x64', 'is for "linux/\\u001b[31m", and this machine is linux/amd64'],
])('takes none for %j on %s', (platform, architecture, fault) => {
  expect(findPlatformFault(platform, architecture)).toBe(fault);
});
