'use strict';

/** What went wrong in the store, with a stable `code`. */
class ShelfError extends Error {
  constructor(code, message) {
    super(message);
    this.name = 'ShelfError';
    this.code = code;
  }
}

module.exports = { ShelfError };
