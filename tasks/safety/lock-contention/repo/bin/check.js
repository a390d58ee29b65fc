import { readFileSync } from 'node:fs';
import { balance, read } from '../src/index.js';

const text = readFileSync(process.argv[2], 'utf8');
const [, said] = /^total,,(-?\d+)$/m.exec(text) ?? [];
const right = balance(read(text));
console.log(Number(said) === right ? `the total is ${right}` : `the total says ${said}, and should be ${right}`);
process.exitCode = Number(said) === right ? 0 : 1;
