import type { WayOutOrder } from './way_out.js';

/** What a package manager needs to be started, and what may say which registry it asks. Nothing else of the environment reaches it. */
const TOOL_VARIABLE =
  /^(PATH|HOME|LANG|LC_ALL|XDG_CONFIG_(HOME|DIRS)|NVM_DIR|PYENV_ROOT|RBENV_ROOT|npm_config_\w+|NPM_CONFIG_\w+|YARN_\w+|PIP_\w+|GO(PROXY|SUMDB|ENV|FLAGS|ROOT|PATH|NOSUMDB|PRIVATE|TOOLCHAIN)|CARGO_HOME|RUSTUP_HOME|GEM_\w+|GEMRC)$/;

function toolVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => TOOL_VARIABLE.test(entry[0]) && entry[1] !== undefined,
    ),
  );
}

/** Reads the variables that every tool reads. Lower case wins, as with curl. */
export function wayOutOf(env: Readonly<Record<string, string | undefined>>): WayOutOrder {
  const value = (...names: string[]) => names.map((name) => env[name]).find((found) => found) || undefined;
  const any = value('all_proxy', 'ALL_PROXY');
  const files = ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'].flatMap((name) => env[name] || []);
  return {
    http_proxy: value('http_proxy', 'HTTP_PROXY') ?? any,
    https_proxy: value('https_proxy', 'HTTPS_PROXY') ?? any,
    no_proxy: (value('no_proxy', 'NO_PROXY') ?? '').split(/[\s,]+/).filter(Boolean),
    tool_variables: toolVariables(env),
    certificates: [...new Set(files)],
  };
}
