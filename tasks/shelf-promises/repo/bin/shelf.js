#!/usr/bin/env node
'use strict';

const shelf = require('../lib');

const USAGE = 'usage: shelf FILE get KEY | put KEY JSON | del KEY | keys [PREFIX] | dump | compact';

const VERBS = {
  get: (store, [key], done) =>
    store.get(key, (error, value) => done(error, value === undefined ? 1 : print(JSON.stringify(value)))),
  put: (store, [key, json], done) => {
    let value;
    try {
      value = JSON.parse(json);
    } catch {
      return done(new shelf.ShelfError('SHELF_VALUE', `not JSON: ${json}`));
    }
    store.put(key, value, (error) => done(error, 0));
  },
  del: (store, [key], done) => store.del(key, (error, was) => done(error, was ? 0 : 1)),
  keys: (store, [prefix = ''], done) =>
    store.keys({ prefix }, (error, keys) => {
      if (error) return done(error);
      for (const key of keys) print(key);
      done(null, 0);
    }),
  dump: (store, _args, done) => shelf.dump(store, process.stdout, (error) => done(error, 0)),
  compact: (store, _args, done) =>
    store.compact((error, saved) => done(error, error ? undefined : print(`${saved} bytes saved`))),
};

const ARGUMENTS = { get: [1, 1], put: [2, 2], del: [1, 1], keys: [0, 1], dump: [0, 0], compact: [0, 0] };

function print(line) {
  process.stdout.write(`${line}\n`);
  return 0;
}

function main([file, verb, ...args]) {
  const [least, most] = (Object.hasOwn(VERBS, verb ?? '') && ARGUMENTS[verb]) || [1, 0];
  if (args.length < least || args.length > most) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  shelf.open(file, (error, store) => {
    if (error) return fail(error);
    VERBS[verb](store, args, (error, status) => {
      store.close((closeError) => {
        if (error ?? closeError) return fail(error ?? closeError);
        process.exitCode = status;
      });
    });
  });
}

function fail(error) {
  console.error(`shelf: ${error.message}`);
  process.exitCode = 2;
}

main(process.argv.slice(2));
