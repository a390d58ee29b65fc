import { callerVariables } from '../../src/commands/caller_variables.js';

it('hands out what is asked for, again and again, and takes it out of the environment', () => {
  const env: NodeJS.ProcessEnv = { KEY: 'value', OTHER: 'kept', GH_TOKEN: 'gone by then' };
  const variable = callerVariables(env);
  delete env.GH_TOKEN;
  expect(['KEY', 'KEY', 'GH_TOKEN', 'ABSENT', 'toString'].map(variable)).toEqual([
    'value',
    'value',
    'gone by then',
    undefined,
    undefined,
  ]);
  expect(env).toEqual({ OTHER: 'kept' });
});
