import { selectImageVariables } from '../../../../src/commands/import/images/select_image_variables.js';

const select = (variables: Record<string, string>) => selectImageVariables(variables, '/testbed');

it('takes over where tools lie and which they are', () => {
  const known = {
    ...{ JAVA_HOME: '/usr/lib/jvm/java-17', GOPATH: '/go:/more', CONDA_DEFAULT_ENV: 'testbed', NODE_VERSION: '20.1.0' },
  };
  expect(select(known)).toEqual({ taken: known, left_out: [] });
});

it('leaves out secrets, what loads code or moves files, and unknown names, and lists them', () => {
  const others = {
    ...{
      NPM_TOKEN: 'x',
      CONDA_TOKEN: 'x',
      LD_PRELOAD: '/x.so',
      NODE_OPTIONS: '-r /x',
      PYTHONPATH: '/x',
      BASH_ENV: '/x',
    },
    ...{ ENV: '/x', GIT_DIR: '/x', TMPDIR: '/x', GATEBENCH_SEED: '1', http_proxy: 'http://u:p@x', 'a-b': '', '': '' },
  };
  expect(select(others)).toEqual({ taken: {}, left_out: Object.keys(others).sort() });
});

it('leaves out known names whose value is no place outside of the repository, or no plain name', () => {
  const bad = {
    ...{ JAVA_HOME: '/testbed/jdk', GOPATH: '/go:/testbed', GEM_HOME: 'vendor', VIRTUAL_ENV: '', CARGO_HOME: '/a\0' },
    ...{ NODE_VERSION: '$(id)', CONDA_DEFAULT_ENV: '/testbed/env' },
  };
  expect(select(bad)).toEqual({ taken: {}, left_out: Object.keys(bad).sort() });
});

it('does not list what each session sets', () => {
  expect(select({ PATH: '/x', HOME: '/root', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' })).toEqual({ taken: {}, left_out: [] });
});

it.each(['/usr/bin', '/', '/appendix/bin', '/app/../usr/bin', '/opt/app'])('%j lies outside of /app', (path) => {
  expect(selectImageVariables({ GOPATH: path }, '/app')).toEqual({ taken: { GOPATH: path }, left_out: [] });
});

it.each(['', '.', 'bin', '/app', '/app/', '//app/bin', '/usr/../app/bin', '/./app', '/usr\n', '/a\0'])(
  '%j may lead into /app',
  (path) => {
    expect(selectImageVariables({ GOPATH: path }, '/app')).toEqual({ taken: {}, left_out: ['GOPATH'] });
  },
);
