#!/usr/bin/env node
/** Prints the weight and the walls of `src`, or of folders of it. `weights.json` holds what they may be. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './build/run-node.mjs';
import {
  collectClosure,
  countLines,
  describeFunction,
  findDoors,
  listFunctions,
  listPlaces,
  readHouse,
  roomOf,
} from './house/measure-house.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

const { values, positionals } = readCommandLine({
  name: 'house-figures',
  command: 'node scripts/house-figures.mjs',
  purpose:
    'Prints the weight and the walls of src, or of folders of it: lines, doors of each room, long functions, small files, names of locals.',
  options: {
    list: { help: 'name each place beside the count' },
    closure: {
      value: 'FILE',
      help: 'only count the files that FILE imports, and theirs; imports of types do not count',
    },
    lower: { help: 'lower the numbers of weights.json to what is there; none is raised' },
  },
  positional: { name: 'FOLDER', least: 0, most: 50, help: 'a folder or file below src (default: all of src)' },
  example: 'node scripts/house-figures.mjs --list src/gateway',
});

const SRC = join(ROOT, 'src');
const house = readHouse(SRC);
const below = (path) => relative(SRC, join(ROOT, path));
if (values.lower) lowerWeights();
else if (values.closure !== undefined) printClosure(below(values.closure));
else printFigures();

function printClosure(path) {
  const closure = [...collectClosure(house, path)];
  const lines = closure.reduce((sum, name) => sum + house.files.get(name).lines, 0);
  console.log(`src/${path}: ${closure.length} files, ${lines} lines`);
  const counts = new Map();
  for (const name of closure) counts.set(roomOf(name), (counts.get(roomOf(name)) ?? 0) + 1);
  if (values.list) for (const [room, count] of counts) console.log(`  ${room}: ${count}`);
}

function printFigures() {
  const folders = positionals.map(below);
  const isChosen = (path) =>
    folders.length === 0 || folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const chosen = [...house.files].filter(([path]) => isChosen(path));
  console.log(`files: ${chosen.length}`);
  console.log(`lines: ${chosen.reduce((sum, [, { lines }]) => sum + lines, 0)}`);
  const [longest] = listFunctions(house, isChosen);
  if (longest) console.log(`longest function: ${describeFunction(longest)}`);
  for (const [name, places] of Object.entries(listPlaces(house, isChosen))) printPlaces(name, places);
  const doors = Object.entries(findDoors(house)).filter(([room]) => isChosen(`${room}/`));
  for (const [room, paths] of doors) printPlaces(`doors of ${room}`, paths);
}

function printPlaces(name, places) {
  console.log(`${name}: ${places.length}`);
  if (values.list) for (const place of places) console.log(`  ${place}`);
}

function lowerWeights() {
  const path = join(ROOT, 'weights.json');
  const weights = JSON.parse(readFileSync(path, 'utf8'));
  const lower = (limits, figures) =>
    Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, Math.min(limit, figures[name] ?? 0)]));
  const places = Object.entries(listPlaces(house)).map(([name, list]) => [name, list.length]);
  const doors = Object.entries(findDoors(house)).map(([room, paths]) => [room, paths.length]);
  const lowered = {
    lines: lower(weights.lines, countLines(house)),
    doors: lower(weights.doors, Object.fromEntries(doors)),
    places: lower(weights.places, Object.fromEntries(places)),
  };
  writeFileSync(path, `${JSON.stringify(lowered, null, 2)}\n`);
}
