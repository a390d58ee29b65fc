import { createGuard } from '../../../../src/guard/create_guard.js';

const verdict = (command: string) => createGuard().judge({ command }, { trust: 2 }).verdict;

describe('toolchains before a command, names for names, callbacks: refused where it destroys or exposes', () => {
  it.each([
    'cargo +nightly publish --allow-dirty',
    'cargo +stable yank --version 1.0.0 x',
    'rustup run nightly cargo publish',
    'declare -n ref=target; target=/etc; rm -rf "$ref"',
    'f() { local -n r=$1; rm -rf "$r"; }; d=/home; f d',
    "mapfile -c 1 -C 'rm -rf ~ #' <<< x",
  ])('%s', (command) => {
    expect(verdict(command)).toBe('deny');
  });
});

describe('toolchains before a command, names for names, callbacks: allowed where it does neither', () => {
  it.each([
    'cargo +nightly fmt --all',
    'rustup run nightly cargo test',
    'cargo +nightly publish --dry-run',
    'declare -n r=out; out=dist; rm -rf "$r"',
    `mapfile -t lines < a.txt; echo "\${#lines[@]}"`,
  ])('%s', (command) => {
    expect(verdict(command)).toBe('allow');
  });
});
