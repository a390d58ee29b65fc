'use strict';

const { ShelfError } = require('./errors');
const { dump, load } = require('./dump');
const { open } = require('./store');

module.exports = { open, dump, load, ShelfError };
