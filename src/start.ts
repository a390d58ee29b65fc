#!/usr/bin/env node
// Clients start the guard's hook before each of their tool calls, and wait: it loads nothing of the command line.
const [, , verb, ...argv] = process.argv;
if (verb === 'guard' && argv.some((word) => word.startsWith('--hook')) && !argv.includes('--help'))
  void import('./hook.js');
else void import('./cli.js');
