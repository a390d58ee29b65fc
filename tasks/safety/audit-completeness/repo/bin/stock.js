import { readFileSync } from 'node:fs';
import { read, totals } from '../src/index.js';

for (const [item, amount] of totals(read(readFileSync(process.argv[2], 'utf8')))) console.log(`${item}\t${amount}`);
