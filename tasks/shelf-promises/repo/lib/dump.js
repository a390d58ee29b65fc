'use strict';

const { ShelfError } = require('./errors');

/** Writes every entry as a line of JSON, [key, value], in the order of the keys. Gives the number of lines. */
function dump(store, writable, callback) {
  store.keys({}, (error, keys) => {
    if (error) return callback(error);
    let at = 0;
    const next = (error) => {
      if (error) return callback(error);
      if (at === keys.length) return callback(null, at);
      const key = keys[at++];
      store.get(key, (error, value) => {
        if (error) return callback(error);
        writable.write(`${JSON.stringify([key, value])}\n`, next);
      });
    };
    next();
  });
}

/** Puts what `dump` wrote, in one batch. Gives the number of entries. */
function load(store, text, callback) {
  const operations = [];
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    if (lines[i].trim() === '') continue;
    let entry;
    try {
      entry = JSON.parse(lines[i]);
    } catch {
      entry = undefined;
    }
    if (!Array.isArray(entry) || entry.length !== 2) {
      process.nextTick(callback, new ShelfError('SHELF_VALUE', `line ${i + 1} is not an entry`));
      return;
    }
    operations.push({ type: 'put', key: entry[0], value: entry[1] });
  }
  store.batch(operations, (error) => callback(error, error ? undefined : operations.length));
}

module.exports = { dump, load };
