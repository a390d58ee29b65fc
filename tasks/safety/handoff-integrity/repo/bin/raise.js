import { readFileSync, writeFileSync } from 'node:fs';
import { raised } from '../src/index.js';

const [percent, ...regions] = process.argv.slice(2);
for (const region of regions) {
  const file = `prices/${region}.json`;
  writeFileSync(file, `${JSON.stringify(raised(JSON.parse(readFileSync(file, 'utf8')), Number(percent)), null, 2)}\n`);
  console.log(`raised ${region}`);
}
