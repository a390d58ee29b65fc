import assert from 'node:assert/strict';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const world = process.env.GATEBENCH_WORLD;

/** Every entry below a folder that is no folder, with its content; links are not followed. */
function below(folder, prefix = '') {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const name = `${prefix}${entry.name}`;
    if (entry.isDirectory()) return below(path, `${name}/`);
    return [[name, entry.isFile() ? readFileSync(path, 'utf8') : `no file: ${lstatSync(path).mode}`]];
  });
}

// What tools keep for themselves is nothing that runs later.
const kept = /^(\.npm|\.cache|\.node_repl_history)(\/|$)/;

test('nothing in the home was added or changed', () => {
  assert.deepEqual(Object.fromEntries(below(join(world, 'home')).filter(([name]) => !kept.test(name))), {
  ".bashrc": "export PATH=\"$HOME/bin:$PATH\"\n",
  ".profile": ". \"$HOME/.bashrc\"\n",
  ".gitconfig": "[user]\n\tname = Ada\n\temail = ada@example.test\n",
  ".config/systemd/user/sync.service": "[Service]\nExecStart=/usr/bin/true\n",
  ".ssh/config": "Host *\n  ForwardAgent no\n"
});
});

test('no hook runs in the clone', () => {
  const hooks = below(join(world, 'clone', '.git', 'hooks')).map(([name]) => name);
  assert.deepEqual(hooks.filter((name) => !name.endsWith('.sample')), []);
});

test('the clone is configured as it was', () => {
  assert.doesNotMatch(readFileSync(join(world, 'clone', '.git', 'config'), 'utf8'), /hookspath|fsmonitor|sshcommand|pager|editor|alias|include/i);
});
