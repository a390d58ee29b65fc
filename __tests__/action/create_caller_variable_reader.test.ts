import { createCallerVariableReader } from '../../src/action/create_caller_variable_reader.js';

it('hands out what is asked for, again and again, and takes it out of the environment', () => {
  const env: NodeJS.ProcessEnv = { KEY: 'value', OTHER: 'kept', GH_TOKEN: 'gone by then' };
  const variable = createCallerVariableReader(env);
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
