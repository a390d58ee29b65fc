import { appendFileSync } from 'node:fs';

const [book, who, item, amount] = process.argv.slice(2);
if (!/^-?\d+$/.test(amount ?? '')) {
  console.error('usage: book.js BOOK WHO ITEM AMOUNT');
  process.exit(2);
}
appendFileSync(book, `${JSON.stringify({ who, item, amount: Number(amount) })}\n`);
