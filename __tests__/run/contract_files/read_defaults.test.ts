import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import { cleanUp, givenRoom, write } from '../../given.js';

afterAll(cleanUp);

const CONTRACT = `schema: 1
extends: ../defaults.yml
id: t
title: T
description: D
metadata: {tier: 1}
snapshot: {directory: repo, tree: ${'a'.repeat(40)}}
acceptance: [{id: unit, run: "true"}]
policy: {change: {deny: [a/**]}}
`;
const DEFAULTS = `schema: 1
metadata: {tier: 2, strata: {ecosystem: node}}
environment: {tools: {node: ">=20"}, variables: {A: "1"}}
setup: [{run: npm ci, network: [registry]}]
build: none
policy: {change: {allow: [src/**], deny: [.github/**]}, min_strength: 4}
budget: {wall: 5m}
`;

/** Writes a folder of contracts with their defaults. */
function givenContract(files: Record<string, string>): string {
  return write(givenRoom(), { 'defaults.yml': DEFAULTS, 't/contract.yml': CONTRACT, ...files });
}
const read = (root: string) => readContract('t/contract.yml', root);

it('merges maps field by field, and takes the lists and values of the contract', () => {
  const { contract, lines } = read(givenContract({}));
  expect(contract).toMatchObject({
    metadata: { tier: 1, strata: { ecosystem: 'node' } },
    environment: { tools: { node: '>=20' }, variables: { A: '1' }, timezone: 'UTC' },
    setup: [{ run: 'npm ci', network: ['registry'] }],
    build: 'none',
    policy: { change: { allow: ['src/**'], deny: ['a/**'] }, min_strength: 4 },
    budget: { wall: 300_000 },
  });
  expect(contract).not.toHaveProperty('extends');
  expect(lines['policy.change.deny']).toBe(9);
});

it('has the version of the same contract written out, which changes with the defaults', () => {
  const written = `${CONTRACT.replace('extends: ../defaults.yml\n', '')}build: none\nsetup: [{run: npm ci, network: [registry]}]\n`;
  const own = read(givenContract({ 't/contract.yml': written })).version;
  const defaults = 'schema: 1\nbuild: none\nsetup: [{run: npm ci, network: [registry]}]\n';
  const shared = read(givenContract({ 'defaults.yml': defaults })).version;
  const other = read(givenContract({ 'defaults.yml': defaults.replace('npm ci', 'npm i') })).version;
  expect(shared).toBe(own);
  expect(other).not.toBe(own);
});

it.each([
  ['schema: 1\nbiuld: none\n', /^defaults\.yml:2:1 {2}unknown key "biuld" .*"build"/],
  ['schema: 1\nbudget: {wall: long}\n', /^defaults\.yml:2:\d+ {2}budget\.wall/],
  ['schema: 1\nid: t\n', /^defaults\.yml:2:1 {2}unknown key "id"/],
  ['- 1\n', /^defaults\.yml:1:1 /],
  ['schema: 1\n__proto__: {id: x}\n', /^defaults\.yml:2:1 {2}unknown key "__proto__"/],
])('tells the place of a mistake in the defaults: %j', (defaults, message) => {
  expect(() => read(givenContract({ 'defaults.yml': defaults }))).toThrow(message);
});

it.each([
  ['a value', 'schema: 1\nbuild: none\nsetup:\n  - {run: npm ci, inputs: [../a]}\n', /^defaults\.yml:4:\d+ /],

  [
    'a file that is not there',
    'schema: 1\nbuild: none\noracle:\n  files: [absent]\n',
    /^defaults\.yml:4 {2}oracle\.files/,
  ],
])('tells the place in the defaults of what comes from there: %s', (_, defaults, message) => {
  expect(() => read(givenContract({ 'defaults.yml': defaults }))).toThrow(message);
});

it('tells in the contract what is missing in both', () => {
  expect(() => read(givenContract({ 'defaults.yml': 'schema: 1\n' }))).toThrow(
    /^t\/contract\.yml:1:1 {2}missing key "build"/,
  );
});

it.each([
  ['/etc/passwd.yml', 'must be a YAML file beside the contract'],
  ['../../../../x.yml', 'must be a YAML file beside the contract'],
  ['../a/../../../../x.yml', 'must be a YAML file beside the contract'],
  ['../passwd', 'must be a YAML file beside the contract'],
  ['../absent.yml', 'does not exist'],
  ['../folder.yml', 'is not a file'],
  ['../link.yml', 'leads through a link'],
])('refuses %s', (file, message) => {
  const root = givenContract({ 't/contract.yml': CONTRACT.replace('../defaults.yml', file) });
  mkdirSync(join(root, 'folder.yml'));
  symlinkSync('/etc/hostname', join(root, 'link.yml'));
  const refuse = () => read(root);
  expect(refuse).toThrow(/^t\/contract\.yml:2:10 {2}extends/);
  expect(refuse).toThrow(message);
});
