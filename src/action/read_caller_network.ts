import type { OutboundOptions } from '../commands/io/read_outbound_network.js';

/** Variables that a package manager needs to start and to find its registry. It gets no others. */
const TOOL_VARIABLE = new RegExp(
  `^(${[
    'PATH|HOME|LANG|LC_ALL|XDG_CONFIG_(HOME|DIRS)|NVM_DIR|PYENV_ROOT|RBENV_ROOT',
    String.raw`npm_config_\w+|NPM_CONFIG_\w+|YARN_\w+|PIP_\w+`,
    'GO(PROXY|SUMDB|ENV|FLAGS|ROOT|PATH|NOSUMDB|PRIVATE|TOOLCHAIN)',
    String.raw`CARGO_HOME|RUSTUP_HOME|GEM_\w+|GEMRC`,
  ].join('|')})$`,
);

function selectToolVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => TOOL_VARIABLE.test(entry[0]) && entry[1] !== undefined,
    ),
  );
}

/** Reads proxy and certificate settings from the environment. Lower-case names win, as with curl. */
export function readCallerNetwork(env: Readonly<Record<string, string | undefined>>): OutboundOptions {
  const value = (...names: string[]) => names.map((name) => env[name]).find((found) => found) || undefined;
  const any = value('all_proxy', 'ALL_PROXY');
  const files = ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'].flatMap((name) => env[name] || []);
  return {
    http_proxy: value('http_proxy', 'HTTP_PROXY') ?? any,
    https_proxy: value('https_proxy', 'HTTPS_PROXY') ?? any,
    no_proxy: (value('no_proxy', 'NO_PROXY') ?? '').split(/[\s,]+/).filter(Boolean),
    tool_variables: selectToolVariables(env),
    certificates: [...new Set(files)],
  };
}
