export { balance, read } from './ledger.js';
