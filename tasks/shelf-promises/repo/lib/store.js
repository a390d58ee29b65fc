'use strict';

const { checkKey, encode } = require('./codec');
const { ShelfError } = require('./errors');
const { LogFile } = require('./log_file');
const { TaskQueue } = require('./task_queue');

/** Opens the store in the file `path`. */
function open(path, callback) {
  const file = new LogFile(path);
  file.open((error, batches) => {
    if (error) return callback(error);
    callback(null, new Store(file, batches));
  });
}

/** The values are kept as JSON text, so that nobody shares objects with the store. */
class Store {
  constructor(file, batches) {
    this.file = file;
    this.values = new Map();
    this.queue = new TaskQueue();
    this.closed = false;
    for (const batch of batches) this.apply(batch);
  }

  get(key, callback) {
    this.run((done) => {
      checkKey(key);
      const json = this.values.get(key);
      done(null, json === undefined ? undefined : JSON.parse(json));
    }, callback);
  }

  put(key, value, callback) {
    this.write([{ type: 'put', key, value }], () => undefined, callback);
  }

  del(key, callback) {
    this.write([{ type: 'del', key }], () => this.values.has(key), callback);
  }

  batch(operations, callback) {
    this.write(operations, () => undefined, callback);
  }

  keys(options, callback) {
    this.run((done) => {
      const { prefix = '' } = options;
      done(null, [...this.values.keys()].filter((key) => key.startsWith(prefix)).sort());
    }, callback);
  }

  compact(callback) {
    this.run((done) => {
      const operations = [...this.values].map(([key, json]) => ({ type: 'put', key, value: JSON.parse(json) }));
      this.file.rewrite(operations.length > 0 ? encode(operations) : '', done);
    }, callback);
  }

  close(callback) {
    if (this.closed) return process.nextTick(callback, null);
    this.run((done) => this.file.close(done), callback);
    this.closed = true;
  }

  /** Encodes at once, so that later changes of a value by the caller do not matter; writes in turn. */
  write(operations, result, callback) {
    let line;
    let failure;
    try {
      if (!Array.isArray(operations)) throw new ShelfError('SHELF_OPERATION', 'a batch is a list of operations');
      line = encode(operations);
    } catch (error) {
      failure = error;
    }
    this.run((done) => {
      if (failure) return done(failure);
      this.file.append(line, (error) => {
        if (error) return done(error);
        const value = result();
        this.apply(JSON.parse(line.slice(9)));
        done(null, value);
      });
    }, callback);
  }

  run(task, callback) {
    if (typeof callback !== 'function') throw new TypeError('callback must be a function');
    if (this.closed) {
      process.nextTick(callback, new ShelfError('SHELF_CLOSED', 'the store is closed'));
      return;
    }
    this.queue.add((done) => {
      try {
        task(done);
      } catch (error) {
        done(error);
      }
    }, callback);
  }

  apply(batch) {
    for (const [type, key, value] of batch) {
      if (type === 'p') this.values.set(key, JSON.stringify(value));
      else this.values.delete(key);
    }
  }
}

module.exports = { open };
