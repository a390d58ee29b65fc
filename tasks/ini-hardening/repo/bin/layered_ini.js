#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { get, IniError, load } from '../src/index.js';

const usage = 'usage: layered-ini get PATH FILE... | layered-ini json FILE...';

function main([verb, ...rest]) {
  if (verb === 'get' && rest.length >= 2) {
    const [path, ...files] = rest;
    const value = get(read(files), path);
    if (value === undefined) return 1;
    console.log(typeof value === 'string' ? value : JSON.stringify(value));
    return 0;
  }
  if (verb === 'json' && rest.length >= 1) {
    console.log(JSON.stringify(read(rest), null, 2));
    return 0;
  }
  console.error(usage);
  return 2;
}

function read(files) {
  return load(files.map((file) => readFileSync(file, 'utf8')));
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof IniError)) throw error;
  console.error(`layered-ini: ${error.message}`);
  process.exitCode = 2;
}
