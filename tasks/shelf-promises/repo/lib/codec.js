'use strict';

const { createHash } = require('node:crypto');
const { ShelfError } = require('./errors');

/*
 * One line per batch: a checksum of eight hexadecimal digits, a space, and the operations as JSON:
 * [["p", key, value], ["d", key]]. A line that the machine did not finish writing is the last one and is dropped.
 */

function checksum(json) {
  return createHash('sha256').update(json).digest('hex').slice(0, 8);
}

/** Operations → line. Throws a ShelfError for a key or value that cannot be stored. */
function encode(operations) {
  const json = JSON.stringify(operations.map(encodeOne));
  return `${checksum(json)} ${json}\n`;
}

function encodeOne(operation) {
  if (typeof operation !== 'object' || operation === null) {
    throw new ShelfError('SHELF_OPERATION', `not an operation: ${operation}`);
  }
  const { type, key, value } = operation;
  if (type !== 'put' && type !== 'del') throw new ShelfError('SHELF_OPERATION', `unknown operation: ${type}`);
  checkKey(key);
  if (type === 'del') return ['d', key];
  let json;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    throw new ShelfError('SHELF_VALUE', `${key}: ${error.message}`);
  }
  if (json === undefined) throw new ShelfError('SHELF_VALUE', `${key}: not a JSON value`);
  return ['p', key, JSON.parse(json)];
}

function checkKey(key) {
  if (typeof key !== 'string' || key === '') throw new ShelfError('SHELF_KEY', `not a key: ${String(key)}`);
}

/** File → list of batches, and the length of what is complete. Throws a ShelfError when a complete line is damaged. */
function decode(text) {
  const batches = [];
  let length = 0;
  let number = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', length)) {
    number += 1;
    const line = text.slice(length, end);
    const json = line.slice(9);
    if (line[8] !== ' ' || checksum(json) !== line.slice(0, 8)) {
      throw new ShelfError('SHELF_CORRUPT', `line ${number} is damaged`);
    }
    batches.push(JSON.parse(json));
    length = end + 1;
  }
  return { batches, length };
}

module.exports = { encode, decode, checkKey };
