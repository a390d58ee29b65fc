import { describeMissingTool } from '../../../../src/run/agents/installation/describe_missing_tool.js';

it('a tool that the sandbox has not: what is missing, how to install it, and what then', () => {
  expect(describeMissingTool('go', undefined)).toBe(
    'tool "go" is not on this machine: install it (Debian, Ubuntu: apt-get install golang-go), then try again',
  );
  expect(describeMissingTool('toString', undefined)).toBe(
    'tool "toString" is not on this machine: install it, then try again',
  );
  expect(describeMissingTool('cargo', '/root/.cargo/bin')).toBe(
    'tool "cargo" is in /root/.cargo/bin, where only root can go: install it for all users ' +
      '(Debian, Ubuntu: apt-get install cargo), then try again',
  );
});
