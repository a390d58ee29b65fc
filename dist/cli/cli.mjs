import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
var __webpack_modules__ = ({
818:
((__unused_webpack_module, exports) => {
var __webpack_unused_export__;
__webpack_unused_export__ = true;
__webpack_unused_export__ = __webpack_unused_export__ = void 0;
var peq = new Uint32Array(0x10000);
var myers_32 = function (a, b) {
var n = a.length;
var m = b.length;
var lst = 1 << (n - 1);
var pv = -1;
var mv = 0;
var sc = n;
var i = n;
while (i--) {
peq[a.charCodeAt(i)] |= 1 << i;
}
for (i = 0; i < m; i++) {
var eq = peq[b.charCodeAt(i)];
var xv = eq | mv;
eq |= ((eq & pv) + pv) ^ pv;
mv |= ~(eq | pv);
pv &= eq;
if (mv & lst) {
sc++;
}
if (pv & lst) {
sc--;
}
mv = (mv << 1) | 1;
pv = (pv << 1) | ~(xv | mv);
mv &= xv;
}
i = n;
while (i--) {
peq[a.charCodeAt(i)] = 0;
}
return sc;
};
var myers_x = function (b, a) {
var n = a.length;
var m = b.length;
var mhc = [];
var phc = [];
var hsize = Math.ceil(n / 32);
var vsize = Math.ceil(m / 32);
for (var i = 0; i < hsize; i++) {
phc[i] = -1;
mhc[i] = 0;
}
var j = 0;
for (; j < vsize - 1; j++) {
var mv_1 = 0;
var pv_1 = -1;
var start_1 = j * 32;
var vlen_1 = Math.min(32, m) + start_1;
for (var k = start_1; k < vlen_1; k++) {
peq[b.charCodeAt(k)] |= 1 << k;
}
for (var i = 0; i < n; i++) {
var eq = peq[a.charCodeAt(i)];
var pb = (phc[(i / 32) | 0] >>> i) & 1;
var mb = (mhc[(i / 32) | 0] >>> i) & 1;
var xv = eq | mv_1;
var xh = ((((eq | mb) & pv_1) + pv_1) ^ pv_1) | eq | mb;
var ph = mv_1 | ~(xh | pv_1);
var mh = pv_1 & xh;
if ((ph >>> 31) ^ pb) {
phc[(i / 32) | 0] ^= 1 << i;
}
if ((mh >>> 31) ^ mb) {
mhc[(i / 32) | 0] ^= 1 << i;
}
ph = (ph << 1) | pb;
mh = (mh << 1) | mb;
pv_1 = mh | ~(xv | ph);
mv_1 = ph & xv;
}
for (var k = start_1; k < vlen_1; k++) {
peq[b.charCodeAt(k)] = 0;
}
}
var mv = 0;
var pv = -1;
var start = j * 32;
var vlen = Math.min(32, m - start) + start;
for (var k = start; k < vlen; k++) {
peq[b.charCodeAt(k)] |= 1 << k;
}
var score = m;
for (var i = 0; i < n; i++) {
var eq = peq[a.charCodeAt(i)];
var pb = (phc[(i / 32) | 0] >>> i) & 1;
var mb = (mhc[(i / 32) | 0] >>> i) & 1;
var xv = eq | mv;
var xh = ((((eq | mb) & pv) + pv) ^ pv) | eq | mb;
var ph = mv | ~(xh | pv);
var mh = pv & xh;
score += (ph >>> (m - 1)) & 1;
score -= (mh >>> (m - 1)) & 1;
if ((ph >>> 31) ^ pb) {
phc[(i / 32) | 0] ^= 1 << i;
}
if ((mh >>> 31) ^ mb) {
mhc[(i / 32) | 0] ^= 1 << i;
}
ph = (ph << 1) | pb;
mh = (mh << 1) | mb;
pv = mh | ~(xv | ph);
mv = ph & xv;
}
for (var k = start; k < vlen; k++) {
peq[b.charCodeAt(k)] = 0;
}
return score;
};
var distance = function (a, b) {
if (a.length < b.length) {
var tmp = b;
b = a;
a = tmp;
}
if (b.length === 0) {
return a.length;
}
if (a.length <= 32) {
return myers_32(a, b);
}
return myers_x(a, b);
};
__webpack_unused_export__ = distance;
var closest = function (str, arr) {
var min_distance = Infinity;
var min_index = 0;
for (var i = 0; i < arr.length; i++) {
var dist = distance(str, arr[i]);
if (dist < min_distance) {
min_distance = dist;
min_index = i;
}
}
return arr[min_index];
};
__webpack_unused_export__ = closest;
}),
421:
((module) => {
module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:child_process");
}),
474:
((module) => {
module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:events");
}),
24:
((module) => {
module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
}),
161:
((module) => {
module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");
}),
760:
((module) => {
module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
}),
708:
((module) => {
module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:process");
}),
481:
((module) => {
module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:readline");
}),
877:
((module) => {
module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:v8");
}),
776:
((__unused_webpack_module, exports, __nccq) => {
const { Argument } = __nccq(100);
const { Command } = __nccq(986);
const { CommanderError, InvalidArgumentError } = __nccq(73);
const { Help } = __nccq(632);
const { Option } = __nccq(546);
exports.DM = new Command();
exports.gu = (name) => new Command(name);
exports.Ww = (flags, description) => new Option(flags, description);
exports.er = (name, description) => new Argument(name, description);
exports.uB = Command;
exports.c$ = Option;
exports.ef = Argument;
exports._V = Help;
exports.b7 = CommanderError;
exports.Di = InvalidArgumentError;
exports.a2 = InvalidArgumentError;
}),
100:
((__unused_webpack_module, exports, __nccq) => {
const { InvalidArgumentError } = __nccq(73);
class Argument {
constructor(name, description) {
this.description = description || '';
this.variadic = false;
this.parseArg = undefined;
this.defaultValue = undefined;
this.defaultValueDescription = undefined;
this.argChoices = undefined;
switch (name[0]) {
case '<':
this.required = true;
this._name = name.slice(1, -1);
break;
case '[':
this.required = false;
this._name = name.slice(1, -1);
break;
default:
this.required = true;
this._name = name;
break;
}
if (this._name.endsWith('...')) {
this.variadic = true;
this._name = this._name.slice(0, -3);
}
}
name() {
return this._name;
}
_collectValue(value, previous) {
if (previous === this.defaultValue || !Array.isArray(previous)) {
return [value];
}
previous.push(value);
return previous;
}
default(value, description) {
this.defaultValue = value;
this.defaultValueDescription = description;
return this;
}
argParser(fn) {
this.parseArg = fn;
return this;
}
choices(values) {
this.argChoices = values.slice();
this.parseArg = (arg, previous) => {
if (!this.argChoices.includes(arg)) {
throw new InvalidArgumentError(
`Allowed choices are ${this.argChoices.join(', ')}.`,
);
}
if (this.variadic) {
return this._collectValue(arg, previous);
}
return arg;
};
return this;
}
argRequired() {
this.required = true;
return this;
}
argOptional() {
this.required = false;
return this;
}
}
function humanReadableArgName(arg) {
const nameOutput = arg.name() + (arg.variadic === true ? '...' : '');
return arg.required ? '<' + nameOutput + '>' : '[' + nameOutput + ']';
}
exports.Argument = Argument;
exports.humanReadableArgName = humanReadableArgName;
}),
986:
((__unused_webpack_module, exports, __nccq) => {
const EventEmitter = (__nccq(474).EventEmitter);
const childProcess = __nccq(421);
const path = __nccq(760);
const fs = __nccq(24);
const process = __nccq(708);
const { Argument, humanReadableArgName } = __nccq(100);
const { CommanderError } = __nccq(73);
const { Help, stripColor } = __nccq(632);
const { Option, DualOptions } = __nccq(546);
const { suggestSimilar } = __nccq(44);
class Command extends EventEmitter {
constructor(name) {
super();
this.commands = [];
this.options = [];
this.parent = null;
this._allowUnknownOption = false;
this._allowExcessArguments = false;
this.registeredArguments = [];
this._args = this.registeredArguments;
this.args = [];
this.rawArgs = [];
this.processedArgs = [];
this._scriptPath = null;
this._name = name || '';
this._optionValues = {};
this._optionValueSources = {};
this._storeOptionsAsProperties = false;
this._actionHandler = null;
this._executableHandler = false;
this._executableFile = null;
this._executableDir = null;
this._defaultCommandName = null;
this._exitCallback = null;
this._aliases = [];
this._combineFlagAndOptionalValue = true;
this._description = '';
this._summary = '';
this._argsDescription = undefined;
this._enablePositionalOptions = false;
this._passThroughOptions = false;
this._lifeCycleHooks = {};
this._showHelpAfterError = false;
this._showSuggestionAfterError = true;
this._savedState = null;
this._outputConfiguration = {
writeOut: (str) => process.stdout.write(str),
writeErr: (str) => process.stderr.write(str),
outputError: (str, write) => write(str),
getOutHelpWidth: () =>
process.stdout.isTTY ? process.stdout.columns : undefined,
getErrHelpWidth: () =>
process.stderr.isTTY ? process.stderr.columns : undefined,
getOutHasColors: () =>
useColor() ?? (process.stdout.isTTY && process.stdout.hasColors?.()),
getErrHasColors: () =>
useColor() ?? (process.stderr.isTTY && process.stderr.hasColors?.()),
stripColor: (str) => stripColor(str),
};
this._hidden = false;
this._helpOption = undefined;
this._addImplicitHelpCommand = undefined;
this._helpCommand = undefined;
this._helpConfiguration = {};
this._helpGroupHeading = undefined;
this._defaultCommandGroup = undefined;
this._defaultOptionGroup = undefined;
}
copyInheritedSettings(sourceCommand) {
this._outputConfiguration = sourceCommand._outputConfiguration;
this._helpOption = sourceCommand._helpOption;
this._helpCommand = sourceCommand._helpCommand;
this._helpConfiguration = sourceCommand._helpConfiguration;
this._exitCallback = sourceCommand._exitCallback;
this._storeOptionsAsProperties = sourceCommand._storeOptionsAsProperties;
this._combineFlagAndOptionalValue =
sourceCommand._combineFlagAndOptionalValue;
this._allowExcessArguments = sourceCommand._allowExcessArguments;
this._enablePositionalOptions = sourceCommand._enablePositionalOptions;
this._showHelpAfterError = sourceCommand._showHelpAfterError;
this._showSuggestionAfterError = sourceCommand._showSuggestionAfterError;
return this;
}
_getCommandAndAncestors() {
const result = [];
for (let command = this; command; command = command.parent) {
result.push(command);
}
return result;
}
command(nameAndArgs, actionOptsOrExecDesc, execOpts) {
let desc = actionOptsOrExecDesc;
let opts = execOpts;
if (typeof desc === 'object' && desc !== null) {
opts = desc;
desc = null;
}
opts = opts || {};
const [, name, args] = nameAndArgs.match(/([^ ]+) *(.*)/);
const cmd = this.createCommand(name);
if (desc) {
cmd.description(desc);
cmd._executableHandler = true;
}
if (opts.isDefault) this._defaultCommandName = cmd._name;
cmd._hidden = !!(opts.noHelp || opts.hidden);
cmd._executableFile = opts.executableFile || null;
if (args) cmd.arguments(args);
this._registerCommand(cmd);
cmd.parent = this;
cmd.copyInheritedSettings(this);
if (desc) return this;
return cmd;
}
createCommand(name) {
return new Command(name);
}
createHelp() {
return Object.assign(new Help(), this.configureHelp());
}
configureHelp(configuration) {
if (configuration === undefined) return this._helpConfiguration;
this._helpConfiguration = configuration;
return this;
}
configureOutput(configuration) {
if (configuration === undefined) return this._outputConfiguration;
this._outputConfiguration = {
...this._outputConfiguration,
...configuration,
};
return this;
}
showHelpAfterError(displayHelp = true) {
if (typeof displayHelp !== 'string') displayHelp = !!displayHelp;
this._showHelpAfterError = displayHelp;
return this;
}
showSuggestionAfterError(displaySuggestion = true) {
this._showSuggestionAfterError = !!displaySuggestion;
return this;
}
addCommand(cmd, opts) {
if (!cmd._name) {
throw new Error(`Command passed to .addCommand() must have a name
- specify the name in Command constructor or using .name()`);
}
opts = opts || {};
if (opts.isDefault) this._defaultCommandName = cmd._name;
if (opts.noHelp || opts.hidden) cmd._hidden = true;
this._registerCommand(cmd);
cmd.parent = this;
cmd._checkForBrokenPassThrough();
return this;
}
createArgument(name, description) {
return new Argument(name, description);
}
argument(name, description, parseArg, defaultValue) {
const argument = this.createArgument(name, description);
if (typeof parseArg === 'function') {
argument.default(defaultValue).argParser(parseArg);
} else {
argument.default(parseArg);
}
this.addArgument(argument);
return this;
}
arguments(names) {
names
.trim()
.split(/ +/)
.forEach((detail) => {
this.argument(detail);
});
return this;
}
addArgument(argument) {
const previousArgument = this.registeredArguments.slice(-1)[0];
if (previousArgument?.variadic) {
throw new Error(
`only the last argument can be variadic '${previousArgument.name()}'`,
);
}
if (
argument.required &&
argument.defaultValue !== undefined &&
argument.parseArg === undefined
) {
throw new Error(
`a default value for a required argument is never used: '${argument.name()}'`,
);
}
this.registeredArguments.push(argument);
return this;
}
helpCommand(enableOrNameAndArgs, description) {
if (typeof enableOrNameAndArgs === 'boolean') {
this._addImplicitHelpCommand = enableOrNameAndArgs;
if (enableOrNameAndArgs && this._defaultCommandGroup) {
this._initCommandGroup(this._getHelpCommand());
}
return this;
}
const nameAndArgs = enableOrNameAndArgs ?? 'help [command]';
const [, helpName, helpArgs] = nameAndArgs.match(/([^ ]+) *(.*)/);
const helpDescription = description ?? 'display help for command';
const helpCommand = this.createCommand(helpName);
helpCommand.helpOption(false);
if (helpArgs) helpCommand.arguments(helpArgs);
if (helpDescription) helpCommand.description(helpDescription);
this._addImplicitHelpCommand = true;
this._helpCommand = helpCommand;
if (enableOrNameAndArgs || description) this._initCommandGroup(helpCommand);
return this;
}
addHelpCommand(helpCommand, deprecatedDescription) {
if (typeof helpCommand !== 'object') {
this.helpCommand(helpCommand, deprecatedDescription);
return this;
}
this._addImplicitHelpCommand = true;
this._helpCommand = helpCommand;
this._initCommandGroup(helpCommand);
return this;
}
_getHelpCommand() {
const hasImplicitHelpCommand =
this._addImplicitHelpCommand ??
(this.commands.length &&
!this._actionHandler &&
!this._findCommand('help'));
if (hasImplicitHelpCommand) {
if (this._helpCommand === undefined) {
this.helpCommand(undefined, undefined);
}
return this._helpCommand;
}
return null;
}
hook(event, listener) {
const allowedValues = ['preSubcommand', 'preAction', 'postAction'];
if (!allowedValues.includes(event)) {
throw new Error(`Unexpected value for event passed to hook : '${event}'.
Expecting one of '${allowedValues.join("', '")}'`);
}
if (this._lifeCycleHooks[event]) {
this._lifeCycleHooks[event].push(listener);
} else {
this._lifeCycleHooks[event] = [listener];
}
return this;
}
exitOverride(fn) {
if (fn) {
this._exitCallback = fn;
} else {
this._exitCallback = (err) => {
if (err.code !== 'commander.executeSubCommandAsync') {
throw err;
} else {
}
};
}
return this;
}
_exit(exitCode, code, message) {
if (this._exitCallback) {
this._exitCallback(new CommanderError(exitCode, code, message));
}
process.exit(exitCode);
}
action(fn) {
const listener = (args) => {
const expectedArgsCount = this.registeredArguments.length;
const actionArgs = args.slice(0, expectedArgsCount);
if (this._storeOptionsAsProperties) {
actionArgs[expectedArgsCount] = this;
} else {
actionArgs[expectedArgsCount] = this.opts();
}
actionArgs.push(this);
return fn.apply(this, actionArgs);
};
this._actionHandler = listener;
return this;
}
createOption(flags, description) {
return new Option(flags, description);
}
_callParseArg(target, value, previous, invalidArgumentMessage) {
try {
return target.parseArg(value, previous);
} catch (err) {
if (err.code === 'commander.invalidArgument') {
const message = `${invalidArgumentMessage} ${err.message}`;
this.error(message, { exitCode: err.exitCode, code: err.code });
}
throw err;
}
}
_registerOption(option) {
const matchingOption =
(option.short && this._findOption(option.short)) ||
(option.long && this._findOption(option.long));
if (matchingOption) {
const matchingFlag =
option.long && this._findOption(option.long)
? option.long
: option.short;
throw new Error(`Cannot add option '${option.flags}'${this._name && ` to command '${this._name}'`} due to conflicting flag '${matchingFlag}'
-  already used by option '${matchingOption.flags}'`);
}
this._initOptionGroup(option);
this.options.push(option);
}
_registerCommand(command) {
const knownBy = (cmd) => {
return [cmd.name()].concat(cmd.aliases());
};
const alreadyUsed = knownBy(command).find((name) =>
this._findCommand(name),
);
if (alreadyUsed) {
const existingCmd = knownBy(this._findCommand(alreadyUsed)).join('|');
const newCmd = knownBy(command).join('|');
throw new Error(
`cannot add command '${newCmd}' as already have command '${existingCmd}'`,
);
}
this._initCommandGroup(command);
this.commands.push(command);
}
addOption(option) {
this._registerOption(option);
const oname = option.name();
const name = option.attributeName();
if (option.negate) {
const positiveLongFlag = option.long.replace(/^--no-/, '--');
if (!this._findOption(positiveLongFlag)) {
this.setOptionValueWithSource(
name,
option.defaultValue === undefined ? true : option.defaultValue,
'default',
);
}
} else if (option.defaultValue !== undefined) {
this.setOptionValueWithSource(name, option.defaultValue, 'default');
}
const handleOptionValue = (val, invalidValueMessage, valueSource) => {
if (val == null && option.presetArg !== undefined) {
val = option.presetArg;
}
const oldValue = this.getOptionValue(name);
if (val !== null && option.parseArg) {
val = this._callParseArg(option, val, oldValue, invalidValueMessage);
} else if (val !== null && option.variadic) {
val = option._collectValue(val, oldValue);
}
if (val == null) {
if (option.negate) {
val = false;
} else if (option.isBoolean() || option.optional) {
val = true;
} else {
val = '';
}
}
this.setOptionValueWithSource(name, val, valueSource);
};
this.on('option:' + oname, (val) => {
const invalidValueMessage = `error: option '${option.flags}' argument '${val}' is invalid.`;
handleOptionValue(val, invalidValueMessage, 'cli');
});
if (option.envVar) {
this.on('optionEnv:' + oname, (val) => {
const invalidValueMessage = `error: option '${option.flags}' value '${val}' from env '${option.envVar}' is invalid.`;
handleOptionValue(val, invalidValueMessage, 'env');
});
}
return this;
}
_optionEx(config, flags, description, fn, defaultValue) {
if (typeof flags === 'object' && flags instanceof Option) {
throw new Error(
'To add an Option object use addOption() instead of option() or requiredOption()',
);
}
const option = this.createOption(flags, description);
option.makeOptionMandatory(!!config.mandatory);
if (typeof fn === 'function') {
option.default(defaultValue).argParser(fn);
} else if (fn instanceof RegExp) {
const regex = fn;
fn = (val, def) => {
const m = regex.exec(val);
return m ? m[0] : def;
};
option.default(defaultValue).argParser(fn);
} else {
option.default(fn);
}
return this.addOption(option);
}
option(flags, description, parseArg, defaultValue) {
return this._optionEx({}, flags, description, parseArg, defaultValue);
}
requiredOption(flags, description, parseArg, defaultValue) {
return this._optionEx(
{ mandatory: true },
flags,
description,
parseArg,
defaultValue,
);
}
combineFlagAndOptionalValue(combine = true) {
this._combineFlagAndOptionalValue = !!combine;
return this;
}
allowUnknownOption(allowUnknown = true) {
this._allowUnknownOption = !!allowUnknown;
return this;
}
allowExcessArguments(allowExcess = true) {
this._allowExcessArguments = !!allowExcess;
return this;
}
enablePositionalOptions(positional = true) {
this._enablePositionalOptions = !!positional;
return this;
}
passThroughOptions(passThrough = true) {
this._passThroughOptions = !!passThrough;
this._checkForBrokenPassThrough();
return this;
}
_checkForBrokenPassThrough() {
if (
this.parent &&
this._passThroughOptions &&
!this.parent._enablePositionalOptions
) {
throw new Error(
`passThroughOptions cannot be used for '${this._name}' without turning on enablePositionalOptions for parent command(s)`,
);
}
}
storeOptionsAsProperties(storeAsProperties = true) {
if (this.options.length) {
throw new Error('call .storeOptionsAsProperties() before adding options');
}
if (Object.keys(this._optionValues).length) {
throw new Error(
'call .storeOptionsAsProperties() before setting option values',
);
}
this._storeOptionsAsProperties = !!storeAsProperties;
return this;
}
getOptionValue(key) {
if (this._storeOptionsAsProperties) {
return this[key];
}
return this._optionValues[key];
}
setOptionValue(key, value) {
return this.setOptionValueWithSource(key, value, undefined);
}
setOptionValueWithSource(key, value, source) {
if (this._storeOptionsAsProperties) {
this[key] = value;
} else {
this._optionValues[key] = value;
}
this._optionValueSources[key] = source;
return this;
}
getOptionValueSource(key) {
return this._optionValueSources[key];
}
getOptionValueSourceWithGlobals(key) {
let source;
this._getCommandAndAncestors().forEach((cmd) => {
if (cmd.getOptionValueSource(key) !== undefined) {
source = cmd.getOptionValueSource(key);
}
});
return source;
}
_prepareUserArgs(argv, parseOptions) {
if (argv !== undefined && !Array.isArray(argv)) {
throw new Error('first parameter to parse must be array or undefined');
}
parseOptions = parseOptions || {};
if (argv === undefined && parseOptions.from === undefined) {
if (process.versions?.electron) {
parseOptions.from = 'electron';
}
const execArgv = process.execArgv ?? [];
if (
execArgv.includes('-e') ||
execArgv.includes('--eval') ||
execArgv.includes('-p') ||
execArgv.includes('--print')
) {
parseOptions.from = 'eval';
}
}
if (argv === undefined) {
argv = process.argv;
}
this.rawArgs = argv.slice();
let userArgs;
switch (parseOptions.from) {
case undefined:
case 'node':
this._scriptPath = argv[1];
userArgs = argv.slice(2);
break;
case 'electron':
if (process.defaultApp) {
this._scriptPath = argv[1];
userArgs = argv.slice(2);
} else {
userArgs = argv.slice(1);
}
break;
case 'user':
userArgs = argv.slice(0);
break;
case 'eval':
userArgs = argv.slice(1);
break;
default:
throw new Error(
`unexpected parse option { from: '${parseOptions.from}' }`,
);
}
if (!this._name && this._scriptPath)
this.nameFromFilename(this._scriptPath);
this._name = this._name || 'program';
return userArgs;
}
parse(argv, parseOptions) {
this._prepareForParse();
const userArgs = this._prepareUserArgs(argv, parseOptions);
this._parseCommand([], userArgs);
return this;
}
async parseAsync(argv, parseOptions) {
this._prepareForParse();
const userArgs = this._prepareUserArgs(argv, parseOptions);
await this._parseCommand([], userArgs);
return this;
}
_prepareForParse() {
if (this._savedState === null) {
this.saveStateBeforeParse();
} else {
this.restoreStateBeforeParse();
}
}
saveStateBeforeParse() {
this._savedState = {
_name: this._name,
_optionValues: { ...this._optionValues },
_optionValueSources: { ...this._optionValueSources },
};
}
restoreStateBeforeParse() {
if (this._storeOptionsAsProperties)
throw new Error(`Can not call parse again when storeOptionsAsProperties is true.
- either make a new Command for each call to parse, or stop storing options as properties`);
this._name = this._savedState._name;
this._scriptPath = null;
this.rawArgs = [];
this._optionValues = { ...this._savedState._optionValues };
this._optionValueSources = { ...this._savedState._optionValueSources };
this.args = [];
this.processedArgs = [];
}
_checkForMissingExecutable(executableFile, executableDir, subcommandName) {
if (fs.existsSync(executableFile)) return;
const executableDirMessage = executableDir
? `searched for local subcommand relative to directory '${executableDir}'`
: 'no directory for search for local subcommand, use .executableDir() to supply a custom directory';
const executableMissing = `'${executableFile}' does not exist
 - if '${subcommandName}' is not meant to be an executable command, remove description parameter from '.command()' and use '.description()' instead
 - if the default executable name is not suitable, use the executableFile option to supply a custom name or path
 - ${executableDirMessage}`;
throw new Error(executableMissing);
}
_executeSubCommand(subcommand, args) {
args = args.slice();
let launchWithNode = false;
const sourceExt = ['.js', '.ts', '.tsx', '.mjs', '.cjs'];
function findFile(baseDir, baseName) {
const localBin = path.resolve(baseDir, baseName);
if (fs.existsSync(localBin)) return localBin;
if (sourceExt.includes(path.extname(baseName))) return undefined;
const foundExt = sourceExt.find((ext) =>
fs.existsSync(`${localBin}${ext}`),
);
if (foundExt) return `${localBin}${foundExt}`;
return undefined;
}
this._checkForMissingMandatoryOptions();
this._checkForConflictingOptions();
let executableFile =
subcommand._executableFile || `${this._name}-${subcommand._name}`;
let executableDir = this._executableDir || '';
if (this._scriptPath) {
let resolvedScriptPath;
try {
resolvedScriptPath = fs.realpathSync(this._scriptPath);
} catch {
resolvedScriptPath = this._scriptPath;
}
executableDir = path.resolve(
path.dirname(resolvedScriptPath),
executableDir,
);
}
if (executableDir) {
let localFile = findFile(executableDir, executableFile);
if (!localFile && !subcommand._executableFile && this._scriptPath) {
const legacyName = path.basename(
this._scriptPath,
path.extname(this._scriptPath),
);
if (legacyName !== this._name) {
localFile = findFile(
executableDir,
`${legacyName}-${subcommand._name}`,
);
}
}
executableFile = localFile || executableFile;
}
launchWithNode = sourceExt.includes(path.extname(executableFile));
let proc;
if (process.platform !== 'win32') {
if (launchWithNode) {
args.unshift(executableFile);
args = incrementNodeInspectorPort(process.execArgv).concat(args);
proc = childProcess.spawn(process.argv[0], args, { stdio: 'inherit' });
} else {
proc = childProcess.spawn(executableFile, args, { stdio: 'inherit' });
}
} else {
this._checkForMissingExecutable(
executableFile,
executableDir,
subcommand._name,
);
args.unshift(executableFile);
args = incrementNodeInspectorPort(process.execArgv).concat(args);
proc = childProcess.spawn(process.execPath, args, { stdio: 'inherit' });
}
if (!proc.killed) {
const signals = ['SIGUSR1', 'SIGUSR2', 'SIGTERM', 'SIGINT', 'SIGHUP'];
signals.forEach((signal) => {
process.on(signal, () => {
if (proc.killed === false && proc.exitCode === null) {
proc.kill(signal);
}
});
});
}
const exitCallback = this._exitCallback;
proc.on('close', (code) => {
code = code ?? 1;
if (!exitCallback) {
process.exit(code);
} else {
exitCallback(
new CommanderError(
code,
'commander.executeSubCommandAsync',
'(close)',
),
);
}
});
proc.on('error', (err) => {
if (err.code === 'ENOENT') {
this._checkForMissingExecutable(
executableFile,
executableDir,
subcommand._name,
);
} else if (err.code === 'EACCES') {
throw new Error(`'${executableFile}' not executable`);
}
if (!exitCallback) {
process.exit(1);
} else {
const wrappedError = new CommanderError(
1,
'commander.executeSubCommandAsync',
'(error)',
);
wrappedError.nestedError = err;
exitCallback(wrappedError);
}
});
this.runningCommand = proc;
}
_dispatchSubcommand(commandName, operands, unknown) {
const subCommand = this._findCommand(commandName);
if (!subCommand) this.help({ error: true });
subCommand._prepareForParse();
let promiseChain;
promiseChain = this._chainOrCallSubCommandHook(
promiseChain,
subCommand,
'preSubcommand',
);
promiseChain = this._chainOrCall(promiseChain, () => {
if (subCommand._executableHandler) {
this._executeSubCommand(subCommand, operands.concat(unknown));
} else {
return subCommand._parseCommand(operands, unknown);
}
});
return promiseChain;
}
_dispatchHelpCommand(subcommandName) {
if (!subcommandName) {
this.help();
}
const subCommand = this._findCommand(subcommandName);
if (subCommand && !subCommand._executableHandler) {
subCommand.help();
}
return this._dispatchSubcommand(
subcommandName,
[],
[this._getHelpOption()?.long ?? this._getHelpOption()?.short ?? '--help'],
);
}
_checkNumberOfArguments() {
this.registeredArguments.forEach((arg, i) => {
if (arg.required && this.args[i] == null) {
this.missingArgument(arg.name());
}
});
if (
this.registeredArguments.length > 0 &&
this.registeredArguments[this.registeredArguments.length - 1].variadic
) {
return;
}
if (this.args.length > this.registeredArguments.length) {
this._excessArguments(this.args);
}
}
_processArguments() {
const myParseArg = (argument, value, previous) => {
let parsedValue = value;
if (value !== null && argument.parseArg) {
const invalidValueMessage = `error: command-argument value '${value}' is invalid for argument '${argument.name()}'.`;
parsedValue = this._callParseArg(
argument,
value,
previous,
invalidValueMessage,
);
}
return parsedValue;
};
this._checkNumberOfArguments();
const processedArgs = [];
this.registeredArguments.forEach((declaredArg, index) => {
let value = declaredArg.defaultValue;
if (declaredArg.variadic) {
if (index < this.args.length) {
value = this.args.slice(index);
if (declaredArg.parseArg) {
value = value.reduce((processed, v) => {
return myParseArg(declaredArg, v, processed);
}, declaredArg.defaultValue);
}
} else if (value === undefined) {
value = [];
}
} else if (index < this.args.length) {
value = this.args[index];
if (declaredArg.parseArg) {
value = myParseArg(declaredArg, value, declaredArg.defaultValue);
}
}
processedArgs[index] = value;
});
this.processedArgs = processedArgs;
}
_chainOrCall(promise, fn) {
if (promise?.then && typeof promise.then === 'function') {
return promise.then(() => fn());
}
return fn();
}
_chainOrCallHooks(promise, event) {
let result = promise;
const hooks = [];
this._getCommandAndAncestors()
.reverse()
.filter((cmd) => cmd._lifeCycleHooks[event] !== undefined)
.forEach((hookedCommand) => {
hookedCommand._lifeCycleHooks[event].forEach((callback) => {
hooks.push({ hookedCommand, callback });
});
});
if (event === 'postAction') {
hooks.reverse();
}
hooks.forEach((hookDetail) => {
result = this._chainOrCall(result, () => {
return hookDetail.callback(hookDetail.hookedCommand, this);
});
});
return result;
}
_chainOrCallSubCommandHook(promise, subCommand, event) {
let result = promise;
if (this._lifeCycleHooks[event] !== undefined) {
this._lifeCycleHooks[event].forEach((hook) => {
result = this._chainOrCall(result, () => {
return hook(this, subCommand);
});
});
}
return result;
}
_parseCommand(operands, unknown) {
const parsed = this.parseOptions(unknown);
this._parseOptionsEnv();
this._parseOptionsImplied();
operands = operands.concat(parsed.operands);
unknown = parsed.unknown;
this.args = operands.concat(unknown);
if (operands && this._findCommand(operands[0])) {
return this._dispatchSubcommand(operands[0], operands.slice(1), unknown);
}
if (
this._getHelpCommand() &&
operands[0] === this._getHelpCommand().name()
) {
return this._dispatchHelpCommand(operands[1]);
}
if (this._defaultCommandName) {
this._outputHelpIfRequested(unknown);
return this._dispatchSubcommand(
this._defaultCommandName,
operands,
unknown,
);
}
if (
this.commands.length &&
this.args.length === 0 &&
!this._actionHandler &&
!this._defaultCommandName
) {
this.help({ error: true });
}
this._outputHelpIfRequested(parsed.unknown);
this._checkForMissingMandatoryOptions();
this._checkForConflictingOptions();
const checkForUnknownOptions = () => {
if (parsed.unknown.length > 0) {
this.unknownOption(parsed.unknown[0]);
}
};
const commandEvent = `command:${this.name()}`;
if (this._actionHandler) {
checkForUnknownOptions();
this._processArguments();
let promiseChain;
promiseChain = this._chainOrCallHooks(promiseChain, 'preAction');
promiseChain = this._chainOrCall(promiseChain, () =>
this._actionHandler(this.processedArgs),
);
if (this.parent) {
promiseChain = this._chainOrCall(promiseChain, () => {
this.parent.emit(commandEvent, operands, unknown);
});
}
promiseChain = this._chainOrCallHooks(promiseChain, 'postAction');
return promiseChain;
}
if (this.parent?.listenerCount(commandEvent)) {
checkForUnknownOptions();
this._processArguments();
this.parent.emit(commandEvent, operands, unknown);
} else if (operands.length) {
if (this._findCommand('*')) {
return this._dispatchSubcommand('*', operands, unknown);
}
if (this.listenerCount('command:*')) {
this.emit('command:*', operands, unknown);
} else if (this.commands.length) {
this.unknownCommand();
} else {
checkForUnknownOptions();
this._processArguments();
}
} else if (this.commands.length) {
checkForUnknownOptions();
this.help({ error: true });
} else {
checkForUnknownOptions();
this._processArguments();
}
}
_findCommand(name) {
if (!name) return undefined;
return this.commands.find(
(cmd) => cmd._name === name || cmd._aliases.includes(name),
);
}
_findOption(arg) {
return this.options.find((option) => option.is(arg));
}
_checkForMissingMandatoryOptions() {
this._getCommandAndAncestors().forEach((cmd) => {
cmd.options.forEach((anOption) => {
if (
anOption.mandatory &&
cmd.getOptionValue(anOption.attributeName()) === undefined
) {
cmd.missingMandatoryOptionValue(anOption);
}
});
});
}
_checkForConflictingLocalOptions() {
const definedNonDefaultOptions = this.options.filter((option) => {
const optionKey = option.attributeName();
if (this.getOptionValue(optionKey) === undefined) {
return false;
}
return this.getOptionValueSource(optionKey) !== 'default';
});
const optionsWithConflicting = definedNonDefaultOptions.filter(
(option) => option.conflictsWith.length > 0,
);
optionsWithConflicting.forEach((option) => {
const conflictingAndDefined = definedNonDefaultOptions.find((defined) =>
option.conflictsWith.includes(defined.attributeName()),
);
if (conflictingAndDefined) {
this._conflictingOption(option, conflictingAndDefined);
}
});
}
_checkForConflictingOptions() {
this._getCommandAndAncestors().forEach((cmd) => {
cmd._checkForConflictingLocalOptions();
});
}
parseOptions(args) {
const operands = [];
const unknown = [];
let dest = operands;
function maybeOption(arg) {
return arg.length > 1 && arg[0] === '-';
}
const negativeNumberArg = (arg) => {
if (!/^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/.test(arg)) return false;
return !this._getCommandAndAncestors().some((cmd) =>
cmd.options
.map((opt) => opt.short)
.some((short) => /^-\d$/.test(short)),
);
};
let activeVariadicOption = null;
let activeGroup = null;
let i = 0;
while (i < args.length || activeGroup) {
const arg = activeGroup ?? args[i++];
activeGroup = null;
if (arg === '--') {
if (dest === unknown) dest.push(arg);
dest.push(...args.slice(i));
break;
}
if (
activeVariadicOption &&
(!maybeOption(arg) || negativeNumberArg(arg))
) {
this.emit(`option:${activeVariadicOption.name()}`, arg);
continue;
}
activeVariadicOption = null;
if (maybeOption(arg)) {
const option = this._findOption(arg);
if (option) {
if (option.required) {
const value = args[i++];
if (value === undefined) this.optionMissingArgument(option);
this.emit(`option:${option.name()}`, value);
} else if (option.optional) {
let value = null;
if (
i < args.length &&
(!maybeOption(args[i]) || negativeNumberArg(args[i]))
) {
value = args[i++];
}
this.emit(`option:${option.name()}`, value);
} else {
this.emit(`option:${option.name()}`);
}
activeVariadicOption = option.variadic ? option : null;
continue;
}
}
if (arg.length > 2 && arg[0] === '-' && arg[1] !== '-') {
const option = this._findOption(`-${arg[1]}`);
if (option) {
if (
option.required ||
(option.optional && this._combineFlagAndOptionalValue)
) {
this.emit(`option:${option.name()}`, arg.slice(2));
} else {
this.emit(`option:${option.name()}`);
activeGroup = `-${arg.slice(2)}`;
}
continue;
}
}
if (/^--[^=]+=/.test(arg)) {
const index = arg.indexOf('=');
const option = this._findOption(arg.slice(0, index));
if (option && (option.required || option.optional)) {
this.emit(`option:${option.name()}`, arg.slice(index + 1));
continue;
}
}
if (
dest === operands &&
maybeOption(arg) &&
!(this.commands.length === 0 && negativeNumberArg(arg))
) {
dest = unknown;
}
if (
(this._enablePositionalOptions || this._passThroughOptions) &&
operands.length === 0 &&
unknown.length === 0
) {
if (this._findCommand(arg)) {
operands.push(arg);
unknown.push(...args.slice(i));
break;
} else if (
this._getHelpCommand() &&
arg === this._getHelpCommand().name()
) {
operands.push(arg, ...args.slice(i));
break;
} else if (this._defaultCommandName) {
unknown.push(arg, ...args.slice(i));
break;
}
}
if (this._passThroughOptions) {
dest.push(arg, ...args.slice(i));
break;
}
dest.push(arg);
}
return { operands, unknown };
}
opts() {
if (this._storeOptionsAsProperties) {
const result = {};
const len = this.options.length;
for (let i = 0; i < len; i++) {
const key = this.options[i].attributeName();
result[key] =
key === this._versionOptionName ? this._version : this[key];
}
return result;
}
return this._optionValues;
}
optsWithGlobals() {
return this._getCommandAndAncestors().reduce(
(combinedOptions, cmd) => Object.assign(combinedOptions, cmd.opts()),
{},
);
}
error(message, errorOptions) {
this._outputConfiguration.outputError(
`${message}\n`,
this._outputConfiguration.writeErr,
);
if (typeof this._showHelpAfterError === 'string') {
this._outputConfiguration.writeErr(`${this._showHelpAfterError}\n`);
} else if (this._showHelpAfterError) {
this._outputConfiguration.writeErr('\n');
this.outputHelp({ error: true });
}
const config = errorOptions || {};
const exitCode = config.exitCode || 1;
const code = config.code || 'commander.error';
this._exit(exitCode, code, message);
}
_parseOptionsEnv() {
this.options.forEach((option) => {
if (option.envVar && option.envVar in process.env) {
const optionKey = option.attributeName();
if (
this.getOptionValue(optionKey) === undefined ||
['default', 'config', 'env'].includes(
this.getOptionValueSource(optionKey),
)
) {
if (option.required || option.optional) {
this.emit(`optionEnv:${option.name()}`, process.env[option.envVar]);
} else {
this.emit(`optionEnv:${option.name()}`);
}
}
}
});
}
_parseOptionsImplied() {
const dualHelper = new DualOptions(this.options);
const hasCustomOptionValue = (optionKey) => {
return (
this.getOptionValue(optionKey) !== undefined &&
!['default', 'implied'].includes(this.getOptionValueSource(optionKey))
);
};
this.options
.filter(
(option) =>
option.implied !== undefined &&
hasCustomOptionValue(option.attributeName()) &&
dualHelper.valueFromOption(
this.getOptionValue(option.attributeName()),
option,
),
)
.forEach((option) => {
Object.keys(option.implied)
.filter((impliedKey) => !hasCustomOptionValue(impliedKey))
.forEach((impliedKey) => {
this.setOptionValueWithSource(
impliedKey,
option.implied[impliedKey],
'implied',
);
});
});
}
missingArgument(name) {
const message = `error: missing required argument '${name}'`;
this.error(message, { code: 'commander.missingArgument' });
}
optionMissingArgument(option) {
const message = `error: option '${option.flags}' argument missing`;
this.error(message, { code: 'commander.optionMissingArgument' });
}
missingMandatoryOptionValue(option) {
const message = `error: required option '${option.flags}' not specified`;
this.error(message, { code: 'commander.missingMandatoryOptionValue' });
}
_conflictingOption(option, conflictingOption) {
const findBestOptionFromValue = (option) => {
const optionKey = option.attributeName();
const optionValue = this.getOptionValue(optionKey);
const negativeOption = this.options.find(
(target) => target.negate && optionKey === target.attributeName(),
);
const positiveOption = this.options.find(
(target) => !target.negate && optionKey === target.attributeName(),
);
if (
negativeOption &&
((negativeOption.presetArg === undefined && optionValue === false) ||
(negativeOption.presetArg !== undefined &&
optionValue === negativeOption.presetArg))
) {
return negativeOption;
}
return positiveOption || option;
};
const getErrorMessage = (option) => {
const bestOption = findBestOptionFromValue(option);
const optionKey = bestOption.attributeName();
const source = this.getOptionValueSource(optionKey);
if (source === 'env') {
return `environment variable '${bestOption.envVar}'`;
}
return `option '${bestOption.flags}'`;
};
const message = `error: ${getErrorMessage(option)} cannot be used with ${getErrorMessage(conflictingOption)}`;
this.error(message, { code: 'commander.conflictingOption' });
}
unknownOption(flag) {
if (this._allowUnknownOption) return;
let suggestion = '';
if (flag.startsWith('--') && this._showSuggestionAfterError) {
let candidateFlags = [];
let command = this;
do {
const moreFlags = command
.createHelp()
.visibleOptions(command)
.filter((option) => option.long)
.map((option) => option.long);
candidateFlags = candidateFlags.concat(moreFlags);
command = command.parent;
} while (command && !command._enablePositionalOptions);
suggestion = suggestSimilar(flag, candidateFlags);
}
const message = `error: unknown option '${flag}'${suggestion}`;
this.error(message, { code: 'commander.unknownOption' });
}
_excessArguments(receivedArgs) {
if (this._allowExcessArguments) return;
const expected = this.registeredArguments.length;
const s = expected === 1 ? '' : 's';
const forSubcommand = this.parent ? ` for '${this.name()}'` : '';
const message = `error: too many arguments${forSubcommand}. Expected ${expected} argument${s} but got ${receivedArgs.length}.`;
this.error(message, { code: 'commander.excessArguments' });
}
unknownCommand() {
const unknownName = this.args[0];
let suggestion = '';
if (this._showSuggestionAfterError) {
const candidateNames = [];
this.createHelp()
.visibleCommands(this)
.forEach((command) => {
candidateNames.push(command.name());
if (command.alias()) candidateNames.push(command.alias());
});
suggestion = suggestSimilar(unknownName, candidateNames);
}
const message = `error: unknown command '${unknownName}'${suggestion}`;
this.error(message, { code: 'commander.unknownCommand' });
}
version(str, flags, description) {
if (str === undefined) return this._version;
this._version = str;
flags = flags || '-V, --version';
description = description || 'output the version number';
const versionOption = this.createOption(flags, description);
this._versionOptionName = versionOption.attributeName();
this._registerOption(versionOption);
this.on('option:' + versionOption.name(), () => {
this._outputConfiguration.writeOut(`${str}\n`);
this._exit(0, 'commander.version', str);
});
return this;
}
description(str, argsDescription) {
if (str === undefined && argsDescription === undefined)
return this._description;
this._description = str;
if (argsDescription) {
this._argsDescription = argsDescription;
}
return this;
}
summary(str) {
if (str === undefined) return this._summary;
this._summary = str;
return this;
}
alias(alias) {
if (alias === undefined) return this._aliases[0];
let command = this;
if (
this.commands.length !== 0 &&
this.commands[this.commands.length - 1]._executableHandler
) {
command = this.commands[this.commands.length - 1];
}
if (alias === command._name)
throw new Error("Command alias can't be the same as its name");
const matchingCommand = this.parent?._findCommand(alias);
if (matchingCommand) {
const existingCmd = [matchingCommand.name()]
.concat(matchingCommand.aliases())
.join('|');
throw new Error(
`cannot add alias '${alias}' to command '${this.name()}' as already have command '${existingCmd}'`,
);
}
command._aliases.push(alias);
return this;
}
aliases(aliases) {
if (aliases === undefined) return this._aliases;
aliases.forEach((alias) => this.alias(alias));
return this;
}
usage(str) {
if (str === undefined) {
if (this._usage) return this._usage;
const args = this.registeredArguments.map((arg) => {
return humanReadableArgName(arg);
});
return []
.concat(
this.options.length || this._helpOption !== null ? '[options]' : [],
this.commands.length ? '[command]' : [],
this.registeredArguments.length ? args : [],
)
.join(' ');
}
this._usage = str;
return this;
}
name(str) {
if (str === undefined) return this._name;
this._name = str;
return this;
}
helpGroup(heading) {
if (heading === undefined) return this._helpGroupHeading ?? '';
this._helpGroupHeading = heading;
return this;
}
commandsGroup(heading) {
if (heading === undefined) return this._defaultCommandGroup ?? '';
this._defaultCommandGroup = heading;
return this;
}
optionsGroup(heading) {
if (heading === undefined) return this._defaultOptionGroup ?? '';
this._defaultOptionGroup = heading;
return this;
}
_initOptionGroup(option) {
if (this._defaultOptionGroup && !option.helpGroupHeading)
option.helpGroup(this._defaultOptionGroup);
}
_initCommandGroup(cmd) {
if (this._defaultCommandGroup && !cmd.helpGroup())
cmd.helpGroup(this._defaultCommandGroup);
}
nameFromFilename(filename) {
this._name = path.basename(filename, path.extname(filename));
return this;
}
executableDir(path) {
if (path === undefined) return this._executableDir;
this._executableDir = path;
return this;
}
helpInformation(contextOptions) {
const helper = this.createHelp();
const context = this._getOutputContext(contextOptions);
helper.prepareContext({
error: context.error,
helpWidth: context.helpWidth,
outputHasColors: context.hasColors,
});
const text = helper.formatHelp(this, helper);
if (context.hasColors) return text;
return this._outputConfiguration.stripColor(text);
}
_getOutputContext(contextOptions) {
contextOptions = contextOptions || {};
const error = !!contextOptions.error;
let baseWrite;
let hasColors;
let helpWidth;
if (error) {
baseWrite = (str) => this._outputConfiguration.writeErr(str);
hasColors = this._outputConfiguration.getErrHasColors();
helpWidth = this._outputConfiguration.getErrHelpWidth();
} else {
baseWrite = (str) => this._outputConfiguration.writeOut(str);
hasColors = this._outputConfiguration.getOutHasColors();
helpWidth = this._outputConfiguration.getOutHelpWidth();
}
const write = (str) => {
if (!hasColors) str = this._outputConfiguration.stripColor(str);
return baseWrite(str);
};
return { error, write, hasColors, helpWidth };
}
outputHelp(contextOptions) {
let deprecatedCallback;
if (typeof contextOptions === 'function') {
deprecatedCallback = contextOptions;
contextOptions = undefined;
}
const outputContext = this._getOutputContext(contextOptions);
const eventContext = {
error: outputContext.error,
write: outputContext.write,
command: this,
};
this._getCommandAndAncestors()
.reverse()
.forEach((command) => command.emit('beforeAllHelp', eventContext));
this.emit('beforeHelp', eventContext);
let helpInformation = this.helpInformation({ error: outputContext.error });
if (deprecatedCallback) {
helpInformation = deprecatedCallback(helpInformation);
if (
typeof helpInformation !== 'string' &&
!Buffer.isBuffer(helpInformation)
) {
throw new Error('outputHelp callback must return a string or a Buffer');
}
}
outputContext.write(helpInformation);
if (this._getHelpOption()?.long) {
this.emit(this._getHelpOption().long);
}
this.emit('afterHelp', eventContext);
this._getCommandAndAncestors().forEach((command) =>
command.emit('afterAllHelp', eventContext),
);
}
helpOption(flags, description) {
if (typeof flags === 'boolean') {
if (flags) {
if (this._helpOption === null) this._helpOption = undefined;
if (this._defaultOptionGroup) {
this._initOptionGroup(this._getHelpOption());
}
} else {
this._helpOption = null;
}
return this;
}
this._helpOption = this.createOption(
flags ?? '-h, --help',
description ?? 'display help for command',
);
if (flags || description) this._initOptionGroup(this._helpOption);
return this;
}
_getHelpOption() {
if (this._helpOption === undefined) {
this.helpOption(undefined, undefined);
}
return this._helpOption;
}
addHelpOption(option) {
this._helpOption = option;
this._initOptionGroup(option);
return this;
}
help(contextOptions) {
this.outputHelp(contextOptions);
let exitCode = Number(process.exitCode ?? 0);
if (
exitCode === 0 &&
contextOptions &&
typeof contextOptions !== 'function' &&
contextOptions.error
) {
exitCode = 1;
}
this._exit(exitCode, 'commander.help', '(outputHelp)');
}
addHelpText(position, text) {
const allowedValues = ['beforeAll', 'before', 'after', 'afterAll'];
if (!allowedValues.includes(position)) {
throw new Error(`Unexpected value for position to addHelpText.
Expecting one of '${allowedValues.join("', '")}'`);
}
const helpEvent = `${position}Help`;
this.on(helpEvent, (  context) => {
let helpStr;
if (typeof text === 'function') {
helpStr = text({ error: context.error, command: context.command });
} else {
helpStr = text;
}
if (helpStr) {
context.write(`${helpStr}\n`);
}
});
return this;
}
_outputHelpIfRequested(args) {
const helpOption = this._getHelpOption();
const helpRequested = helpOption && args.find((arg) => helpOption.is(arg));
if (helpRequested) {
this.outputHelp();
this._exit(0, 'commander.helpDisplayed', '(outputHelp)');
}
}
}
function incrementNodeInspectorPort(args) {
return args.map((arg) => {
if (!arg.startsWith('--inspect')) {
return arg;
}
let debugOption;
let debugHost = '127.0.0.1';
let debugPort = '9229';
let match;
if ((match = arg.match(/^(--inspect(-brk)?)$/)) !== null) {
debugOption = match[1];
} else if (
(match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+)$/)) !== null
) {
debugOption = match[1];
if (/^\d+$/.test(match[3])) {
debugPort = match[3];
} else {
debugHost = match[3];
}
} else if (
(match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+):(\d+)$/)) !== null
) {
debugOption = match[1];
debugHost = match[3];
debugPort = match[4];
}
if (debugOption && debugPort !== '0') {
return `${debugOption}=${debugHost}:${parseInt(debugPort) + 1}`;
}
return arg;
});
}
function useColor() {
if (
process.env.NO_COLOR ||
process.env.FORCE_COLOR === '0' ||
process.env.FORCE_COLOR === 'false'
)
return false;
if (process.env.FORCE_COLOR || process.env.CLICOLOR_FORCE !== undefined)
return true;
return undefined;
}
exports.Command = Command;
exports.useColor = useColor;
}),
73:
((__unused_webpack_module, exports) => {
class CommanderError extends Error {
constructor(exitCode, code, message) {
super(message);
Error.captureStackTrace(this, this.constructor);
this.name = this.constructor.name;
this.code = code;
this.exitCode = exitCode;
this.nestedError = undefined;
}
}
class InvalidArgumentError extends CommanderError {
constructor(message) {
super(1, 'commander.invalidArgument', message);
Error.captureStackTrace(this, this.constructor);
this.name = this.constructor.name;
}
}
exports.CommanderError = CommanderError;
exports.InvalidArgumentError = InvalidArgumentError;
}),
632:
((__unused_webpack_module, exports, __nccq) => {
const { humanReadableArgName } = __nccq(100);
class Help {
constructor() {
this.helpWidth = undefined;
this.minWidthToWrap = 40;
this.sortSubcommands = false;
this.sortOptions = false;
this.showGlobalOptions = false;
}
prepareContext(contextOptions) {
this.helpWidth = this.helpWidth ?? contextOptions.helpWidth ?? 80;
}
visibleCommands(cmd) {
const visibleCommands = cmd.commands.filter((cmd) => !cmd._hidden);
const helpCommand = cmd._getHelpCommand();
if (helpCommand && !helpCommand._hidden) {
visibleCommands.push(helpCommand);
}
if (this.sortSubcommands) {
visibleCommands.sort((a, b) => {
return a.name().localeCompare(b.name());
});
}
return visibleCommands;
}
compareOptions(a, b) {
const getSortKey = (option) => {
return option.short
? option.short.replace(/^-/, '')
: option.long.replace(/^--/, '');
};
return getSortKey(a).localeCompare(getSortKey(b));
}
visibleOptions(cmd) {
const visibleOptions = cmd.options.filter((option) => !option.hidden);
const helpOption = cmd._getHelpOption();
if (helpOption && !helpOption.hidden) {
const removeShort = helpOption.short && cmd._findOption(helpOption.short);
const removeLong = helpOption.long && cmd._findOption(helpOption.long);
if (!removeShort && !removeLong) {
visibleOptions.push(helpOption);
} else if (helpOption.long && !removeLong) {
visibleOptions.push(
cmd.createOption(helpOption.long, helpOption.description),
);
} else if (helpOption.short && !removeShort) {
visibleOptions.push(
cmd.createOption(helpOption.short, helpOption.description),
);
}
}
if (this.sortOptions) {
visibleOptions.sort(this.compareOptions);
}
return visibleOptions;
}
visibleGlobalOptions(cmd) {
if (!this.showGlobalOptions) return [];
const globalOptions = [];
for (
let ancestorCmd = cmd.parent;
ancestorCmd;
ancestorCmd = ancestorCmd.parent
) {
const visibleOptions = ancestorCmd.options.filter(
(option) => !option.hidden,
);
globalOptions.push(...visibleOptions);
}
if (this.sortOptions) {
globalOptions.sort(this.compareOptions);
}
return globalOptions;
}
visibleArguments(cmd) {
if (cmd._argsDescription) {
cmd.registeredArguments.forEach((argument) => {
argument.description =
argument.description || cmd._argsDescription[argument.name()] || '';
});
}
if (cmd.registeredArguments.find((argument) => argument.description)) {
return cmd.registeredArguments;
}
return [];
}
subcommandTerm(cmd) {
const args = cmd.registeredArguments
.map((arg) => humanReadableArgName(arg))
.join(' ');
return (
cmd._name +
(cmd._aliases[0] ? '|' + cmd._aliases[0] : '') +
(cmd.options.length ? ' [options]' : '') +
(args ? ' ' + args : '')
);
}
optionTerm(option) {
return option.flags;
}
argumentTerm(argument) {
return argument.name();
}
longestSubcommandTermLength(cmd, helper) {
return helper.visibleCommands(cmd).reduce((max, command) => {
return Math.max(
max,
this.displayWidth(
helper.styleSubcommandTerm(helper.subcommandTerm(command)),
),
);
}, 0);
}
longestOptionTermLength(cmd, helper) {
return helper.visibleOptions(cmd).reduce((max, option) => {
return Math.max(
max,
this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option))),
);
}, 0);
}
longestGlobalOptionTermLength(cmd, helper) {
return helper.visibleGlobalOptions(cmd).reduce((max, option) => {
return Math.max(
max,
this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option))),
);
}, 0);
}
longestArgumentTermLength(cmd, helper) {
return helper.visibleArguments(cmd).reduce((max, argument) => {
return Math.max(
max,
this.displayWidth(
helper.styleArgumentTerm(helper.argumentTerm(argument)),
),
);
}, 0);
}
commandUsage(cmd) {
let cmdName = cmd._name;
if (cmd._aliases[0]) {
cmdName = cmdName + '|' + cmd._aliases[0];
}
let ancestorCmdNames = '';
for (
let ancestorCmd = cmd.parent;
ancestorCmd;
ancestorCmd = ancestorCmd.parent
) {
ancestorCmdNames = ancestorCmd.name() + ' ' + ancestorCmdNames;
}
return ancestorCmdNames + cmdName + ' ' + cmd.usage();
}
commandDescription(cmd) {
return cmd.description();
}
subcommandDescription(cmd) {
return cmd.summary() || cmd.description();
}
optionDescription(option) {
const extraInfo = [];
if (option.argChoices) {
extraInfo.push(
`choices: ${option.argChoices.map((choice) => JSON.stringify(choice)).join(', ')}`,
);
}
if (option.defaultValue !== undefined) {
const showDefault =
option.required ||
option.optional ||
(option.isBoolean() && typeof option.defaultValue === 'boolean');
if (showDefault) {
extraInfo.push(
`default: ${option.defaultValueDescription || JSON.stringify(option.defaultValue)}`,
);
}
}
if (option.presetArg !== undefined && option.optional) {
extraInfo.push(`preset: ${JSON.stringify(option.presetArg)}`);
}
if (option.envVar !== undefined) {
extraInfo.push(`env: ${option.envVar}`);
}
if (extraInfo.length > 0) {
const extraDescription = `(${extraInfo.join(', ')})`;
if (option.description) {
return `${option.description} ${extraDescription}`;
}
return extraDescription;
}
return option.description;
}
argumentDescription(argument) {
const extraInfo = [];
if (argument.argChoices) {
extraInfo.push(
`choices: ${argument.argChoices.map((choice) => JSON.stringify(choice)).join(', ')}`,
);
}
if (argument.defaultValue !== undefined) {
extraInfo.push(
`default: ${argument.defaultValueDescription || JSON.stringify(argument.defaultValue)}`,
);
}
if (extraInfo.length > 0) {
const extraDescription = `(${extraInfo.join(', ')})`;
if (argument.description) {
return `${argument.description} ${extraDescription}`;
}
return extraDescription;
}
return argument.description;
}
formatItemList(heading, items, helper) {
if (items.length === 0) return [];
return [helper.styleTitle(heading), ...items, ''];
}
groupItems(unsortedItems, visibleItems, getGroup) {
const result = new Map();
unsortedItems.forEach((item) => {
const group = getGroup(item);
if (!result.has(group)) result.set(group, []);
});
visibleItems.forEach((item) => {
const group = getGroup(item);
if (!result.has(group)) {
result.set(group, []);
}
result.get(group).push(item);
});
return result;
}
formatHelp(cmd, helper) {
const termWidth = helper.padWidth(cmd, helper);
const helpWidth = helper.helpWidth ?? 80;
function callFormatItem(term, description) {
return helper.formatItem(term, termWidth, description, helper);
}
let output = [
`${helper.styleTitle('Usage:')} ${helper.styleUsage(helper.commandUsage(cmd))}`,
'',
];
const commandDescription = helper.commandDescription(cmd);
if (commandDescription.length > 0) {
output = output.concat([
helper.boxWrap(
helper.styleCommandDescription(commandDescription),
helpWidth,
),
'',
]);
}
const argumentList = helper.visibleArguments(cmd).map((argument) => {
return callFormatItem(
helper.styleArgumentTerm(helper.argumentTerm(argument)),
helper.styleArgumentDescription(helper.argumentDescription(argument)),
);
});
output = output.concat(
this.formatItemList('Arguments:', argumentList, helper),
);
const optionGroups = this.groupItems(
cmd.options,
helper.visibleOptions(cmd),
(option) => option.helpGroupHeading ?? 'Options:',
);
optionGroups.forEach((options, group) => {
const optionList = options.map((option) => {
return callFormatItem(
helper.styleOptionTerm(helper.optionTerm(option)),
helper.styleOptionDescription(helper.optionDescription(option)),
);
});
output = output.concat(this.formatItemList(group, optionList, helper));
});
if (helper.showGlobalOptions) {
const globalOptionList = helper
.visibleGlobalOptions(cmd)
.map((option) => {
return callFormatItem(
helper.styleOptionTerm(helper.optionTerm(option)),
helper.styleOptionDescription(helper.optionDescription(option)),
);
});
output = output.concat(
this.formatItemList('Global Options:', globalOptionList, helper),
);
}
const commandGroups = this.groupItems(
cmd.commands,
helper.visibleCommands(cmd),
(sub) => sub.helpGroup() || 'Commands:',
);
commandGroups.forEach((commands, group) => {
const commandList = commands.map((sub) => {
return callFormatItem(
helper.styleSubcommandTerm(helper.subcommandTerm(sub)),
helper.styleSubcommandDescription(helper.subcommandDescription(sub)),
);
});
output = output.concat(this.formatItemList(group, commandList, helper));
});
return output.join('\n');
}
displayWidth(str) {
return stripColor(str).length;
}
styleTitle(str) {
return str;
}
styleUsage(str) {
return str
.split(' ')
.map((word) => {
if (word === '[options]') return this.styleOptionText(word);
if (word === '[command]') return this.styleSubcommandText(word);
if (word[0] === '[' || word[0] === '<')
return this.styleArgumentText(word);
return this.styleCommandText(word);
})
.join(' ');
}
styleCommandDescription(str) {
return this.styleDescriptionText(str);
}
styleOptionDescription(str) {
return this.styleDescriptionText(str);
}
styleSubcommandDescription(str) {
return this.styleDescriptionText(str);
}
styleArgumentDescription(str) {
return this.styleDescriptionText(str);
}
styleDescriptionText(str) {
return str;
}
styleOptionTerm(str) {
return this.styleOptionText(str);
}
styleSubcommandTerm(str) {
return str
.split(' ')
.map((word) => {
if (word === '[options]') return this.styleOptionText(word);
if (word[0] === '[' || word[0] === '<')
return this.styleArgumentText(word);
return this.styleSubcommandText(word);
})
.join(' ');
}
styleArgumentTerm(str) {
return this.styleArgumentText(str);
}
styleOptionText(str) {
return str;
}
styleArgumentText(str) {
return str;
}
styleSubcommandText(str) {
return str;
}
styleCommandText(str) {
return str;
}
padWidth(cmd, helper) {
return Math.max(
helper.longestOptionTermLength(cmd, helper),
helper.longestGlobalOptionTermLength(cmd, helper),
helper.longestSubcommandTermLength(cmd, helper),
helper.longestArgumentTermLength(cmd, helper),
);
}
preformatted(str) {
return /\n[^\S\r\n]/.test(str);
}
formatItem(term, termWidth, description, helper) {
const itemIndent = 2;
const itemIndentStr = ' '.repeat(itemIndent);
if (!description) return itemIndentStr + term;
const paddedTerm = term.padEnd(
termWidth + term.length - helper.displayWidth(term),
);
const spacerWidth = 2;
const helpWidth = this.helpWidth ?? 80;
const remainingWidth = helpWidth - termWidth - spacerWidth - itemIndent;
let formattedDescription;
if (
remainingWidth < this.minWidthToWrap ||
helper.preformatted(description)
) {
formattedDescription = description;
} else {
const wrappedDescription = helper.boxWrap(description, remainingWidth);
formattedDescription = wrappedDescription.replace(
/\n/g,
'\n' + ' '.repeat(termWidth + spacerWidth),
);
}
return (
itemIndentStr +
paddedTerm +
' '.repeat(spacerWidth) +
formattedDescription.replace(/\n/g, `\n${itemIndentStr}`)
);
}
boxWrap(str, width) {
if (width < this.minWidthToWrap) return str;
const rawLines = str.split(/\r\n|\n/);
const chunkPattern = /[\s]*[^\s]+/g;
const wrappedLines = [];
rawLines.forEach((line) => {
const chunks = line.match(chunkPattern);
if (chunks === null) {
wrappedLines.push('');
return;
}
let sumChunks = [chunks.shift()];
let sumWidth = this.displayWidth(sumChunks[0]);
chunks.forEach((chunk) => {
const visibleWidth = this.displayWidth(chunk);
if (sumWidth + visibleWidth <= width) {
sumChunks.push(chunk);
sumWidth += visibleWidth;
return;
}
wrappedLines.push(sumChunks.join(''));
const nextChunk = chunk.trimStart();
sumChunks = [nextChunk];
sumWidth = this.displayWidth(nextChunk);
});
wrappedLines.push(sumChunks.join(''));
});
return wrappedLines.join('\n');
}
}
function stripColor(str) {
const sgrPattern = /\x1b\[\d*(;\d*)*m/g;
return str.replace(sgrPattern, '');
}
exports.Help = Help;
exports.stripColor = stripColor;
}),
546:
((__unused_webpack_module, exports, __nccq) => {
const { InvalidArgumentError } = __nccq(73);
class Option {
constructor(flags, description) {
this.flags = flags;
this.description = description || '';
this.required = flags.includes('<');
this.optional = flags.includes('[');
this.variadic = /\w\.\.\.[>\]]$/.test(flags);
this.mandatory = false;
const optionFlags = splitOptionFlags(flags);
this.short = optionFlags.shortFlag;
this.long = optionFlags.longFlag;
this.negate = false;
if (this.long) {
this.negate = this.long.startsWith('--no-');
}
this.defaultValue = undefined;
this.defaultValueDescription = undefined;
this.presetArg = undefined;
this.envVar = undefined;
this.parseArg = undefined;
this.hidden = false;
this.argChoices = undefined;
this.conflictsWith = [];
this.implied = undefined;
this.helpGroupHeading = undefined;
}
default(value, description) {
this.defaultValue = value;
this.defaultValueDescription = description;
return this;
}
preset(arg) {
this.presetArg = arg;
return this;
}
conflicts(names) {
this.conflictsWith = this.conflictsWith.concat(names);
return this;
}
implies(impliedOptionValues) {
let newImplied = impliedOptionValues;
if (typeof impliedOptionValues === 'string') {
newImplied = { [impliedOptionValues]: true };
}
this.implied = Object.assign(this.implied || {}, newImplied);
return this;
}
env(name) {
this.envVar = name;
return this;
}
argParser(fn) {
this.parseArg = fn;
return this;
}
makeOptionMandatory(mandatory = true) {
this.mandatory = !!mandatory;
return this;
}
hideHelp(hide = true) {
this.hidden = !!hide;
return this;
}
_collectValue(value, previous) {
if (previous === this.defaultValue || !Array.isArray(previous)) {
return [value];
}
previous.push(value);
return previous;
}
choices(values) {
this.argChoices = values.slice();
this.parseArg = (arg, previous) => {
if (!this.argChoices.includes(arg)) {
throw new InvalidArgumentError(
`Allowed choices are ${this.argChoices.join(', ')}.`,
);
}
if (this.variadic) {
return this._collectValue(arg, previous);
}
return arg;
};
return this;
}
name() {
if (this.long) {
return this.long.replace(/^--/, '');
}
return this.short.replace(/^-/, '');
}
attributeName() {
if (this.negate) {
return camelcase(this.name().replace(/^no-/, ''));
}
return camelcase(this.name());
}
helpGroup(heading) {
this.helpGroupHeading = heading;
return this;
}
is(arg) {
return this.short === arg || this.long === arg;
}
isBoolean() {
return !this.required && !this.optional && !this.negate;
}
}
class DualOptions {
constructor(options) {
this.positiveOptions = new Map();
this.negativeOptions = new Map();
this.dualOptions = new Set();
options.forEach((option) => {
if (option.negate) {
this.negativeOptions.set(option.attributeName(), option);
} else {
this.positiveOptions.set(option.attributeName(), option);
}
});
this.negativeOptions.forEach((value, key) => {
if (this.positiveOptions.has(key)) {
this.dualOptions.add(key);
}
});
}
valueFromOption(value, option) {
const optionKey = option.attributeName();
if (!this.dualOptions.has(optionKey)) return true;
const preset = this.negativeOptions.get(optionKey).presetArg;
const negativeValue = preset !== undefined ? preset : false;
return option.negate === (negativeValue === value);
}
}
function camelcase(str) {
return str.split('-').reduce((str, word) => {
return str + word[0].toUpperCase() + word.slice(1);
});
}
function splitOptionFlags(flags) {
let shortFlag;
let longFlag;
const shortFlagExp = /^-[^-]$/;
const longFlagExp = /^--[^-]/;
const flagParts = flags.split(/[ |,]+/).concat('guard');
if (shortFlagExp.test(flagParts[0])) shortFlag = flagParts.shift();
if (longFlagExp.test(flagParts[0])) longFlag = flagParts.shift();
if (!shortFlag && shortFlagExp.test(flagParts[0]))
shortFlag = flagParts.shift();
if (!shortFlag && longFlagExp.test(flagParts[0])) {
shortFlag = longFlag;
longFlag = flagParts.shift();
}
if (flagParts[0].startsWith('-')) {
const unsupportedFlag = flagParts[0];
const baseError = `option creation failed due to '${unsupportedFlag}' in option flags '${flags}'`;
if (/^-[^-][^-]/.test(unsupportedFlag))
throw new Error(
`${baseError}
- a short flag is a single dash and a single character
  - either use a single dash and a single character (for a short flag)
  - or use a double dash for a long option (and can have two, like '--ws, --workspace')`,
);
if (shortFlagExp.test(unsupportedFlag))
throw new Error(`${baseError}
- too many short flags`);
if (longFlagExp.test(unsupportedFlag))
throw new Error(`${baseError}
- too many long flags`);
throw new Error(`${baseError}
- unrecognised flag format`);
}
if (shortFlag === undefined && longFlag === undefined)
throw new Error(
`option creation failed due to no flags found in '${flags}'.`,
);
return { shortFlag, longFlag };
}
exports.Option = Option;
exports.DualOptions = DualOptions;
}),
44:
((__unused_webpack_module, exports) => {
const maxDistance = 3;
function editDistance(a, b) {
if (Math.abs(a.length - b.length) > maxDistance)
return Math.max(a.length, b.length);
const d = [];
for (let i = 0; i <= a.length; i++) {
d[i] = [i];
}
for (let j = 0; j <= b.length; j++) {
d[0][j] = j;
}
for (let j = 1; j <= b.length; j++) {
for (let i = 1; i <= a.length; i++) {
let cost = 1;
if (a[i - 1] === b[j - 1]) {
cost = 0;
} else {
cost = 1;
}
d[i][j] = Math.min(
d[i - 1][j] + 1,
d[i][j - 1] + 1,
d[i - 1][j - 1] + cost,
);
if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
}
}
}
return d[a.length][b.length];
}
function suggestSimilar(word, candidates) {
if (!candidates || candidates.length === 0) return '';
candidates = Array.from(new Set(candidates));
const searchingOptions = word.startsWith('--');
if (searchingOptions) {
word = word.slice(2);
candidates = candidates.map((candidate) => candidate.slice(2));
}
let similar = [];
let bestDistance = maxDistance;
const minSimilarity = 0.4;
candidates.forEach((candidate) => {
if (candidate.length <= 1) return;
const distance = editDistance(word, candidate);
const length = Math.max(word.length, candidate.length);
const similarity = (length - distance) / length;
if (similarity > minSimilarity) {
if (distance < bestDistance) {
bestDistance = distance;
similar = [candidate];
} else if (distance === bestDistance) {
similar.push(candidate);
}
}
});
similar.sort((a, b) => a.localeCompare(b));
if (searchingOptions) {
similar = similar.map((candidate) => `--${candidate}`);
}
if (similar.length > 1) {
return `\n(Did you mean one of ${similar.join(', ')}?)`;
}
if (similar.length === 1) {
return `\n(Did you mean ${similar[0]}?)`;
}
return '';
}
exports.suggestSimilar = suggestSimilar;
}),
395:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
P: () => (  createCallerVariableReader)
});
function createCallerVariableReader(env) {
const variables = { ...env };
return (name) => {
delete env[name];
return Object.hasOwn(variables, name) ? variables[name] : undefined;
};
}
}),
265:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
M: () => (  findCallerSecrets)
});
const SECRET_NAME = /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL|_AUTH|_PAT$|^ACTIONS_RUNTIME/i;
function findCallerSecrets(env) {
const values = Object.entries(env).flatMap(([name, value = '']) => {
if (!SECRET_NAME.test(name) || value.length < 10 || /^[/~.]|^\w+:\/\/[^@]*$/.test(value))
return [];
return /[0-9]/.test(value) || value.length >= 20 ? [value] : [];
});
return [...new Set(values)];
}
}),
631:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
y: () => (  readCallerNetwork)
});
const TOOL_VARIABLE = new RegExp(`^(${[
'PATH|HOME|LANG|LC_ALL|XDG_CONFIG_(HOME|DIRS)|NVM_DIR|PYENV_ROOT|RBENV_ROOT',
String.raw `npm_config_\w+|NPM_CONFIG_\w+|YARN_\w+|PIP_\w+`,
'GO(PROXY|SUMDB|ENV|FLAGS|ROOT|PATH|NOSUMDB|PRIVATE|TOOLCHAIN)',
String.raw `CARGO_HOME|RUSTUP_HOME|GEM_\w+|GEMRC`,
].join('|')})$`);
function selectToolVariables(env) {
return Object.fromEntries(Object.entries(env).filter((entry) => TOOL_VARIABLE.test(entry[0]) && entry[1] !== undefined));
}
function readCallerNetwork(env) {
const value = (...names) => names.map((name) => env[name]).find((found) => found) || undefined;
const any = value('all_proxy', 'ALL_PROXY');
const files = ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'].flatMap((name) => env[name] || []);
return {
http_proxy: value('http_proxy', 'HTTP_PROXY') ?? any,
https_proxy: value('https_proxy', 'HTTPS_PROXY') ?? any,
no_proxy: (value('no_proxy', 'NO_PROXY') ?? '').split(/[\s,]+/).filter(Boolean),
tool_variables: selectToolVariables(env),
certificates: [...new Set(files)],
};
}
}),
223:
((__webpack_module__, __unused_webpack___nccx, __nccq) => {
__nccq.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
var mod_0 = __nccq(474);
var mod_1 = __nccq(24);
var mod_2 = __nccq(161);
var mod_3 = __nccq(760);
var mod_4 = __nccq(877);
var mod_5 = __nccq(395);
var mod_6 = __nccq(265);
var mod_7 = __nccq(631);
var mod_8 = __nccq(607);
var mod_9 = __nccq(224);
var mod_a = __nccq(798);
var mod_b = __nccq(929);
var mod_c = __nccq(762);
var mod_d = __nccq(581);
var mod_e = __nccq(862);
(0,mod_4.setFlagsFromString)(process.argv[2] === 'report' ? '--heap-growing-percent=25' : '--optimize-for-size');
const { stdin, stdout, stderr } = process;
const [, started_file] = process.argv;
const watched = stderr.isTTY && process.env.TERM !== 'dumb';
const colour = stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
const writer = (0,mod_a  .t)({ stdout, stderr, colour, watched });
const interruption = new AbortController();
(0,mod_0.setMaxListeners)(0, interruption.signal);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
process.on(signal, () => {
if (interruption.signal.aborted)
process.exit(130);
writer.fail(`\ngatebench: ${signal}, stopping and sealing what runs (once more to stop at once)`);
interruption.abort(signal);
});
}
for (const stream of [stdout, stderr]) {
stream.on('error', (error) => {
if (error.code !== 'EPIPE')
throw error;
});
}
process.on('exit', () => writer.status?.(undefined));
process.on('uncaughtException', (error) => {
const { text, exit_code } = (0,mod_d  .I)(error);
writer.fail(text);
process.exit(exit_code);
});
const people = stdin.isTTY && stdout.isTTY
? { terminal: writer.pauseDuring((0,mod_c  .I)({ input: stdin, output: writer.questions, by: getUserName() })) }
: {};
const question = stdin.isTTY && stdout.isTTY && !process.env.CI
? (0,mod_b  .r)({ input: stdin, output: writer.questions })
: undefined;
try {
process.exitCode = await (0,mod_9  .r)(process.argv.slice(2), {
log: writer.log,
error: writer.error,
styled: writer.styled,
progress: (0,mod_e  .l)({
...{ status: writer.status, line: writer.error, now: () => performance.now() },
columns: () => stderr.columns || 80,
}),
signal: interruption.signal,
secrets: (0,mod_6  .M)(process.env),
variable: (0,mod_5  .P)(process.env),
terminal: { columns: (0,mod_a  .c)(stdout.columns), colour },
people,
question,
origin: (0,mod_8  .M)(process.cwd()),
}, {
cwd: process.cwd(),
search_path: process.env.PATH ?? '',
way_out: (0,mod_7  .y)(process.env),
otlp_endpoint: process.env.OTEL_EXPORTER_OTLP_ENDPOINT,
otlp_headers: process.env.OTEL_EXPORTER_OTLP_HEADERS,
user: getUserName(),
home: process.env.HOME,
program: started_file === undefined ? undefined : [process.execPath, findHookFile((0,mod_1.realpathSync)(started_file))],
client: { input: stdin, output: writer.json },
});
}
catch (error) {
const { text, exit_code } = (0,mod_d  .I)(error);
writer.fail(text);
process.exitCode = exit_code;
}
function findHookFile(file) {
const alone = (0,mod_3.join)((0,mod_3.dirname)(file), '..', 'guard', 'hook.cjs');
return (0,mod_1.existsSync)(alone) ? alone : file;
}
function getUserName() {
try {
return (0,mod_2.userInfo)().username;
}
catch {
return `uid ${process.getuid?.()}`;
}
}
__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);
}),
607:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
M: () => (  readLocalOrigin)
});
var mod_f = __nccq(24);
var mod_g = __nccq(760);
var mod_h = __nccq(301);
const MOST = 4 * 1024 * 1024;
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
function readLocalOrigin(cwd) {
const folder = findGitFolder(cwd);
if (folder === undefined)
return {};
const shared = (0,mod_g.resolve)(folder, readSmallFile((0,mod_g.join)(folder, 'commondir'))?.trim() || '.');
const repository = readRepositoryName(shared);
const commit = readHeadCommit(folder, shared);
return (0,mod_h  .O)({ repository, commit });
}
function findGitFolder(cwd) {
for (let place = (0,mod_g.resolve)(cwd);; place = (0,mod_g.dirname)(place)) {
const entry = (0,mod_g.join)(place, '.git');
if ((0,mod_f.existsSync)((0,mod_g.join)(entry, 'HEAD')))
return entry;
const target = /^gitdir: (.+)$/m.exec(readSmallFile(entry) ?? '')?.[1];
if (target !== undefined)
return (0,mod_g.resolve)(place, target.trim());
if ((0,mod_g.dirname)(place) === place)
return undefined;
}
}
function readHeadCommit(folder, shared) {
const head = readSmallFile((0,mod_g.join)(folder, 'HEAD'))?.trim() ?? '';
const name = /^ref: (refs\/[\w./+@-]+)$/.exec(head)?.[1];
if (name === undefined)
return COMMIT.test(head) ? head : undefined;
if (name.split('/').includes('..'))
return undefined;
const loose = readSmallFile((0,mod_g.join)(shared, name))?.trim();
if (loose !== undefined)
return COMMIT.test(loose) ? loose : undefined;
const packed = readSmallFile((0,mod_g.join)(shared, 'packed-refs')) ?? '';
const commit = packed.split('\n').find((line) => line.endsWith(` ${name}`));
return commit?.split(' ')[0];
}
function readRepositoryName(shared) {
const config = readSmallFile((0,mod_g.join)(shared, 'config')) ?? '';
const url = /^\[remote "origin"\]\s*\n(?:[ \t]+.*\n)*?[ \t]+url = (\S+)/m.exec(config)?.[1];
return /([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url ?? '')?.[1];
}
function readSmallFile(path) {
try {
const { size } = (0,mod_f.statSync)(path);
return size > MOST ? undefined : (0,mod_f.readFileSync)(path, 'utf8');
}
catch {
return undefined;
}
}
}),
224:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
r: () => (  runCommandLine)
});
var commander = __nccq(776);
;
const {
"DM": program,
"gu": createCommand,
"er": createArgument,
"Ww": createOption,
"b7": CommanderError,
"Di": InvalidArgumentError,
"a2": InvalidOptionArgumentError,
"uB": Command,
"ef": Argument,
"c$": Option,
"_V": Help,
} = commander;
var user_error = __nccq(101);
;
const package_version_namespaceObject = {"r":"0.2.0"};
;
const ENGINE_VERSION = package_version_namespaceObject.r;
function detectOtherVersion(value, rubric) {
const claim = (...path) => {
const field = path.reduce((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);
return typeof field === 'string' ? field.slice(0, 40) : undefined;
};
const judged = claim('harness', 'rubric') ?? claim('verdict', 'rubric');
if (judged !== undefined && rubric !== undefined && judged !== rubric)
return `made by another version (rubric ${judged}; this is ${rubric})`;
const harness = claim('harness', 'version') ?? claim('harness_version');
return harness === undefined || harness === ENGINE_VERSION
? undefined
: `made by another version (gatebench ${harness}; this is ${ENGINE_VERSION})`;
}
const isObject = (value) => typeof value === 'object' && value !== null;
const VARIATIONS = [
'seed',
'agent',
'model',
'judge',
'mechanisms',
'contract',
'briefing',
'caps',
'rules',
'prices',
'redaction',
'sandbox',
];
;
const verbs = new Proxy({}, {
get: (_, name) => async () => (await import('../engine/index.js').then(({ bundle }) => bundle)).engine[name](),
});
;
const FLAG = { type: 'flag' };
const TEXT = { type: 'text' };
const LIST = { type: 'list' };
const integer = (least, most) => ({
type: 'integer',
least,
most,
});
const choice = (...choices) => ({ type: 'choice', choices });
const getLongFlag = ({ flag = '' }) => /--[a-z-]+/.exec(flag)?.[0] ?? '';
function setField(values, path, value) {
const [key = '', ...rest] = path.split('.');
if (rest.length === 0)
return { ...values, [key]: value };
const inner = (values[key] ?? {});
return { ...values, [key]: setField(inner, rest.join('.'), value) };
}
;
const MODEL_PATTERN = /^[\x21-\x7e]{1,200}$/;
const MODEL_NAME = {
type: 'text',
pattern: MODEL_PATTERN,
message: 'must be a name of at most 200 characters, without spaces',
};
const STUDY = 'What is run';
const PLACE = 'Where and how';
const GATE = 'What decides';
const PARTS = 'Plans and shards';
const MODELS = 'Models';
const MACHINE = 'Contracts, sandbox and people';
const RESULTS = 'Of two results';
const OPTION_TABLE = {
suite: {
flag: '-s, --suite <file>',
kind: TEXT,
group: STUDY,
help: 'suite file: contracts, agents, ablations, trials, gate and budgets (docs/suites.md)',
},
contracts: {
kind: LIST,
help: 'contract files, folders with a contract.yml, or patterns; none with a suite',
},
agents: {
flag: '-a, --agent <agent>',
kind: LIST,
group: STUDY,
help: 'noop, golden, pull-request, loop, patch:FILE, predictions:FILE, trajectory:FILE, script:FILE, agent:FILE, ' +
'command:"…" or a name of `agents list`; may be repeated',
},
trials: {
flag: '-k, --trials <n>',
kind: integer(1, 1000),
group: STUDY,
help: 'attempts per contract and agent (default: 1)',
},
ablations: {
flag: '--ablate <mechanisms>',
kind: LIST,
group: STUDY,
help: 'switch mechanisms of coordination and safety off: "none", "all" or names with ","; may be repeated, once per ' +
'configuration',
},
dry_run: { flag: '--dry-run', kind: FLAG, group: STUDY, help: 'say what would run, run nothing' },
out: { flag: '-o, --out <dir>', kind: TEXT, group: PLACE, help: 'folder for records and reports' },
concurrency: {
flag: '-j, --concurrency <n>',
kind: integer(1, 256),
group: PLACE,
help: 'attempts side by side (default: as the suite says, or 1)',
},
resume: {
flag: '--resume',
kind: FLAG,
group: PLACE,
help: 'keep sealed, decided attempts of an earlier run in the same folder',
},
replace: {
flag: '--replace',
kind: FLAG,
group: PLACE,
help: 'remove the results of an earlier run from the folder',
},
reuse: {
flag: '--reuse <dir>',
kind: LIST,
group: PLACE,
help: 'take decided attempts with the same key over from an earlier run in that folder; may be repeated',
},
fail_on: {
flag: '--fail-on <when>',
kind: choice('gates', 'regression', 'never'),
group: GATE,
help: 'what sets exit code 1; regression: worse than --baseline ' +
'(default: gates; with a suite as it says, or never)',
},
baseline: {
flag: '--baseline <path>',
kind: TEXT,
group: GATE,
help: 'what to compare with: output folder of an earlier run, or a history',
},
min_strength: {
flag: '--min-strength <bits>',
kind: integer(1, 64),
group: GATE,
help: 'strength that a pass must have, in bits: 8 = 2^-8 (default: as the plan says, or any)',
},
json: { flag: '--json', kind: FLAG, group: GATE, help: 'print results as JSON' },
plan: {
flag: '--plan <file>',
kind: TEXT,
group: PARTS,
help: 'make the attempts of this plan (see plan), and no others',
},
shard: {
flag: '--shard <i/n>',
kind: {
type: 'text',
pattern: /^[1-9]\d*\/[1-9]\d*$/,
message: 'must be I/N, for example 2/8',
findFault: (text) => Number(text.split('/')[0]) > Number(text.split('/')[1]) ? 'I must not be above N' : undefined,
},
group: PARTS,
help: 'only the i-th of n parts',
},
max_shards: {
flag: '--max-shards <n>',
kind: integer(1),
help: 'at most so many shards of like length; up to 256, with --format up to what the engine takes (default: 1)',
},
durations: {
flag: '--durations <path>',
kind: LIST,
help: 'results of earlier runs, for how long attempts take; may be repeated',
},
'models.name': {
flag: '--model <name>',
kind: MODEL_NAME,
group: MODELS,
help: 'model that agents are told to use, and held to (default: their own choice)',
},
'models.upstreams': {
flag: '--upstream <target>',
kind: LIST,
group: MODELS,
help: '[PATTERN=]URL, a preset (openai, anthropic, google, openrouter, azure, bedrock, vertex, ollama, vllm, …), ' +
'PRESET:URL or script:FILE; may be repeated',
},
'models.file': {
flag: '--models <file>',
kind: TEXT,
group: MODELS,
help: 'upstreams in a file (YAML), each with models, key and terms',
},
'models.key_env': {
flag: '--key-env <name>',
kind: {
type: 'text',
pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
message: 'must be the name of a variable, not a key',
},
group: MODELS,
help: "variable that holds the provider's key (default: that of the preset)",
},
'models.prices': { flag: '--prices <file>', kind: TEXT, group: MODELS, help: 'prices of models (CSV)' },
'models.judge': {
flag: '--judge-model <name>',
kind: MODEL_NAME,
group: MODELS,
help: 'model that grades the answers of contracts with model_checks, through the same upstreams, which agents then ' +
'get only with --model; off by default. It costs money beside the agents, and a pass by it is no executable ' +
'evidence',
},
'models.allow_models': {
flag: '--allow-model <pattern>',
kind: {
type: 'list',
pattern: MODEL_PATTERN,
message: 'must be a model name without spaces, "*" stands for anything',
most: 100,
},
group: MODELS,
help: 'a further model that they may ask for; may be repeated',
},
'models.steering': { flag: '--steering <file>', kind: TEXT, group: MODELS, help: 'steering of the model (CSV)' },
'models.backend': {
flag: '--backend <name>',
kind: TEXT,
group: MODELS,
help: 'what serves the steered model, a name or a file (YAML)',
},
'models.redaction': { flag: '--redaction <file>', kind: TEXT, group: MODELS, help: 'further redaction rules (YAML)' },
'models.restricted_store': {
flag: '--restricted-store <dir>',
kind: TEXT,
group: MODELS,
help: 'folder that keeps originals of what was redacted, for you alone',
},
repos: {
flag: '--repos <dir>',
kind: LIST,
group: MACHINE,
help: 'folder with local mirrors "owner+name", used instead of the network; may be repeated',
},
'pull_request.base_sha': {
flag: '--base <revision>',
kind: { type: 'text', most: 1024 },
group: MACHINE,
help: 'base of the change, for --agent pull-request (default: the default branch)',
},
'pull_request.head_sha': {
flag: '--head <revision>',
kind: { type: 'text', most: 1024 },
group: MACHINE,
help: 'head of the change (default: HEAD)',
},
cache: {
flag: '--cache <dir>',
kind: TEXT,
group: MACHINE,
help: 'folder for what is kept between runs (default: /var/cache/gatebench as root, else ~/.cache/gatebench)',
},
sandbox: {
flag: '--sandbox <name>',
kind: choice('auto', 'bubblewrap', 'docker', 'podman', 'none'),
group: MACHINE,
help: 'isolation (default: auto)',
},
unsafe: {
flag: '--unsafe-no-sandbox',
kind: FLAG,
group: MACHINE,
help: 'allow --sandbox none: nothing is held back, and no attempt passes the safety gate',
},
record_stubs: {
flag: '--record-stubs',
kind: FLAG,
group: MACHINE,
help: 'reach the allowed hosts of contracts with policy.network.stubs, and write that file anew',
},
otlp: { flag: '--otlp <url>', kind: TEXT, group: MACHINE, help: 'send sealed attempts to this OTLP collector' },
ask: { flag: '--no-ask', kind: FLAG, group: MACHINE, help: 'deny at once whatever the policy would ask a person' },
reruns: { flag: '-n, --reruns <n>', kind: integer(0, 1000), help: 'reruns of each proof' },
mutants: { flag: '--mutants <n>', kind: integer(0, 1000), help: 'at most so many mutants in each proof' },
calibration: {
flag: '--calibration <time>',
kind: TEXT,
help: 'with --check: longest search for values of challenge rounds in each proof, up to 15m',
},
base: {
flag: '--base <revision>',
kind: { type: 'text', most: 1024 },
help: 'commit at which contracts with base: pull-request are proven; contract.lock names it',
},
checklist: { flag: '--checklist <file>', kind: TEXT, help: 'YAML file with what people found for the checklist' },
repo: { flag: '--repo <dir>', kind: TEXT, help: 'the repository' },
tasks: { flag: '--tasks <dir>', kind: TEXT, help: 'folder for the contracts, in the repository' },
from_commit: { flag: '--from-commit <sha>', kind: LIST, help: 'make a contract from this commit (repeatable)' },
from_pr: { flag: '--from-pr <n>', kind: LIST, help: 'make a contract from this merged pull request (repeatable)' },
from_range: { flag: '--from-range <A..B>', kind: TEXT, help: 'make contracts from the commits after A, up to B' },
mine: { flag: '--mine', kind: FLAG, help: 'walk the history and try the most promising commits first' },
max: { flag: '--max <n>', kind: integer(1), help: 'at most so many tasks' },
budget: {
flag: '--budget <time>',
kind: TEXT,
help: 'time for all commits, such as 90m or 2h; what still runs then is ended',
},
branch: { flag: '--branch <name>', kind: TEXT, help: 'where the history begins' },
since: { flag: '--since <date>', kind: TEXT, help: 'no commits before this date' },
prove: { flag: '--no-prove', kind: FLAG, help: 'write the contracts without proving them' },
keep_unproven: { flag: '--keep-unproven', kind: FLAG, help: 'also write contracts that could not be proven' },
project: { flag: '--project <dir>', kind: TEXT, help: 'the package to set up, where there are several' },
test: { flag: '--test <command>', kind: TEXT, help: 'what runs the tests, where init does not find it' },
report: {
flag: '--report <format>',
kind: TEXT,
help: 'report that --test writes to $REPORT, such as junit (default: its exit status)',
},
install: { flag: '--install <command>', kind: TEXT, help: 'what installs the dependencies' },
yes: { flag: '-y, --yes', kind: FLAG, help: 'ask nothing' },
adapter: { flag: '--adapter <file>', kind: TEXT, help: 'module with your own adapter, in place of the benchmark' },
dialect: { flag: '--dialect <name>', kind: TEXT, help: 'variant of the format, where the rows do not tell' },
files: {
flag: '--files <dir>',
kind: TEXT,
help: 'folder of the files that the tasks are about, where it does not lie beside the rows',
},
grader: {
flag: '--grader <name>',
kind: TEXT,
help: "grader in place of one that a contract cannot have; results are not the benchmark's",
},
only: { flag: '--only <id>', kind: LIST, help: 'import this task, or those that match a pattern (repeatable)' },
images: {
flag: '--images <mode>',
kind: TEXT,
help: 'images of the benchmark, pinned by digest: auto (where docker or podman has them), never, require',
},
pull: { flag: '--pull', kind: FLAG, help: 'fetch images that are not on this machine' },
check: {
flag: '--check',
kind: FLAG,
help: 'prove each contract, quarantine what does not hold, and write an audit',
},
again: {
flag: '--again',
kind: FLAG,
help: 'with --check: prove also what an earlier audit in the same folder has proven',
},
seed: {
flag: '--seed <n>',
kind: integer(0, 2 ** 32 - 1),
help: 'seed of the attempts; another than 20260307 is a protocol deviation',
},
history: { flag: '--history <file>', kind: TEXT, help: 'file with one line per run of the suite' },
adjudications: {
flag: '--adjudications <file>',
kind: TEXT,
help: 'CSV file with what people decided on attempts',
},
section: {
flag: '--section <name>',
kind: choice('consistency', 'context', 'safety-rates'),
help: 'print this section alone and write nothing: consistency of repeated attempts; context that agents have read ' +
'of what a solution needs; effects and refusals at harmful tasks',
},
extra_trials: {
flag: '--extra-trials <n>',
kind: integer(0, 100),
help: 'further attempts of both sides at an undecided contract (default: 3)',
},
alpha: {
flag: '--alpha <share>',
kind: { type: 'number', above: 0, below: 0.5 },
help: 'largest chance of a false alarm of the gate (default: as the plan or the suite says, else 0.005, or 0.05)',
},
arms: {
flag: '--arm <id>',
kind: LIST,
group: RESULTS,
help: 'arm that both have; may be repeated (default: agents with everything on)',
},
base_arm: {
flag: '--base-arm <id>',
kind: TEXT,
group: RESULTS,
help: 'arm of base, where it is called otherwise than that of head',
},
head_arm: { flag: '--head-arm <id>', kind: TEXT, group: RESULTS, help: 'arm of head' },
minimum_effect: {
flag: '--minimum-effect <share>',
kind: { type: 'number', above: 0, below: 1 },
group: RESULTS,
help: 'difference that would matter (default: as the plan says, else 0.1)',
},
confidence: {
flag: '--confidence <share>',
kind: { type: 'number', above: 0.5, below: 1 },
group: RESULTS,
help: 'of the intervals of the paired comparison (default: as the plan says, else 0.95)',
},
tolerance: {
flag: '--tolerance <share>',
kind: { type: 'number', least: 0, most: 0.5 },
group: RESULTS,
help: 'share of the rarer outcome in the history of a stable contract (default: as the plan says, else 0.05)',
},
minimum_history: {
flag: '--minimum-history <runs>',
kind: integer(1),
group: RESULTS,
help: 'decided runs that a history must have of a contract (default: as the plan says, else 5)',
},
coverage_floor: {
flag: '--coverage-floor <share>',
kind: { type: 'number', least: 0, most: 1 },
group: RESULTS,
help: 'share of runs of head that must be decided (default: as the plan says, else 1)',
},
usd_per_hour: {
flag: '--usd-per-hour <n>',
kind: { type: 'number', least: 0 },
help: 'what an hour of a reviewer costs',
},
schema: {
kind: choice(...['contract', 'defaults', 'lock', 'suite', 'settings', 'script', 'upstream-script', 'agent'], ...['rules', 'models', 'backend', 'redaction', 'plan', 'schedule', 'history', 'pilot'], ...['pilot-removal', 'pilot-deviation', 'pilot-cost-inputs', 'pilot-cost-precision', 'event'], ...['manifest', 'verdict', 'report', 'result', 'removal', 'retention', 'replication'], ...['analysis', 'comparison', 'counterfactual', 'pilot-report']),
help: 'which',
},
};
;
const getField = (option) => option.field ?? getLongFlag(option).replace('--', '').replaceAll('-', '_');
function pickOption(field, particular = {}) {
const spec = OPTION_TABLE[field];
if (spec.flag === undefined)
throw new Error(`option ${field} has no flag`);
return { ...spec, field, flag: spec.flag, ...particular };
}
const pickOptions = (...fields) => fields.map((field) => pickOption(field));
;
const CACHE = pickOption('cache');
const agentsVerb = {
name: 'agents',
help: 'command-line agents that are shipped as files: list them, install them, try one, show one',
more: 'Example:\n  ' +
'gatebench agents install pi\n  ' +
'gatebench run tasks/limiter --agent pi --upstream ollama --model qwen3',
verbs: [
{
name: 'list',
help: 'what there is, and what of it is installed',
options: [CACHE, pickOption('json', { help: 'one JSON object per agent' })],
async run(values, { out }) {
const { listAgents } = await verbs.agents();
return listAgents(values, out);
},
},
{
name: 'install',
help: 'install the package of agents with npm, at the exact version of their file and without its scripts',
args: [['<names...>', 'names of `agents list`, or agent:FILE']],
options: [CACHE],
async run({ names, cache }, { out, shell }) {
const { installAgents } = await verbs.agents();
return installAgents(names, { cache, search_path: shell.search_path }, out, shell.cwd);
},
},
{
name: 'try',
help: 'run an agent once against a scripted model that asks for one edit, and say what was seen; without a key',
args: [['<name>', 'name of `agents list`, or agent:FILE']],
options: [CACHE, pickOption('out', { help: 'keep the record in this folder (default: it is removed)' })],
more: 'Exit codes: 0 it works · 1 it does not · 2 your mistake · 3 the attempt could not be made · 130 interrupted',
async run({ name, cache, out: folder }, { out, shell }) {
const { tryAgent } = await verbs.agents();
return tryAgent({ name, cache, out: folder, search_path: shell.search_path }, out, shell.cwd);
},
},
{
name: 'show',
help: 'print the file of an agent, to make one of your own from',
args: [['<name>', 'name of `agents list`']],
async run({ name }, { out }) {
const { showAgent } = await verbs.agents();
return showAgent(name, out);
},
},
],
};
;
function requireOptions(parsed) {
if (parsed.success)
return parsed.data;
const [issue] = parsed.error.issues;
const path = (issue?.path ?? []).filter((key) => typeof key !== 'number').join('.');
const text = formatBound(issue?.message ?? '');
const [, message = text, option = formatOptionName(path)] = /^(.*) \((--[\w-]+)\)$/.exec(text) ?? [];
throw new InvalidArgumentError(path === '' ? text : `${option}: ${message}`);
}
const formatBound = (message) => message
.replace(/^Too big: expected (?:number|int) to be <=(\S+)$/, 'must be at most $1')
.replace(/^Too small: expected (?:number|int) to be >=(\S+)$/, 'must be at least $1')
.replace(/^Invalid input: expected \w+, received undefined$/, 'is missing');
function formatOptionName(path) {
if (path === 'contracts')
return 'CONTRACT';
if (path === 'replicate.run')
return 'RUN';
const specs = OPTION_TABLE;
const flag = Object.hasOwn(specs, path) ? getLongFlag(specs[path] ?? {}) : '';
return flag || `--${path.split('.').at(-1)?.replaceAll('_', '-')}`;
}
var external_node_fs_ = __nccq(24);
var external_node_path_ = __nccq(760);
var omit_undefined = __nccq(301);
;
const CONTRACTS_ARGUMENT = [
'[contracts...]',
'contract files, folders with a contract.yml, or patterns; none with --suite, nor where gatebench.yml is the suite',
];
const RUNS_ARGUMENT = ['<runs...>', 'run directories, or output folders'];
const MODEL_FIELDS = [
'models.name',
'models.upstreams',
'models.file',
'models.key_env',
'models.prices',
];
const MODEL_TERM_FIELDS = [
'models.allow_models',
'models.steering',
'models.backend',
'models.redaction',
'models.restricted_store',
];
const STUDY_OPTIONS = pickOptions(...['suite', 'agents', 'trials', 'ablations'], ...MODEL_FIELDS, ...['models.judge', 'repos', 'pull_request.base_sha', 'pull_request.head_sha', 'cache']);
const getMachineValues = ({ shell: { search_path, way_out } }) => ({ search_path, way_out });
async function completeStudyValues(values, cli, resolveChange) {
const { contracts, agents, pull_request } = values;
const says_what = values.suite !== undefined || contracts.length > 0 || agents !== undefined;
const suite = says_what ? values.suite : findSuite(cli.shell.cwd);
if (suite === undefined && contracts.length === 0)
throw new InvalidArgumentError("missing required argument 'contracts', or --suite FILE, or gatebench.yml here (add --help for what there is)");
if (suite === undefined && agents === undefined)
throw new InvalidArgumentError("required option '-a, --agent <agent>' not specified (add --help for what there is)");
const completed = { ...values, ...(0,omit_undefined .O)({ suite }), ...getMachineValues(cli) };
if (!pull_request && !agents?.includes('pull-request'))
return completed;
const { cwd } = cli.shell;
const revisions = { base: pull_request?.base_sha, head: pull_request?.head_sha };
const change = await resolveChange(revisions, cwd, '--base REVISION', cli.out.error);
return { ...completed, pull_request: { ...change, workspace: cwd } };
}
const SUITE_FILE = 'gatebench.yml';
const findSuite = (cwd) => ((0,external_node_fs_.existsSync)((0,external_node_path_.join)(cwd, SUITE_FILE)) ? SUITE_FILE : undefined);
function readOutputFolder({ replace, ...values }, folder, otherwise = 'set-aside') {
const { out } = values;
const unreplaced = out === undefined ? otherwise : 'refuse';
const earlier = replace ? 'replace' : unreplaced;
return { ...values, out: out ?? folder, earlier };
}
function readSandbox(values) {
return values.unsafe && values.sandbox === undefined ? { ...values, sandbox: 'none' } : values;
}
;
const compare_verb_RESULTS = 'Of two results';
const SETTINGS = 'Of the settings of agents (--settings)';
const RESULTS_OPTIONS = [
...pickOptions('arms', 'base_arm', 'head_arm'),
pickOption('history', {
help: 'history of the base: contracts that are stable in it alone may turn the gate',
group: compare_verb_RESULTS,
}),
...pickOptions('minimum_effect', 'confidence', 'tolerance', 'minimum_history', 'coverage_floor'),
];
const SETTINGS_OPTIONS = [
pickOption('suite', { help: 'suite with contracts and agents, as base has it (default: gatebench.yml)' }),
pickOption('agents', { flag: '-a, --agent <name>', help: 'agent of the suite; may be repeated (default: all)' }),
pickOption('trials', { help: 'attempts per contract and side (default: as the suite says, at least 3)' }),
pickOption('extra_trials'),
...pickOptions('concurrency', 'resume'),
pickOption('replace', { conflicts: ['--resume'] }),
...pickOptions('dry_run', 'models.upstreams', 'models.file', 'models.key_env', 'models.judge', 'repos', 'cache'),
].map((option) => ({ ...option, group: SETTINGS }));
const compareVerb = {
name: 'compare',
help: 'head against base, paired by task; --settings: of agents in two commits',
args: [
['[base]', 'output folder of `run` or `report`, or its results.jsonl; with --settings a revision'],
['[head]', 'the same of what is judged (with --settings: HEAD)'],
],
is_grouped: true,
options: [
{
flag: '--settings',
kind: FLAG,
help: 'run the contracts of the suite with the settings of agents (AGENTS.md, CLAUDE.md, skills, MCP servers, ' +
'models) of two commits, in pairs; base is the default branch unless you name another',
},
pickOption('out', {
help: 'folder for what is found (with --settings for records and reports; default: gatebench-settings)',
group: undefined,
}),
pickOption('alpha'),
pickOption('json', { help: 'print the comparison as JSON', group: undefined }),
...RESULTS_OPTIONS,
...SETTINGS_OPTIONS,
],
more: 'Example:\n  ' +
'gatebench compare before/ after/ --history history.jsonl\n  ' +
'gatebench compare --settings main\n' +
'Exit codes: 0 no regression · 1 regression · 2 your mistake · 3 undecided · 130 interrupted',
run: ({ settings, ...values }, cli) => (settings ? compareSettings : compareFolders)(values, cli),
};
async function compareFolders(values, cli) {
for (const name of ['base', 'head'])
if (values[name] === undefined)
throw new InvalidArgumentError(`missing required argument '${name}'`);
const flags = listGivenFlags(values, SETTINGS_OPTIONS);
if (flags.length > 0)
throw new InvalidArgumentError(`${flags.join(', ')}: only with --settings`);
const fields = ['base', 'head', 'out', 'alpha', 'json', ...RESULTS_OPTIONS.map(getField)];
const input = Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)));
const { compareResults, compareOptionsSchema } = await verbs.compare();
const options = requireOptions(compareOptionsSchema.safeParse(input));
return compareResults(options, cli.out, cli.shell.cwd).exit_code;
}
async function compareSettings(values, cli) {
const { out, shell } = cli;
const flags = listGivenFlags(values, RESULTS_OPTIONS);
if (flags.length > 0)
throw new InvalidArgumentError(`${flags.join(', ')}: not with --settings`);
const { base, head = 'HEAD', alpha, ...rest } = values;
const { suite = 'gatebench.yml', agents, trials, ...run } = rest;
const { compareSettings: compare, resolveComparedRevisions, runOptionsSchema } = await verbs.compare();
const pull_request = await resolveComparedRevisions(base, head, shell.cwd, suite, out.error);
const input = {
...readOutputFolder(run, 'gatebench-settings'),
...getMachineValues(cli),
...{ suite, pull_request, fail_on: 'regression', compare_settings: { agents, trials, alpha } },
};
const options = requireOptions(runOptionsSchema.safeParse(input));
return (await compare(options, out, shell.cwd)).exit_code;
}
function listGivenFlags(values, options) {
return options.flatMap((option) => {
const [member = ''] = getField(option).split('.');
const value = values[member];
return value === undefined || value === false ? [] : [getLongFlag(option)];
});
}
;
const FOLDER = pickOption('out', {
help: 'folder, which must be empty or absent',
is_required: true,
});
const EXIT_CODES = 'Exit codes: 0 all exported · 1 some were changed after they were written · 2 your mistake · 3 some are unfinished';
const ENDPOINT_VARIABLE = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const otelVerb = {
name: 'otel',
help: 'attempts as OpenTelemetry traces: stages, requests to models (gen_ai.*), calls of tools, checks',
args: [RUNS_ARGUMENT],
options: [
pickOption('out', {
flag: '-o, --out <file>',
help: 'write there, one OTLP message in JSON per line; - is standard output, where they go by default',
}),
{
flag: '--endpoint <url>',
kind: TEXT,
help: 'send to this collector instead: OTLP over HTTP, /v1/traces; default: OTEL_EXPORTER_OTLP_ENDPOINT, with ' +
'OTEL_EXPORTER_OTLP_HEADERS',
conflicts: ['--out'],
},
{ flag: '--content', kind: FLAG, help: 'messages, arguments and results too, as far as the record holds them' },
{ flag: '--metrics', kind: FLAG, help: 'tokens and durations of the requests to models too' },
],
more: 'Example:\n  ' +
'gatebench export otel gatebench-out --endpoint http://localhost:4318\n' +
'Exit codes: 0 all exported · 1 some were changed after they were written, or not taken · 2 your mistake · ' +
'3 some are unfinished',
async run(values, { out, shell }) {
const { exportOtel } = await verbs.export();
const { way_out, otlp_headers: headers } = shell;
const endpoint = selectCollector(values, shell.otlp_endpoint);
if (endpoint?.from === ENDPOINT_VARIABLE)
out.error(`sending to the collector that ${ENDPOINT_VARIABLE} names`);
return exportOtel({ ...values, endpoint, way_out, headers }, out, shell.cwd);
},
};
const sweBenchVerb = {
name: 'swe-bench',
help: "attempts in the form of SWE-bench's harness: reports, summary and predictions; contracts as rows of a dataset",
args: [['<runs...>', 'run directories, or output folders; or contracts']],
options: [
FOLDER,
{ flag: '--run-id <name>', kind: TEXT, help: "name of the run in the harness's paths", default: 'gatebench' },
pickOption('repos'),
pickOption('cache'),
],
more: 'Examples:\n  gatebench export swe-bench gatebench-out --out swe-report\n  ' +
`gatebench export swe-bench contracts/* --out rows\n${EXIT_CODES}`,
async run(values, { out, shell }) {
if (!/^[\w.-]{1,100}$/.test(values.run_id) || values.run_id.startsWith('.'))
throw new InvalidArgumentError('--run-id must be a name of letters, digits, ".", "_" and "-"');
const { areContracts, exportSweBench, exportSweBenchRows } = await verbs.export();
const { runs, repos = [], ...places } = values;
if (areContracts(runs, shell.cwd))
return exportSweBenchRows({ ...places, contracts: runs, repos }, out, shell.cwd);
return exportSweBench(values, out, shell.cwd);
},
};
const atifVerb = {
name: 'atif',
help: 'attempts as trajectories in ATIF, the Agent Trajectory Interchange Format, with patch and verdict',
args: [RUNS_ARGUMENT],
options: [FOLDER],
more: `Example:\n  gatebench export atif gatebench-out --out trajectories\n${EXIT_CODES}`,
async run(values, { out, shell }) {
const { exportAtif } = await verbs.export();
return exportAtif(values, out, shell.cwd);
},
};
const harborVerb = {
name: 'harbor',
help: "contracts as tasks of Harbor: repository, hidden tests, verifier and solution, to run with Harbor's agents",
args: [['<contracts...>', 'contract files, folders with a contract.yml, or patterns']],
options: [
pickOption('out', { help: 'folder for the tasks, each in a folder of its own', is_required: true }),
pickOption('repos'),
pickOption('cache'),
{ flag: '--image <name>', kind: TEXT, help: 'base image of the tasks; default: that of the contract, else node' },
],
more: 'Example:\n  gatebench export harbor contracts --out harbor-tasks\n' +
'Exit codes: 0 all exported · 1 some cannot be tasks of Harbor · 2 your mistake',
async run(values, { out, shell }) {
const { exportHarbor } = await verbs.export();
return exportHarbor({ ...values, repos: values.repos ?? [] }, out, shell.cwd);
},
};
const exportVerb = {
name: 'export',
help: 'export records and contracts to formats of other tools: otel, swe-bench, atif, harbor',
verbs: [otelVerb, sweBenchVerb, atifVerb, harborVerb],
};
function selectCollector({ out, endpoint }, environment_endpoint) {
if (endpoint !== undefined)
return { url: endpoint, from: `--endpoint ${endpoint}` };
if (out !== undefined || !environment_endpoint?.trim())
return undefined;
return { url: environment_endpoint.trim(), from: ENDPOINT_VARIABLE };
}
;
const LOG = {
flag: '--log <file>',
kind: TEXT,
help: 'with a hook, append one line per judged call to this file, without secrets',
};
const LEVEL = {
flag: '--level <level>',
kind: { type: 'choice', choices: ['workspace', 'strict'] },
help: "workspace: the files are the agent's own (default); strict: nothing that cannot be undone (hooks' default)",
};
const SCOPE = [
pickOption('project', { help: 'for the project in this folder alone', conflicts: ['--user'] }),
{ flag: '--user', kind: FLAG, help: 'for all projects of yours (default)' },
pickOption('yes', { help: 'write the change without a question' }),
];
const CLIENT = ['<client>', 'claude-code, codex, gemini, copilot, opencode or cursor'];
const installVerb = {
name: 'install',
help: 'let a coding agent ask the guard before each of its tool calls: show the change of its settings, and make it',
args: [CLIENT],
options: [
...SCOPE,
LEVEL,
LOG,
{
flag: '--trust-project-settings',
kind: FLAG,
help: 'let .gatebench/guard.yml of whatever project allow rules and set a lower level, too',
},
],
more: 'Example:\n  gatebench guard install claude-code\nExit codes: 0 installed · 1 not wished · 2 your mistake',
async run({ client, project, level, log, yes, trust_project_settings }, { out, shell }) {
const { installGuardHook } = await verbs.guard();
const options = { client, project, level, log, yes, trust_project_settings };
return installGuardHook(options, readInstallationPlace(shell), out);
},
};
const uninstallVerb = {
name: 'uninstall',
help: 'take the guard out of a coding agent: exactly what `install` wrote',
args: [CLIENT],
options: SCOPE,
more: 'Example:\n  gatebench guard uninstall claude-code\nExit codes: 0 removed · 1 not wished · 2 your mistake',
async run({ client, project, yes }, { out, shell }) {
const { uninstallGuardHook } = await verbs.guard();
return uninstallGuardHook({ client, project, yes }, readInstallationPlace(shell), out);
},
};
async function answerHook(client, values, { out, shell }) {
const { runHook } = await verbs.guard();
const { level, log, project_settings } = values;
const argv = ['--hook', client, ...(level ? ['--level', level] : []), ...(log ? ['--log', log] : [])];
if (project_settings)
argv.push('--project-settings');
const { stdout, stderr, exit_code } = await runHook(argv, {
input: shell.client.input,
cwd: shell.cwd,
variable: (name) => (name === 'HOME' ? shell.home : out.variable?.(name)),
now: () => new Date(),
});
if (stderr !== '')
out.error(stderr.trimEnd());
shell.client.output.write(stdout);
return exit_code;
}
function readInstallationPlace({ cwd, home, program }) {
if (!program)
throw new InvalidArgumentError('this program does not know its own place');
return { cwd, home, program };
}
const guardVerb = {
name: 'guard',
help: 'judge commands, edits and plans by the guardrails: one JSON object per line in, one per line out',
options: [
{
flag: '-t, --trust <level>',
kind: TEXT,
parse: parseTrustLevel,
help: 'trust level of who asks, 0 to 4',
default: 2,
},
{ flag: '--rules <file>', kind: LIST, help: 'further rules (YAML); may be repeated' },
{ flag: '--session', kind: FLAG, help: 'remember what earlier lines have written or downloaded' },
{ flag: '--list', kind: FLAG, help: 'print the rules and judge nothing' },
{
flag: '--hook <client>',
kind: TEXT,
help: 'answer one call of a coding agent; beside it only --level, --log and --project-settings',
},
{ flag: '--project-settings', kind: FLAG, help: 'with a hook, let the file of the project allow rules, too' },
LEVEL,
LOG,
],
verbs: [installVerb, uninstallVerb],
more: 'Lines: {"command": "…"} (with "folder", "workspace"), {"text": "…"} or {"write": "path", "content": "…"}\n' +
`Example:\n  echo '{"command": "git push --force"}' | gatebench guard\n` +
'Exit codes: 0 all lines were read · 2 some were not, or your mistake · 130 interrupted',
async run({ rules = [], ...values }, { out, shell }) {
const { judgeGuardRequests, readGuardRules, formatGuardRules } = await verbs.guard();
if (values.list) {
for (const line of formatGuardRules(readGuardRules(rules, shell.cwd)))
out.log(line);
return 0;
}
if (!shell.client)
throw new InvalidArgumentError('there is no standard input here');
if (values.hook !== undefined)
return answerHook(values.hook, values, { out, shell });
const streams = { ...shell.client, printError: out.error, signal: out.signal };
const { level = 'workspace' } = values;
return judgeGuardRequests({ ...values, level, rules }, streams, shell.cwd);
},
};
function parseTrustLevel(text) {
if (!/^[0-4]$/.test(text))
throw new InvalidArgumentError('must be 0, 1, 2, 3 or 4');
return Number(text);
}
;
const importVerb = {
name: 'import',
help: 'make contracts of the tasks of an external benchmark',
args: [
['[benchmark]', 'format of the files; none with --adapter'],
['[files...]', 'files or folders of the benchmark'],
],
options: [
pickOption('out', { help: 'folder for the contracts', is_required: true }),
...pickOptions('adapter', 'dialect'),
pickOption('files', { field: 'files_folder' }),
...pickOptions('grader', 'only'),
pickOption('images', { default: 'auto' }),
...pickOptions('pull', 'max', 'check', 'again'),
pickOption('budget', { help: 'with --check: begin no further proof after this time, such as 90m' }),
pickOption('reruns', { help: 'with --check: reruns of each proof', default: 2 }),
pickOption('mutants', { help: 'with --check: at most so many mutants in each proof', default: 4 }),
pickOption('calibration', { default: '3m' }),
pickOption('concurrency', { help: 'attempts side by side', default: 1 }),
pickOption('repos'),
pickOption('cache'),
pickOption('json', { help: 'print the outcome as JSON' }),
],
more: 'Benchmarks: swe-bench, harbor, context-bench, redcode, multi-agent-bench (docs/reference/benchmarks.md)\n\n' +
'Examples:\n  gatebench import swe-bench verified.parquet --out swe --repos mirrors --max 20\n' +
'  gatebench import swe-bench rows.jsonl --out swe --check\n' +
'  gatebench import swe-bench rows.jsonl --out swe --images require --pull --only django__django-11630\n' +
'  gatebench import context-bench suite.yaml --files data --grader contains --out letta\n' +
'  gatebench import redcode index8_30_codes_full_upd.json --out redcode\n' +
'  gatebench import --adapter ./mine.mjs rows.csv --out mine\n' +
'Exit codes: 0 every task became a contract, and holds · 1 some did not · 2 your mistake · 130 interrupted',
async run({ benchmark, files, files_folder, ...values }, cli) {
const { importBenchmark, importOptionsSchema } = await verbs.import();
const names = values.adapter === undefined
? { benchmark, paths: files }
: { paths: [...(benchmark === undefined ? [] : [benchmark]), ...files] };
const input = { ...values, ...names, files: files_folder, ...getMachineValues(cli) };
const options = requireOptions(importOptionsSchema.safeParse(input));
return (await importBenchmark(options, cli.out, cli.shell.cwd)).exit_code;
},
};
;
function parseIntegerOption(text) {
const value = Number(text);
if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
throw new InvalidArgumentError('must be a whole number');
return value;
}
function createNumberParser(message) {
return (text) => {
const value = Number(text);
if (!/^-?\d*\.?\d+$/.test(text) || !Number.isFinite(value))
throw new InvalidArgumentError(message);
return value;
};
}
const collectValues = (value, before = []) => [...before, value];
;
const collectNumbers = (value, earlier = []) => [...earlier, parseIntegerOption(value)];
const initVerb = {
name: 'init',
help: 'set a repository up, and make proven contracts from its merged changes',
options: [
pickOption('repo', { default: '.' }),
pickOption('from_commit'),
pickOption('from_pr', { parse: collectNumbers }),
...pickOptions('from_range', 'mine'),
pickOption('max', { help: 'at most so many contracts (default: 20, or 1 where no commit is named)' }),
pickOption('budget'),
pickOption('branch', { default: 'HEAD' }),
pickOption('since'),
pickOption('tasks', { default: 'tasks' }),
...pickOptions('prove', 'keep_unproven'),
pickOption('reruns', { default: 5 }),
pickOption('mutants', { default: 8 }),
pickOption('concurrency', { help: 'attempts side by side', default: 2 }),
pickOption('out', { help: 'folder for the records', default: 'gatebench-init' }),
pickOption('cache'),
...pickOptions('project', 'test', 'report', 'install', 'yes'),
pickOption('json', { help: 'print the outcome as JSON' }),
],
more: 'Without a commit, a range or --mine it writes gatebench.yml, a contract for pull requests and a workflow,\n' +
'and makes the first contract that it can prove. At a terminal it asks for what it cannot find.\n\n' +
'Examples:\n  gatebench init\n  gatebench init --from-commit 4f2a91c\n  gatebench init --mine --budget 2h\n' +
'  gatebench init --test "make -C packages/core check" --yes\n\n' +
'The commands of --test and --install run at the root of the repository, also with --project.\n' +
'Exit codes: 0 every named commit became a contract (--mine: at least one; alone: the files are there) · 1 not · ' +
'2 your mistake · 130 interrupted',
async run(values, cli) {
const { initRepository, initOptionsSchema } = await verbs.init();
const options = requireOptions(initOptionsSchema.safeParse({ ...values, ...getMachineValues(cli) }));
return (await initRepository(options, cli.out, cli.shell.cwd)).exit_code;
},
};
;
const PILOT = ['<pilot>', 'folder of the pilot'];
const pilot_verb_RESULTS = 'output folders of `run`, of all stages so far, or folders that hold them';
const STAGE = { flag: '--stage <n>', kind: integer(), help: '1, 2 or 3', is_required: true };
const JSON_OPTION = pickOption('json', { help: 'print what was found as JSON' });
const planPilotVerb = {
name: 'plan',
help: 'write the protocol: frozen tasks, randomised order, stages, envelopes, rules, power; bound by one digest',
options: [
pickOption('suite', {
help: 'suite file, with a section `pilot` (docs/suites.md#pilots)',
is_required: true,
}),
pickOption('out', {
help: 'folder for the protocol; one that is there is never written over',
is_required: true,
}),
pickOption('repos'),
pickOption('cache'),
JSON_OPTION,
],
more: 'Example:\n  ' +
'gatebench pilot plan --suite gatebench.yml --out pilot/\n  ' +
'gatebench run --suite gatebench.yml --plan pilot/stage-1.plan.json --out runs/stage-1',
async run(values, cli) {
const { planPilot, pilotPlanOptionsSchema } = await verbs.pilot();
const options = requireOptions(pilotPlanOptionsSchema.safeParse({ ...values, ...getMachineValues(cli) }));
return (await planPilot(options, cli.out, cli.shell.cwd)) ? 0 : 130;
},
};
const checkPilotVerb = {
name: 'check',
help: 'entry and exit criteria of a stage, and whether a registered rule says stop',
args: [PILOT, ['[results...]', pilot_verb_RESULTS]],
options: [STAGE, JSON_OPTION],
more: 'Example:\n  ' +
'gatebench pilot check pilot/ runs/ --stage 2\n' +
'Exit codes: 0 all criteria met · 1 not, or a rule says stop · 2 your mistake · 3 not decided',
async run(values, { out, shell }) {
const { checkPilot, pilotCheckOptionsSchema } = await verbs.pilot();
return checkPilot(requireOptions(pilotCheckOptionsSchema.safeParse(values)), out, shell.cwd).exit_code;
},
};
const deviateVerb = {
name: 'deviate',
help: 'declare that a stage begins although entry criteria are not met: who, why and when stand in every report',
args: [PILOT, ['[results...]', pilot_verb_RESULTS]],
options: [
STAGE,
{ flag: '--because <reason>', kind: TEXT, help: 'why it begins all the same', is_required: true },
{ flag: '--by <name>', kind: TEXT, help: 'who declares it (default: your name)' },
JSON_OPTION,
],
more: 'Example:\n  ' +
'gatebench pilot deviate pilot/ runs/ --stage 3 --because "two tasks only: this shows the workflow, not an effect"',
async run(values, { out, shell }) {
const { declarePilotDeviation, pilotDeviateOptionsSchema } = await verbs.pilot();
const options = requireOptions(pilotDeviateOptionsSchema.safeParse({ by: shell.user, ...values }));
declarePilotDeviation(options, out, shell.cwd);
return 0;
},
};
const removeVerb = {
name: 'remove',
help: 'exclude a task that is objectively invalid; the removal is logged and final, and no task replaces it',
args: [PILOT, ['<task>', 'id of the contract']],
options: [
{
flag: '--because <reason>',
kind: TEXT,
help: 'what is objectively invalid about it; stands in every report',
is_required: true,
},
],
more: 'Example:\n  gatebench pilot remove pilot/ rate-limiter --because "its checks depend on the time of day"',
async run(values, { out, shell }) {
const { removePilotTask, pilotRemoveOptionsSchema } = await verbs.pilot();
removePilotTask(requireOptions(pilotRemoveOptionsSchema.safeParse(values)), out, shell.cwd);
return 0;
},
};
const reportPilotVerb = {
name: 'report',
help: 'what was planned against what was done, rates and costs by arm and stratum, deviations, adjudications',
args: [PILOT, ['<results...>', pilot_verb_RESULTS]],
options: [
pickOption('out', { help: 'folder for the report', default: 'pilot-report' }),
pickOption('adjudications', { help: 'CSV file with reviews: attempt,reviewer,verdict,minutes,reason[,mode]' }),
pickOption('usd_per_hour'),
JSON_OPTION,
],
more: 'Example:\n  gatebench pilot report pilot/ runs/ --adjudications reviews.csv',
async run(values, { out, shell }) {
const { writePilotReport, pilotReportOptionsSchema } = await verbs.pilot();
writePilotReport(requireOptions(pilotReportOptionsSchema.safeParse(values)), out, shell.cwd);
return 0;
},
};
const pilotVerb = {
name: 'pilot',
help: 'a staged pilot: agreed before its first run, judged from records',
verbs: [planPilotVerb, checkPilotVerb, deviateVerb, removeVerb, reportPilotVerb],
};
;
const planVerb = {
name: 'plan',
help: 'write down every attempt of a suite, in order and in shards, before the first is made',
args: [CONTRACTS_ARGUMENT],
options: [
...STUDY_OPTIONS,
pickOption('out', { flag: '-o, --out <file>', help: 'file for the plan (default: plan.json)' }),
...pickOptions('max_shards', 'durations'),
pickOption('reuse', { help: 'count what records of earlier runs could be used again; may be repeated' }),
{
flag: '--format <engine>',
kind: { type: 'text' },
help: 'also write a file that runs a job per shard: gitlab, kubernetes-job or slurm-array',
},
{ flag: '--job-file <file>', kind: { type: 'text' }, help: 'name of that file (default: one for each engine)' },
{
flag: '--image <name>',
kind: { type: 'text' },
help: 'container image of the jobs: has gatebench, Node, git and bubblewrap',
},
{
flag: '--program <words>',
kind: { type: 'text' },
help: 'how jobs start gatebench, words apart by blanks',
default: 'gatebench',
},
pickOption('json', { help: 'print what the plan comes to, with the matrix of a workflow, as JSON' }),
],
more: 'Example:\n  ' +
'gatebench plan --suite gatebench.yml --max-shards 8\n  ' +
'gatebench run --suite gatebench.yml --plan plan.json --shard 3/8\n  ' +
'gatebench plan --suite gatebench.yml --max-shards 100 --format gitlab',
async run({ program, ...values }, cli) {
const { planStudy, planOptionsSchema, resolveChange } = await verbs.plan();
const study = await completeStudyValues(values, cli, resolveChange);
const input = { ...study, program: program.split(/\s+/).filter(Boolean) };
const options = requireOptions(planOptionsSchema.safeParse(input));
return (await planStudy(options, cli.out, cli.shell.cwd)) ? 0 : 130;
},
};
;
const cache_verb_CACHE = pickOption('cache');
const listVerb = {
name: 'list',
help: 'kinds of entries with number, size and age',
is_default: true,
options: [cache_verb_CACHE, pickOption('json', { help: 'one JSON object with every entry' })],
async run(values, { out, shell }) {
const { showCache } = await verbs.records();
return showCache(values, out, shell.cwd);
},
};
const pruneVerb = {
name: 'prune',
help: 'remove what no living run uses: what was not used for long, then the least recently used beyond a size',
options: [
cache_verb_CACHE,
{
flag: '--older-than <time>',
field: 'older_than_ms',
kind: TEXT,
parse: parseAge,
help: 'not used for so long: 12h, 7d, 4w',
},
{
flag: '--keep-size <size>',
field: 'keep_bytes',
kind: TEXT,
parse: parseBytes,
help: 'keep no more than this: 5GiB, 500MB; 0 = nothing',
},
{ flag: '--dry-run', kind: FLAG, help: 'say what would go, remove nothing' },
pickOption('json', { help: 'one JSON object with every entry that goes' }),
],
more: 'Exit codes: 0 done · 1 something could not be removed · 2 your mistake',
async run(values, { out, shell }) {
const { pruneCacheFolder } = await verbs.records();
return pruneCacheFolder(values, out, shell.cwd);
},
};
const cacheVerb = {
name: 'cache',
help: 'what is kept between runs: show it, remove what is old or too much',
more: 'Example:\n  gatebench records cache list\n' +
'  gatebench records cache prune --older-than 7d --keep-size 5GiB --dry-run',
verbs: [listVerb, pruneVerb],
};
const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const UNITS = {
...{ '': 1, B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 },
...{ KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 },
};
function parseAge(text) {
return parseQuantity(text, UNITS_MS, 'a time like 12h, 7d or 4w');
}
function parseBytes(text) {
return parseQuantity(text, UNITS, 'a size like 5GiB or 500MB');
}
function parseQuantity(text, units, what) {
const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(text.trim()) ?? [];
if (amount === undefined || !Object.hasOwn(units, unit))
throw new InvalidArgumentError(`must be ${what}`);
return Number(amount) * (units[unit] ?? 1);
}
;
const STORE = pickOption('models.restricted_store', { field: 'store' });
const POLICY = {
flag: '--policy <file>',
kind: TEXT,
help: 'who must approve, and how long a move can be undone; default: retention.yml, if there',
};
const APPROVED_BY = {
flag: '--approved-by <name>',
kind: TEXT,
help: 'who approved, where the policy asks for it',
};
const REASON = {
flag: '--reason <text>',
kind: TEXT,
help: 'why; stands in removals.jsonl of the record',
};
const records_verb_JSON_OPTION = pickOption('json', { help: 'one JSON object' });
const retainVerb = {
name: 'retain',
help: 'move records to the long tier: outcomes, digests and metrics stay; logged, and reversible for a time',
args: [RUNS_ARGUMENT],
options: [
REASON,
{ ...STORE, help: 'folder of your own that holds the content until the move cannot be undone' },
{ flag: '--irreversible', kind: FLAG, help: 'remove the content at once' },
POLICY,
APPROVED_BY,
{
flag: '--undo',
kind: FLAG,
help: 'put the content of the last move back',
conflicts: ['--expire', '--resume'],
},
{
flag: '--expire',
kind: FLAG,
help: 'delete held content whose time is over',
conflicts: ['--undo', '--resume'],
},
{
flag: '--resume',
kind: FLAG,
help: 'finish a removal that was interrupted',
conflicts: ['--undo', '--expire'],
},
{ flag: '--dry-run', kind: FLAG, help: 'say what would be removed' },
records_verb_JSON_OPTION,
],
more: 'Example:\n  ' +
'gatebench records retain gatebench-out --reason "90 days are over" --restricted-store ~/gatebench-held\n  ' +
'gatebench records retain gatebench-out/runs/ID --undo --reason "dispute" --restricted-store ~/gatebench-held\n' +
'Exit codes: 0 done · 2 your mistake · 3 a record was refused',
async run({ undo, expire, resume, ...values }, { out, shell }) {
const { retainRuns } = await verbs.records();
const actions = { undo, expire, resume };
const action = ['undo', 'expire', 'resume'].find((name) => actions[name]) ?? 'move';
return retainRuns({ ...values, action, by: shell.user }, out, shell.cwd);
},
};
const eraseVerb = {
name: 'erase',
help: 'erase a secret that was found in sealed records; the rest stays proven, and the erasure is logged',
args: [RUNS_ARGUMENT],
options: [
{
flag: '--secret-file <file>',
kind: TEXT,
help: 'file that holds the secret',
conflicts: ['--secret-env'],
},
{
flag: '--secret-env <name>',
kind: TEXT,
help: 'environment variable that holds the secret',
conflicts: ['--secret-file'],
},
REASON,
{ ...STORE, help: 'folder of your own that keeps the originals, for `records reveal`' },
{ ...POLICY, help: 'who must approve; default: retention.yml, if there' },
APPROVED_BY,
{ flag: '--dry-run', kind: FLAG, help: 'say where it is' },
records_verb_JSON_OPTION,
],
more: 'Example:\n  ' +
'gatebench records erase gatebench-out --secret-env LEAKED_KEY --reason "key of 3 May stood in a test log"\n' +
'Exit codes: 0 it is nowhere any more · 2 your mistake · 3 a record was refused, or another file holds it',
async run({ secret_file, secret_env, ...values }, cli) {
const secret = readSecret(secret_file, secret_env, cli);
const { eraseSecret } = await verbs.records();
return eraseSecret({ ...values, secret, by: cli.shell.user }, cli.out, cli.shell.cwd);
},
};
function readSecret(file, name, { out, shell }) {
if (name !== undefined) {
const value = out.variable?.(name);
if (value)
return value;
throw new user_error .yo(`the environment variable ${name} is not set`, 'Set it, or name a file with --secret-file.');
}
if (file === undefined)
throw new user_error .yo('the secret is missing', 'Name it with --secret-file FILE or --secret-env NAME.');
try {
return (0,external_node_fs_.readFileSync)((0,external_node_path_.resolve)(shell.cwd, file), 'utf8').replace(/\r?\n$/, '');
}
catch (error) {
throw new user_error .yo(`file of the secret ${file} cannot be read (${error.code})`);
}
}
const revealVerb = {
name: 'reveal',
help: 'show the original of something that was redacted, or list what there is; each reading is written down',
args: [
['<run>', 'run directory'],
['[digest]', 'which original: the digest that stands beside what was redacted, or its beginning'],
],
options: [
{ ...STORE, help: 'the folder that --restricted-store named', is_required: true },
{ ...REASON, help: 'why; stands in the log of the store' },
{ flag: '--raw', kind: FLAG, help: 'raw bytes, including control sequences of the terminal' },
records_verb_JSON_OPTION,
],
more: 'Example:\n  ' +
'gatebench records reveal gatebench-out/runs/ID --restricted-store ~/gatebench-originals\n  ' +
'gatebench records reveal gatebench-out/runs/ID 3f9a0c11 --restricted-store ~/gatebench-originals --reason ' +
'"dispute about attempt 3"\n' +
'Exit codes: 0 shown or listed · 1 the original was changed · 2 your mistake',
async run({ run, raw, ...values }, { out, shell }) {
const { client } = shell;
if (raw && !client)
throw new InvalidArgumentError('there is no standard output here');
const { revealOriginal } = await verbs.records();
const write = raw ? (bytes) => void client?.output.write(bytes) : undefined;
return revealOriginal(run, { ...values, by: shell.user, raw: write }, out, shell.cwd);
},
};
const decideVerb = {
name: 'decide',
help: 'answer a question that a run asks, or list what is asked',
args: [
['<run>', 'run directory, or output folder'],
['[id]', 'which question; may be left out when there is one'],
],
options: [
{ flag: '--allow', kind: FLAG, help: 'what was asked about may go on', conflicts: ['--deny'] },
{ flag: '--deny', kind: FLAG, help: 'it may not' },
{ flag: '--because <reason>', kind: TEXT, help: 'why; stands in the record' },
{ flag: '--by <name>', kind: TEXT, help: 'who decides (default: your name)' },
{ ...records_verb_JSON_OPTION, help: 'one JSON object per line' },
],
more: 'Example:\n  ' +
'gatebench records decide gatebench-out\n  ' +
'gatebench records decide gatebench-out 3f9a0c11de --deny --because "nobody ordered this dependency"\n' +
'Exit codes: 0 answered or listed · 2 your mistake',
async run({ run, allow, deny, ...values }, { out, shell }) {
const { decideEscalation } = await verbs.records();
const refusal = deny ? 'deny' : undefined;
const decision = allow ? 'allow' : refusal;
return decideEscalation([run], { by: shell.user, ...values, decision }, out, shell.cwd);
},
};
const repeatVerb = {
name: 'repeat',
help: 'repeat the configuration of a recorded attempt; what you do not name is taken from the record',
args: [
['<run>', 'run directory, or a folder with one attempt'],
['[contracts...]', 'contract files, folders or patterns (default: as the record names it)'],
],
options: [
{
flag: '--vary <part>',
kind: LIST,
help: `part of that configuration that differs, declared beforehand: ${VARIATIONS.join(', ')}; may be repeated`,
},
{ flag: '--coordination-rules <file>', kind: TEXT, help: 'further guardrail rules (YAML) for all attempts' },
...pickOptions('agents', 'trials', 'ablations', 'seed', ...MODEL_FIELDS, 'models.judge', ...MODEL_TERM_FIELDS),
pickOption('out', {
help: 'folder for records and reports (default: gatebench-out; an earlier run there is renamed, gatebench-out.1)',
}),
...pickOptions('concurrency', 'resume'),
pickOption('replace', { conflicts: ['--resume'] }),
...pickOptions('dry_run', 'fail_on', 'sandbox', 'unsafe', 'repos', 'cache', 'ask', 'json'),
],
more: 'Example:\n  ' +
'gatebench records repeat gatebench-out/runs/ID -k 10\n  ' +
'gatebench records repeat gatebench-out/runs/ID -k 10 --vary seed --seed 7\n' +
'Exit codes: 0 the trials were made · 2 your mistake, or an undeclared difference · 3 undecided · ' +
'130 interrupted; with --fail-on gates as `run`',
async run({ run, vary = [], ...values }, cli) {
const { runStudy, runOptionsSchema } = await verbs.run();
const filled = readSandbox(readOutputFolder(values, 'gatebench-out'));
const input = { ...filled, ...getMachineValues(cli), replicate: { run, vary } };
const options = requireOptions(runOptionsSchema.safeParse(input));
return (await runStudy(options, { ...cli.out, offers_unsafe: true }, cli.shell.cwd)).exit_code;
},
};
const recordsVerb = {
name: 'records',
help: 'records after their run: retain, erase, reveal, decide, repeat, cache',
verbs: [retainVerb, eraseVerb, revealVerb, decideVerb, repeatVerb, cacheVerb],
};
;
const reportVerb = {
name: 'report',
help: 'merge the results of all shards: one report, what is missing, the gate',
args: [['<folders...>', 'output folders of `run`, or the folder that the artifacts of all shards are in']],
options: [
pickOption('out', { help: 'folder for the merged results and the reports (default: gatebench-report)' }),
{
flag: '--html <dir>',
kind: TEXT,
help: 'also write the pages of `view`, with what the records hold, into a folder: for an artifact, for Pages, or ' +
'to open from a disk',
},
pickOption('plan', { help: 'plan of the attempts, where it is not in the folders' }),
pickOption('history', { help: 'append one line about this run of the suite' }),
{
flag: '--board <file>',
kind: TEXT,
help: 'with --history: write a page on each contract, night by night (HTML)',
},
{ flag: '--junit <file>', kind: TEXT, help: 'also write JUnit XML, a test case for each attempt' },
{ flag: '--sarif <file>', kind: TEXT, help: 'also write findings and failed checks as SARIF, for code scanning' },
{ flag: '--csv <file>', kind: TEXT, help: 'also write a table with a line for each attempt' },
{ flag: '--badge <file>', kind: TEXT, help: 'also write a badge: .json for an endpoint of shields.io, or .svg' },
pickOption('fail_on', { help: 'what makes the exit code 1 (default: as the plan says, else gates)' }),
pickOption('min_strength'),
{ flag: '--verify', kind: FLAG, help: 'check the whole record of every attempt, not only its sealed report' },
{
flag: '--allow-missing-records',
kind: FLAG,
help: 'with --verify and a plan: count attempts whose records did not come along as missing, and merge the ' +
'others',
},
{
flag: '--allow-mixed-versions',
kind: FLAG,
help: 'merge results of different versions of a contract, and say so',
},
pickOption('adjudications'),
pickOption('section', {
conflicts: [
...['--out', '--html', '--history', '--board', '--junit', '--sarif', '--csv', '--badge'],
...['--fail-on', '--min-strength', '--verify', '--allow-mixed-versions'],
],
}),
{
flag: '--gold <dir>',
kind: TEXT,
help: 'for --section context: folder of the contracts, each with gold_context.json (default: where they were ' +
'run)',
},
pickOption('cache'),
pickOption('json', { help: 'print what was found as JSON' }),
],
more: 'Example:\n  ' +
'gatebench report artifacts/ --out gatebench-report\n  ' +
'gatebench report gatebench-out --junit junit.xml --csv attempts.csv\n  ' +
'gatebench report gatebench-out --section safety-rates\n' +
'Exit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake, or results that do not belong together · ' +
'3 undecided, or a record that --section could not read',
async run({ section, gold, cache, ...values }, { out, shell: { cwd } }) {
const { reportResults, reportOptionsSchema, printReportSection } = await verbs.report();
const stray = section === 'context' ? undefined : [gold && '--gold', section === undefined && cache && '--cache'].find(Boolean);
if (stray)
throw new InvalidArgumentError(`${stray} is for --section context`);
if (section !== undefined)
return printReportSection({ ...values, section, gold, cache }, out, cwd);
const options = requireOptions(reportOptionsSchema.safeParse({ out: 'gatebench-report', ...values }));
return (await reportResults(options, out, cwd)).exit_code;
},
};
;
const runVerb = {
name: 'run',
help: 'make attempts: agent in a sandbox → patch → four gates → record, report',
args: [CONTRACTS_ARGUMENT],
is_grouped: true,
options: [
...STUDY_OPTIONS,
...pickOptions('dry_run'),
pickOption('out', {
help: 'folder for records and reports (default: gatebench-out; an earlier run there is renamed, gatebench-out.1)',
}),
...pickOptions('concurrency', 'resume'),
pickOption('replace', { conflicts: ['--resume'] }),
...pickOptions('reuse', 'fail_on', 'baseline', 'json', 'plan', 'shard', 'sandbox', 'unsafe', 'record_stubs', 'otlp'),
...pickOptions('ask'),
],
more: 'Example:\n  ' +
'gatebench run tasks/*/contract.yml --agent golden --agent noop\n  ' +
'gatebench run --suite gatebench.yml\n' +
'Exit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake · 3 undecided · 130 interrupted',
async run(values, cli) {
const { runStudy, runOptionsSchema, resolveChange } = await verbs.run();
const study = await completeStudyValues(values, cli, resolveChange);
const { otlp_headers } = cli.shell;
const input = { ...readSandbox(readOutputFolder(study, 'gatebench-out')), otlp_headers };
const options = requireOptions(runOptionsSchema.safeParse(input, { jitless: true }));
return (await runStudy(options, { ...cli.out, offers_unsafe: true }, cli.shell.cwd)).exit_code;
},
};
var escape_text = __nccq(602);
;
const { kind: FORMATS, help: NAME_HELP } = OPTION_TABLE.schema;
const schemaVerb = {
name: 'schema',
help: `print the JSON Schema of a format: ${FORMATS.choices.join(', ')}; or rubric, the rubric as a form (CSV)`,
args: [
['<name>', NAME_HELP],
['[form]', 'of rubric: a form that was filled in, whose sanity is reported'],
],
more: 'Example:\n  gatebench schema contract > contract.schema.json\n  gatebench schema rubric > rubric.csv\n' +
'Exit codes: 0 printed, or a sane form · 1 not sane · 2 your mistake',
async run({ name, form }, { out, shell }) {
const { createJsonSchema, createRubricTemplate, checkRubricFile } = await verbs.schema();
if (name !== 'rubric' && form !== undefined)
throw new InvalidArgumentError(`only rubric has a form, not ${name}`);
if (form !== undefined)
return checkRubricFile(form, out, shell.cwd);
const text = name === 'rubric' ? createRubricTemplate().trimEnd() : (0,escape_text .UF)(createJsonSchema(name), 2);
text.split(/\r?\n/).forEach(out.log);
return 0;
},
};
;
const TERMS = 'Other terms (counterfactual: provisional, never a result)';
const RERUN = 'Evaluate again (--rerun)';
const TERM_OPTIONS = [
{
flag: '--cap-usd <usd>',
kind: TEXT,
help: 'as if an attempt had been allowed to cost no more: everything that has a price, as the cap in force ' +
'counts it',
},
{ flag: '--cap-tokens <n>', kind: TEXT, help: 'as if an attempt had been allowed no more tokens: 500k' },
{ flag: '--cap-wall <time>', kind: TEXT, help: 'as if the agent had been allowed no more time: 10m' },
{
flag: '--weights <list>',
kind: TEXT,
help: 'minimal=…,trace=…,maintainability=… or ok=…,validity=…,violation=…',
},
{ flag: '--lambda <x>', kind: TEXT, help: 'λ of the size of a change' },
].map((option) => ({ ...option, group: TERMS }));
const RERUN_OPTIONS = [
{
flag: '--contract <path>',
field: 'contracts',
kind: LIST,
help: 'contract file, folder or pattern; may be repeated (default: as the record names it)',
},
...pickOptions('replace', 'sandbox', 'unsafe', 'repos', 'cache'),
].map((option) => ({ ...option, group: RERUN }));
const scoreVerb = {
name: 'score',
help: 'judge recorded attempts again and compare with the sealed verdict; --rerun: evaluate their patches again',
args: [RUNS_ARGUMENT],
is_grouped: true,
options: [
{
flag: '--rerun',
kind: FLAG,
help: 'apply the recorded patches again to the pinned repository, run the checks, and compare check by check',
conflicts: TERM_OPTIONS.map(getLongFlag),
},
pickOption('out', {
help: 'folder for counterfactual.jsonl and counterfactual.md; with --rerun for the new records (default: ' +
'gatebench-replay, made anew each time)',
group: undefined,
}),
pickOption('json', { help: 'one JSON object per run; with --rerun the comparison', group: undefined }),
...TERM_OPTIONS,
...RERUN_OPTIONS,
],
more: 'With --rerun agents are not run: the patch of the record is applied again. ' +
'Hidden tests are no part of a record,\nso the contract is needed; its digest must be that of the record.\n\n' +
'Example:\n  ' +
'gatebench score gatebench-out\n  ' +
'gatebench score gatebench-out --cap-usd 0.50 --out what-if\n  ' +
'gatebench score downloaded/runs/ID --rerun --contract tasks/first --repos mirrors\n' +
'Exit codes: 0 the same, or scored under other terms · 1 differs · 2 your mistake · 3 cannot be judged, or ' +
'undecided · 130 interrupted',
run: ({ rerun, ...values }, cli) => (rerun ? rerunPatches : scoreRecords)(values, cli),
};
async function scoreRecords(values, { out, shell }) {
const { runs, json, out: folder } = values;
const { cap_usd, cap_tokens, cap_wall, weights, lambda } = values;
const { contracts, replace, sandbox, unsafe, repos, cache } = values;
if ([contracts, sandbox, repos, cache].some((value) => value !== undefined) || replace || unsafe)
throw new InvalidArgumentError('--contract, --replace, --sandbox, --repos and --cache are for --rerun');
const { scoreRuns, scoreCounterfactual, parseCounterfactualLimits } = await verbs.score();
const terms = parseCounterfactualLimits({ cap_usd, cap_tokens, cap_wall, weights, lambda });
if (terms !== undefined)
return scoreCounterfactual(runs, terms, { json, out: folder }, out, shell.cwd);
if (folder !== undefined)
throw new user_error .yo('--out is for scores under other terms', 'Name some: --cap-usd, --cap-tokens, --cap-wall, --weights, --lambda.');
return scoreRuns(runs, { json }, out, shell.cwd);
}
async function rerunPatches(values, cli) {
const { replayRuns, replayOptionsSchema } = await verbs.score();
const input = { ...readSandbox(readOutputFolder(values, 'gatebench-replay', 'replace')), ...getMachineValues(cli) };
const options = requireOptions(replayOptionsSchema.safeParse(input));
return (await replayRuns(options, cli.out, cli.shell.cwd)).exit_code;
}
;
const RECORD = {
flag: '-r, --record <dir>',
kind: TEXT,
help: 'folder for the record; an existing one is continued',
is_required: true,
};
const TOKENS = {
flag: '--tokens <file>',
kind: TEXT,
help: 'write address and tokens there, for you alone, instead of to the standard error; kept ones stay valid',
};
const gatewayVerb = {
name: 'gateway',
help: 'serve models alone: traffic is recorded, metered and capped; until it is interrupted',
options: [
RECORD,
{ flag: '-p, --port <n>', kind: integer(), help: 'port of 127.0.0.1, 0 = any', default: 0 },
{
flag: '--runs <n>',
kind: integer(),
help: 'runs that see nothing of each other, each with a token of its own',
default: 1,
},
{
flag: '--cap-usd <x>',
kind: { type: 'number', above: 0 },
help: 'refuse what would cost more than this, for each run',
},
{
flag: '--cap-tokens <n>',
kind: integer(),
help: 'refuse what would use more tokens than this, for each run',
},
{ flag: '--cap-requests <n>', kind: integer(), help: 'refuse more requests than this, for each run' },
TOKENS,
...pickOptions(...MODEL_FIELDS, ...MODEL_TERM_FIELDS),
pickOption('json', { help: 'at the end, one JSON object per run' }),
],
more: 'Examples:\n  ' +
'gatebench serve gateway --upstream ollama --record ../traffic\n  ' +
'gatebench serve gateway --upstream anthropic --cap-usd 5 --port 4000 -r ../traffic --tokens ../tokens.json',
async run(values, { out, shell }) {
const { serveGateway, serveGatewayOptionsSchema } = await verbs.serve();
const input = { models: {}, ...values, way_out: shell.way_out };
return serveGateway(requireOptions(serveGatewayOptionsSchema.safeParse(input)), out, shell.cwd);
},
};
const mcpVerb = {
name: 'mcp',
help: 'serve an agent over MCP: the coordination layer over a folder, or the gates of a contract',
options: [
{ flag: '-w, --workspace <dir>', kind: TEXT, help: 'folder that agents act in', is_required: true },
RECORD,
{
flag: '-p, --port <n>',
kind: integer(),
help: 'HTTP on this port of 127.0.0.1, 0 = any; without it stdio, for the first agent',
},
{
flag: '--agent <name>',
field: 'agents',
kind: LIST,
help: 'who may act; may be repeated (default: "agent", or those of the contract)',
},
{ flag: '--contract <file>', kind: TEXT, help: 'contract whose agents, profiles, policy and rules hold' },
{
flag: '--tools <which>',
kind: TEXT,
help: 'coordination, or judge: the gates of the contract judge the change when an agent asks; over stdio',
default: 'coordination',
},
{ flag: '--asks <n>', kind: integer(), help: 'with --tools judge, as often as it may ask', default: 5 },
{ flag: '--trust <n>', kind: integer(), help: 'trust level of the default profile, 0 to 4' },
pickOption('ablations', { help: 'switch mechanisms off: "all" or names with ","' }),
TOKENS,
pickOption('sandbox', { help: 'isolation of commands (default: auto)' }),
pickOption('unsafe', { help: 'allow --sandbox none: commands can do whatever you can' }),
pickOption('cache'),
],
more: 'Examples:\n  ' +
'gatebench serve mcp --workspace . --record ../coordination\n  ' +
'gatebench serve mcp -w . -r ../coordination --port 7070 --agent ada --agent bob --tokens ../tokens.json\n  ' +
'gatebench serve mcp --tools judge --contract ../contracts/edge -w . -r ../asks',
async run(values, { out, shell }) {
const { serveJudge, serveMcp, serveMcpOptionsSchema } = await verbs.serve();
const { ablations = ['none'], ...rest_values } = readSandbox(values);
const input = { ...rest_values, ablation: ablations.join(','), search_path: shell.search_path };
const options = requireOptions(serveMcpOptionsSchema.safeParse(input));
const serve = options.tools === 'judge' ? serveJudge : serveMcp;
return serve(options, out, shell.client, shell.cwd);
},
};
const serveVerb = {
name: 'serve',
help: 'serve a part alone: gateway (models), mcp (the coordination layer, the gates)',
verbs: [gatewayVerb, mcpVerb],
};
;
const CONTRACTS = ['<contracts...>', 'contract files, folders with a contract.yml, or patterns'];
const PLACE_OPTIONS = [
pickOption('repos'),
pickOption('cache'),
pickOption('json', { help: 'print what was found as JSON' }),
];
const PROOF_OPTIONS = [
pickOption('resume', {
help: 'keep sealed, decided attempts of an interrupted proof in the same folder; the folder is trusted: resume none ' +
'that somebody else could write',
}),
pickOption('reruns', { help: "executions beyond the first (default: the contract's flakiness.reruns)" }),
pickOption('mutants', { help: 'at most so many mutants of the reference solution (default: 24)' }),
pickOption('seed', { help: 'seed of the attempts and of the choice of mutants (default: 20260307)' }),
pickOption('base'),
{ flag: '--update-lock', kind: FLAG, help: 'also write contract.lock where one holds already' },
pickOption('checklist'),
];
const checkVerb = {
name: 'check',
help: 'first look at contracts: golden must pass, noop must fail',
args: [CONTRACTS],
options: [
pickOption('out', { help: 'folder for the records (default: gatebench-check, made anew each time)' }),
pickOption('replace'),
pickOption('concurrency', { help: 'attempts side by side (default: 1)' }),
...PLACE_OPTIONS,
],
more: 'Example:\n  ' +
'gatebench check tasks/*/contract.yml\n' +
'Exit codes: 0 every contract works · 1 one does not · 2 your mistake · 3 undecided · 130 interrupted\n' +
'It is `gatebench validate --quick`; without --quick a contract is proven.',
run: checkQuickly,
};
const validateVerb = {
name: 'validate',
help: 'prove contracts: the reference passes, nothing else does; writes a lock',
args: [CONTRACTS],
options: [
{
flag: '--quick',
kind: FLAG,
help: 'a first look: runs golden and noop once each, and writes no contract.lock (the verb check)',
conflicts: [...PROOF_OPTIONS.map(({ flag }) => /--[a-z-]+/.exec(flag)[0]), '--lock'],
},
pickOption('out', {
help: 'folder for the records of the proof (default: gatebench-proof; the proof of other contracts there is ' +
'renamed, gatebench-proof.1)',
}),
pickOption('replace', { help: 'remove the proof of other contracts, or an earlier run, from the folder' }),
pickOption('concurrency', { help: 'attempts side by side (default: 2, with --quick 1)' }),
...PROOF_OPTIONS,
{ flag: '--no-lock', field: 'lock', kind: FLAG, help: 'write no contract.lock' },
...PLACE_OPTIONS,
],
more: 'Example:\n  ' +
'gatebench validate tasks/*/contract.yml --reruns 29\n' +
'Exit codes: 0 proven · 1 refuted · 2 your mistake · 3 undecided · 130 interrupted',
async run({ quick, ...values }, cli) {
const { lock, update_lock, ...proof } = values;
if (quick) {
const { contracts, out, replace, ...rest } = proof;
const { concurrency, repos, cache, json } = rest;
return checkQuickly({ ...{ contracts, out, replace, concurrency, repos, cache, json } }, cli);
}
const { validateContracts, validateOptionsSchema } = await verbs.validate();
const writing = update_lock ? 'renew' : 'write';
const input = {
concurrency: 2,
...readOutputFolder(proof, 'gatebench-proof'),
...getMachineValues(cli),
lock: lock ? writing : 'never',
};
const options = requireOptions(validateOptionsSchema.safeParse(input));
return (await validateContracts(options, cli.out, cli.shell.cwd)).exit_code;
},
};
async function checkQuickly(values, cli) {
const { checkContracts, checkOptionsSchema } = await verbs.validate();
const input = { ...readOutputFolder(values, 'gatebench-check', 'replace'), ...getMachineValues(cli) };
const options = requireOptions(checkOptionsSchema.safeParse(input));
return (await checkContracts(options, cli.out, cli.shell.cwd)).exit_code;
}
;
const verifyVerb = {
name: 'verify',
help: 'check that records are whole and unchanged',
args: [RUNS_ARGUMENT],
options: [
{
flag: '--head <hash>',
kind: TEXT,
help: 'head that was published for the run, or root that was published for the output folder',
},
{ flag: '--prove <attempt>', kind: TEXT, help: 'print the proof that the output folder has this attempt' },
{ flag: '--proof <file>', kind: TEXT, help: 'proof that the run is among those under the root of --head' },
{
flag: '--bundle <file>',
kind: TEXT,
help: 'attestation of the output folder, as GitHub hands it out (needs the two below)',
},
{ flag: '--trusted-root <file>', kind: TEXT, help: 'authorities and logs to trust: gh attestation trusted-root' },
{
flag: '--signer <identity>',
kind: TEXT,
help: 'workflow that must have signed, as an address; * stands for any characters',
},
{
flag: '--issuer <url>',
kind: TEXT,
help: 'who must have issued its identity',
default: 'https://token.actions.githubusercontent.com',
},
pickOption('json', { help: 'one JSON object per run' }),
],
more: 'Example:\n  ' +
'gatebench verify gatebench-out --head ROOT\n  ' +
'gatebench verify gatebench-out --bundle bundle.jsonl --trusted-root root.jsonl --signer ' +
'"https://github.com/OWNER/REPO/*"\n  ' +
'gatebench verify gatebench-out --prove ID > proof.json\n  ' +
'gatebench verify runs/ID --proof proof.json --head ROOT\n' +
'Exit codes: 0 sealed, or reduced as its ledger says · 1 changed after it was written · 2 your mistake · ' +
'3 unfinished, or of another version',
async run({ runs, ...options }, { out, shell }) {
const { verifyRuns } = await verbs.verify();
return verifyRuns(runs, options, out, shell.cwd);
},
};
;
const viewVerb = {
name: 'view',
help: 'show a run in a browser, also while it goes on: prints the address, until it is interrupted',
args: [
['[folder]', 'output folder of `run` or of `report` (default: gatebench-out)'],
['[other]', 'output folder of another run, whose agents stand beside those of the first'],
],
options: [{ flag: '-p, --port <n>', kind: integer(), help: 'port of 127.0.0.1, 0 = any', default: 0 }],
more: 'Only this machine can open the address, and only with the token in it. Nothing is written, and no other ' +
'address is asked.\n' +
'Examples:\n  gatebench view gatebench-out\n  gatebench view monday tuesday',
async run(values, { out, shell }) {
const { viewResults, viewOptionsSchema } = await verbs.view();
return viewResults(requireOptions(viewOptionsSchema.safeParse(values)), out, shell.cwd);
},
};
;
const COMMAND_LINE_VERBS = {
first: [
...[initVerb, runVerb, checkVerb, validateVerb],
...[reportVerb, viewVerb, compareVerb, verifyVerb, importVerb],
],
more: [
...[planVerb, pilotVerb, scoreVerb, exportVerb, schemaVerb],
...[agentsVerb, guardVerb, serveVerb, recordsVerb],
],
};
;
function addVerb(parent, verb, cli, hidden = false) {
const command = parent.command(verb.name, { hidden, isDefault: verb.is_default === true }).description(verb.help);
const { args = [], options = [], verbs = [], run } = verb;
for (const [name, help] of args)
command.argument(name, help);
for (const option of options)
command.addOption(add_verb_createOption(option, verb.is_grouped));
for (const subverb of verbs)
addVerb(command, subverb, cli);
if (verbs.length > 0)
command.helpCommand(false).enablePositionalOptions();
if (verb.more !== undefined)
command.addHelpText('after', `\n${verb.more}`);
if (run === undefined)
return command;
return command.action(async (...given) => {
const values = readValues(verb, given, command.opts());
cli.finish(await run(values, cli));
});
}
function add_verb_createOption(spec, is_grouped = false) {
const { kind, parse } = spec;
const option = new Option(spec.flag, spec.help);
if (is_grouped && spec.group !== undefined)
option.helpGroup(`${spec.group}:`);
if (spec.is_required)
option.makeOptionMandatory();
if (spec.conflicts !== undefined)
option.conflicts(spec.conflicts.map(toAttribute));
if (parse !== undefined)
option.argParser(parse);
else if (kind.type === 'integer')
option.argParser(parseIntegerOption);
else if (kind.type === 'number')
option.argParser(createNumberParser(describeNumber(kind)));
else if (kind.type === 'list')
option.argParser(collectValues);
else if (kind.type === 'choice')
option.choices([...kind.choices]);
if (spec.default !== undefined)
option.default(spec.default);
return option;
}
function describeNumber({ above, below }) {
if (above === undefined)
return 'must be a number such as 5 or 0.50';
return below === undefined
? `must be a number above ${above}, such as 5 or 0.50`
: `must be above ${above} and below ${below}`;
}
const toAttribute = (flag) => flag.replace(/^--/, '').replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
function readValues({ args = [], options = [] }, given, named) {
const fields = [
...args.map(([name], i) => [name.replace(/\W/g, ''), given[i]]),
...options.map((option) => [getField(option), getOptionValue(option, named)]),
];
return fields.reduce((values, [field, value]) => value === undefined ? values : setField(values, field, value), {});
}
function getOptionValue(option, named) {
const flag = getLongFlag(option);
if (flag.startsWith('--no-'))
return named[toAttribute(flag.replace('--no-', '--'))];
const value = named[toAttribute(flag)];
return option.kind.type === 'flag' ? value === true : value;
}
;
async function runCommandLine(argv, out, shell) {
let code = 0;
const program = new Command('gatebench')
.description('Judges coding agents on real repositories with executable contracts.')
.version(ENGINE_VERSION)
.showHelpAfterError('(add --help for what there is)')
.configureHelp({ subcommandTerm: (command) => command.name() })
.enablePositionalOptions()
.exitOverride()
.configureOutput({
writeOut: (text) => text.trimEnd().split('\n').forEach(out.log),
writeErr: (text) => text.trimEnd().split('\n').forEach(out.error),
outputError: (text, write) => {
const [, message = '', suggestion = ''] = /^(.*?)(\n\(Did you mean [^\n]*\))?\n?$/s.exec(text) ?? [];
write((0,user_error .ts)(message) + suggestion);
},
getOutHelpWidth: () => out.terminal.columns,
getErrHelpWidth: () => out.terminal.columns,
})
.helpCommand(false)
.addHelpText('after', `\nMore: ${COMMAND_LINE_VERBS.more.map(({ name }) => name).join(', ')}\nEach verb answers --help.\n\n` +
'Exit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake · 3 undecided · 130 interrupted');
const cli = {
out,
shell,
finish(exit_code) {
code = exit_code;
},
};
for (const verb of COMMAND_LINE_VERBS.first)
addVerb(program, verb, cli);
for (const verb of COMMAND_LINE_VERBS.more)
addVerb(program, verb, cli, true);
try {
await program.parseAsync([...argv], { from: 'user' });
}
catch (error) {
if (!isCommanderError(error))
throw error;
if (error.exitCode !== 0 && error instanceof InvalidArgumentError)
out.error(`error: ${error.message}`);
return error.exitCode === 0 ? 0 : 2;
}
return code;
}
function isCommanderError(error) {
return (error instanceof Error && 'exitCode' in error && String(error.code).startsWith('commander.'));
}
}),
798:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
t: () => (  createConsoleWriter),
c: () => (  getTerminalColumns)
});
;
const external_node_stream_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");
var escape_text = __nccq(602);
;
const SGR = { good: '32', bad: '31', doubt: '33', dim: '2' };
function createStyledSpan(text, style = 'plain') {
return style === 'plain' ? { text } : { text, style };
}
function getPlainText(line) {
return line.map(({ text }) => text).join('');
}
function renderStyledLine(line, colour) {
const whole = (0,escape_text ._P)(getPlainText(line));
if (!colour || line.every(({ style }) => style === undefined))
return whole;
const pieces = line.map(({ text, style }, at) => {
const inert = at === 0 ? (0,escape_text ._P)(text) : (0,escape_text ._P)(`|${text}`).slice(1);
return style === undefined || inert === '' ? inert : `\x1b[${SGR[style]}m${inert}\x1b[0m`;
});
const shown = pieces.join('');
return shown.replace(/\x1b\[\d*m/g, '') === whole ? shown : whole;
}
var measure_text_width = __nccq(679);
;
const ERASE = '\r\x1b[K';
function createStatusLine(terminal) {
let shown;
let asking = 0;
const draw = () => {
if (shown !== undefined && asking === 0)
terminal.write((0,measure_text_width .A4)(shown, (terminal.columns ?? 80) - 1));
};
const erase = () => {
if (shown !== undefined && asking === 0)
terminal.write(ERASE);
};
return {
show(line) {
if (line === shown)
return;
erase();
shown = line;
draw();
},
writeAbove(write) {
erase();
write();
draw();
},
pauseDuring: (ask) => async (asked, signal) => {
erase();
asking += 1;
try {
return await ask(asked, signal);
}
finally {
asking -= 1;
draw();
}
},
};
}
;
function createConsoleWriter({ stdout, stderr, colour, watched }) {
const status = createStatusLine({
write: (text) => stderr.write(text),
get columns() {
return stderr.columns || undefined;
},
});
const write = (stream, text) => status.writeAbove(() => void stream.write(text));
const lines = (text) => text.split('\n').map(escape_text ._P).join('\n');
return {
log: (line) => write(stdout, `${(0,escape_text ._P)(line)}\n`),
error: (line) => write(stderr, `${(0,escape_text ._P)(line)}\n`),
styled: (line) => write(stdout, `${renderStyledLine(line, colour)}\n`),
fail: (text) => write(stderr, `${lines(text)}\n`),
...(watched ? { status: (line) => status.show(line === undefined ? undefined : (0,escape_text ._P)(line)) } : {}),
questions: { write: (text) => (stderr.isTTY ? stderr : stdout).write(lines(text)) },
pauseDuring: status.pauseDuring,
json: new external_node_stream_namespaceObject.Writable({
decodeStrings: false,
write: (chunk, _encoding, done) => void stdout.write((0,escape_text .GO)(String(chunk)), done),
}),
};
}
function getTerminalColumns(columns) {
return columns || 100;
}
}),
929:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
r: () => (  createQuestionPrompt)
});
var mod_i = __nccq(481);
var mod_j = __nccq(602);
const MAX_LENGTH = 500;
function createQuestionPrompt({ input, output }) {
return ({ text, because, fallback, option }, signal) => {
if (input.readable === false || signal.aborted)
return Promise.resolve(undefined);
const show = (line) => (0,mod_j  .X1)((0,mod_j  .Bu)(line, MAX_LENGTH));
const preset = fallback === '' ? '' : ` [${show(fallback)}]`;
output.write(`${because.map((line) => `  ${show(line)}\n`).join('')}? ${show(text)} (${show(option)})${preset}: `);
return new Promise((resolve) => {
const lines = (0,mod_i.createInterface)({ input, terminal: false });
const end = (answer) => {
signal.removeEventListener('abort', leave);
lines.removeAllListeners();
lines.close();
resolve(answer);
};
const leave = () => end(undefined);
signal.addEventListener('abort', leave, { once: true });
lines.once('close', leave);
lines.once('line', (line) => end(line.trim() || fallback));
});
};
}
}),
762:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
I: () => (  createTerminalAsk)
});
var mod_i = __nccq(481);
var mod_j = __nccq(602);
var mod_k = __nccq(980);
const MAX_QUESTION_LENGTH = 1000;
function createTerminalAsk(terminal) {
let last_turn = Promise.resolve();
return (asked, signal) => {
const turn = last_turn.then(() => (signal.aborted ? undefined : askAtTerminal(asked, terminal, signal)));
last_turn = turn.catch(() => undefined);
return turn;
};
}
function askAtTerminal(asked, { input, output, by }, signal) {
if (input.readable === false)
return Promise.resolve(undefined);
const say = (text) => output.write(text);
say(`\n? ${(0,mod_j  .X1)(asked.contract)} · ${(0,mod_j  .X1)(asked.attempt_id)} · ${(0,mod_j  .X1)(asked.condition)}\n` +
`  ${(0,mod_j  .X1)((0,mod_j  .Bu)(asked.question, MAX_QUESTION_LENGTH))}\n` +
`  No answer within ${(0,mod_k  .a3)(asked.timeout_ms)} means deny.\n`);
const instruction = '  Write "allow" or "deny", then why: ';
const why = '  Why? It stands in the record: ';
say(instruction);
return new Promise((resolve, reject) => {
const lines = (0,mod_i.createInterface)({ input, terminal: false });
let decision;
const end = (reply) => {
signal.removeEventListener('abort', away);
lines.removeAllListeners();
lines.close();
resolve(reply);
};
const away = () => {
say('\n  The question is over.\n');
end(undefined);
};
signal.addEventListener('abort', away, { once: true });
lines.on('error', reject);
lines.on('close', () => end(undefined));
lines.on('line', (line) => {
const [, word, rest] = /^\s*(allow|deny)\b[\s:,]*(?:because\b)?\s*(.*)$/i.exec(line) ?? [];
const reason = decision === undefined ? (rest ?? '').trim() : line.trim();
decision ??= word?.toLowerCase();
if (decision !== undefined && reason !== '')
end({ decision, by, justification: reason });
else
say(decision === undefined ? instruction : why);
});
});
}
}),
581:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
I: () => (  describeFailure)
});
var mod_l = __nccq(101);
const REFUSALS = {
EACCES: 'permission denied',
EPERM: 'not permitted',
EROFS: 'the file system is read-only',
ENOSPC: 'no space is left',
EDQUOT: 'the quota is used up',
EIO: 'the device fails',
ENOTDIR: 'a part of the path is not a folder',
ELOOP: 'the links go round in a circle',
ENAMETOOLONG: 'the name is too long',
};
const FILE_CALL = /^(?:f?(?:open|mkdir|mkdtemp|write|writev|truncate|sync|datasync|chmod|chown|utimes?|stat)|opendir|scandir|rename|link|symlink|unlink|rm|rmdir|copyfile|cp|access|lchown|lutimes?|lstat|readlink|realpath)$/;
function describeFailure(error) {
if (error instanceof Error && error.name === 'UserError')
return { text: error.text, exit_code: 2 };
const refused = describeRefusedPath(error);
if (refused !== undefined)
return { text: refused, exit_code: 2 };
if (!(error instanceof Error))
return { text: (0,mod_l  .ts)(String(error)), exit_code: 70 };
const headline = `${error.name}: ${error.message}`;
const trace = (error.stack ?? '')
.split('\n')
.filter((line) => /^ {4}at /.test(line) && !error.message.includes(line));
return {
text: [(0,mod_l  .ts)(headline), ...trace.map((line) => `    ${(0,mod_l  .ts)(line.trim())}`)].join('\n'),
exit_code: 70,
};
}
function describeRefusedPath(error) {
if (typeof error !== 'object' || error === null)
return undefined;
const { code, syscall, path, dest } = error;
const reason = typeof code === 'string' && Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
if (reason === undefined || typeof syscall !== 'string' || !FILE_CALL.test(syscall))
return undefined;
const place = [dest, path].find((one) => typeof one === 'string');
const subject = place === undefined ? 'a file cannot be written' : `${place} cannot be used`;
const remedy = code === 'ENOSPC' || code === 'EDQUOT' ? 'Make room there' : 'Let this user read and write there';
return `${(0,mod_l  .ts)(`${subject}: ${reason} (${code}, ${syscall})`)}\n  ${remedy}, or name another folder.`;
}
}),
862:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
l: () => (  createProgressReporter)
});
var escape_text = __nccq(602);
var format_quantity = __nccq(980);
var measure_text_width = __nccq(679);
;
const beginStep = (steps, { id, parent, text }, now_ms) => parent !== undefined && !steps.some((step) => step.id === parent)
? steps
: [
...steps,
{
id,
parent,
text,
since_ms: now_ms,
done: undefined,
of: undefined,
is_rough: false,
note: '',
...NO_ESTIMATE,
},
];
const NO_ESTIMATE = { due_ms: Number.POSITIVE_INFINITY, least_ms: Number.POSITIVE_INFINITY };
const PACE = { ms: 3000, share: 0.2, least: 2, most: 5 };
const changeStep = (steps, id, change, now_ms) => steps.map((step) => {
if (step.id !== id)
return step;
const count = change.done === undefined ? step.done : Math.max(change.done, step.done ?? 0);
const total = change.about ?? change.of ?? step.of;
const left_ms = change.left_ms ?? (count === step.done ? undefined : computePaceLeft(step, count, total, now_ms));
return {
...step,
...{ done: count, of: total, text: change.text ?? step.text, note: change.note ?? step.note },
is_rough: change.about === undefined ? step.is_rough && change.of === undefined : true,
due_ms: left_ms === undefined ? step.due_ms : now_ms + left_ms,
least_ms: Math.min(step.least_ms, Math.max(0, step.due_ms - now_ms)),
};
});
function computePaceLeft({ since_ms }, count, total, now_ms) {
if (count === undefined || total === undefined || now_ms - since_ms < PACE.ms)
return undefined;
const least = Math.min(PACE.most, Math.max(PACE.least, total * PACE.share));
return count < least ? undefined : ((now_ms - since_ms) / count) * (total - count);
}
const endStep = (steps, id) => {
const ended = new Set([id]);
return steps.filter((step) => {
if (step.parent !== undefined && ended.has(step.parent))
ended.add(step.id);
return !ended.has(step.id);
});
};
const TOLERANCE = 1.25;
function computeTimeLeft({ due_ms, least_ms }, now_ms) {
const left_ms = due_ms - now_ms;
if (left_ms <= 0 || left_ms === Number.POSITIVE_INFINITY || left_ms > TOLERANCE * least_ms)
return undefined;
return Math.min(left_ms, least_ms);
}
function listShownSteps(steps) {
const shown = [];
for (let parent, level = steps;;) {
level = steps.filter((step) => step.parent === parent);
const [step] = level;
if (step === undefined)
return shown;
shown.push({ step, others: level.length - 1 });
parent = step.id;
}
}
const formatProgress = (steps, now_ms, columns) => formatSteps(listShownSteps(steps), now_ms, columns);
function formatSteps(shown, now_ms, columns) {
const timed = shown.find(({ step }) => computeTimeLeft(step, now_ms) !== undefined) ?? shown.at(-1);
const parts = shown.flatMap((one) => {
const facts = formatCount(one) + (one === timed ? formatTime(one.step, now_ms) : '');
return one.step.note === ''
? [[one.step.text, facts]]
: [
[one.step.text, facts],
[one.step.note, ''],
];
});
const line = fitParts(parts, columns);
if ((0,measure_text_width .WI)(line) <= columns)
return line;
if (shown.some(({ step }) => step.note !== '')) {
const bare = shown.map(({ step, others }) => ({ step: { ...step, note: '' }, others }));
return formatSteps(bare, now_ms, columns);
}
if (shown.length < 2)
return (0,measure_text_width .A4)(line, columns);
const uncounted = shown.find((one) => one !== timed && formatCount(one) === '') ?? shown.at(-1);
const rest = shown.filter((one) => one !== uncounted);
return formatSteps(rest, now_ms, columns);
}
function formatCount({ step: { done, of, is_rough }, others }) {
const more = others === 0 ? '' : ` and ${others} more`;
if (!done && of === undefined)
return more;
if (done === undefined || of === 1)
return more;
const all = of === undefined || of < done ? '' : ` of ${is_rough ? 'about ' : ''}${of}`;
return ` ${done}${all}${more}`;
}
const UNKNOWN_MS = 5000;
function formatTime(step, now_ms) {
const left_ms = computeTimeLeft(step, now_ms);
if (left_ms !== undefined)
return `, ${(0,format_quantity .PS)(left_ms)} left`;
const elapsed_ms = now_ms - step.since_ms;
if (elapsed_ms < UNKNOWN_MS)
return '';
return `, ${elapsed_ms < 60_000 ? `${Math.floor(elapsed_ms / 1000)} s` : (0,format_quantity .a3)(elapsed_ms)} so far`;
}
const MIN_TEXT = 8;
function fitParts(parts, columns) {
const line = parts.map((part) => part.join('')).join(' · ');
const excess = (0,measure_text_width .WI)(line) - columns;
const widths = parts.map(([text]) => (0,measure_text_width .WI)(text));
const widest = Math.max(...widths);
if (excess <= 0 || widest <= MIN_TEXT)
return line;
const width = Math.max(MIN_TEXT, widest - excess);
const shorten = ([text, facts], at) => at === widths.indexOf(widest) ? [(0,measure_text_width .FE)(text, width), facts] : [text, facts];
return fitParts(parts.map(shorten), columns);
}
const WORTHWHILE_MS = 2000;
const MIN_GAP_MS = 5000;
const MAX_GAP_MS = 10_000;
function findDueLogLine(steps, now_ms, last) {
const shown = listShownSteps(steps);
const [outer, inner] = [shown[0]?.step, shown.at(-1)?.step];
if (outer === undefined || inner === undefined)
return undefined;
const step = shown.map(({ step: { text } }) => text).join('\0');
const quiet_ms = now_ms - Math.max(last?.at_ms ?? 0, outer.since_ms);
const is_new = step !== last?.step && now_ms - inner.since_ms >= WORTHWHILE_MS;
const has_gap = last === undefined || now_ms - last.at_ms >= MIN_GAP_MS;
return (is_new && has_gap) || quiet_ms >= MAX_GAP_MS ? { step, at_ms: now_ms } : undefined;
}
;
const [INTERVAL_MS, LOG_COLUMNS] = [1000, 200];
function createProgressReporter({ status, line, columns, now }) {
let steps = [];
let count = 0;
let timer;
let is_shown = false;
let last;
const show = () => status?.(formatProgress(steps, now(), columns() - 1));
const tick = () => {
is_shown = true;
show();
const due = status ? undefined : findDueLogLine(steps, now(), last);
if (due)
line(`… ${formatProgress(steps, now(), LOG_COLUMNS)}`);
last = due ?? last;
};
const take = (next) => {
steps = next;
if (steps.length > 0) {
timer ??= setInterval(tick, INTERVAL_MS).unref();
if (is_shown)
show();
return;
}
clearInterval(timer);
timer = undefined;
if (is_shown)
status?.(undefined);
is_shown = false;
};
const open = (id) => {
let entered;
const begin = (text) => {
count += 1;
take(beginStep(steps, { id: count, parent: id, text: (0,escape_text ._P)(text) }, now()));
return open(count);
};
return {
begin,
enter(text, change) {
if (text !== entered?.text) {
entered?.part.end();
entered = text === undefined ? undefined : { text, part: begin(text) };
}
if (change)
entered?.part.update(change);
return entered?.part;
},
update(change) {
const [text, note] = [change.text, change.note].map((one) => (one === undefined ? one : (0,escape_text ._P)(one)));
if (id !== undefined)
take(changeStep(steps, id, { ...change, text, note }, now()));
},
end: () => take(id === undefined ? [] : endStep(steps, id)),
};
};
return open(undefined);
}
async function runStep(progress, text, act) {
const step = progress?.begin(text);
try {
return await act(step);
}
finally {
step?.end();
}
}
}),
301:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
O: () => (  omitUndefined)
});
const omitEmpty = (members) => omitUndefined(Object.fromEntries(Object.entries(members).filter(([, value]) => !isObject(value) || Object.keys(value).length > 0)));
const isObject = (value) => typeof value === 'object' && value !== null;
const omitUndefined = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}),
101:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
Ht: () => (  INVISIBLE_CHARACTERS),
ts: () => (  escapeInvisible),
yo: () => (  UserError)
});
var mod_m = __nccq(818);
const INVISIBLE_CHARACTERS = /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
function escapeInvisible(text) {
return text.replace(INVISIBLE_CHARACTERS, (character) => {
const code = character.codePointAt(0);
if (character === '\n')
return '\\n';
if (character === '\r')
return '\\r';
if (character === '\t')
return '\\t';
if (code < 0x100)
return `\\x${code.toString(16).padStart(2, '0')}`;
return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
});
}
class UserError extends Error {
name = 'UserError';
remedy;
lines;
constructor(message, remedy) {
const lines = (typeof message === 'string' ? [message] : message).map(escapeInvisible);
super(lines.join('\n'));
this.lines = lines;
this.remedy = remedy === undefined ? undefined : escapeInvisible(remedy);
}
get text() {
return this.remedy ? `${this.message}\n  ${this.remedy}` : this.message;
}
}
function findNearestName(name, known) {
let best;
for (const candidate of known) {
const far = distance(name.toLowerCase(), candidate.toLowerCase());
if (!best || far < best.far)
best = { name: candidate, far };
}
return best && best.far <= Math.ceil(name.length / 3) ? best.name : undefined;
}
function suggestName(name, known) {
const guess = findNearestName(name, known);
return guess ? ` – did you mean "${guess}"?` : '';
}
}),
602:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
Bu: () => (  shortenText),
GO: () => (  escapeJson),
UF: () => (  formatInertJson),
X1: () => (  escapeText),
_P: () => (  escapeLogLine)
});
var mod_l = __nccq(101);
function shortenText(text, limit) {
const characters = [...text.slice(0, limit * 2 + 2)];
return characters.length <= limit && text.length <= limit * 2 + 2
? text
: `${characters.slice(0, Math.max(0, limit - 1)).join('')}…`;
}
function shortenMiddle(text, limit) {
const characters = [...text];
if (characters.length <= limit)
return text;
const head = Math.ceil((limit - 1) / 2);
return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (limit - 1 - head)).join('')}`;
}
function escapeHtml(text) {
return escapeInvisible(text).replace(/[&<>"'`]/g, toEntity);
}
function escapeMarkdown(text) {
return escapeInvisible(text)
.replace(/[&<>"'`|*_~[\]\\!$(){}#^]/g, toEntity)
.replace(/@(?=\S)/g, '@&#8203;')
.replace(/&#35;(?=\d)/g, '&#35;&#8203;')
.replace(/\b(gh)-(?=\d)/gi, '$1-&#8203;')
.replace(/:(?=\/\/)/g, ':&#8203;')
.replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#8203;.`)
.replace(/:(?=(?:[\w+-]|&#95;)+:)/g, ':&#8203;')
.replace(/^\s+/, '')
.replace(/^[-+=]/, toEntity)
.replace(/^(\d+)(\.)(?=\s|$)/, (_, digits, mark) => digits + toEntity(mark));
}
function formatMarkdownCode(text) {
const inert = escapeInvisible(text)
.replace(/[^A-Za-z0-9 ./,\u00a1-\u{10ffff}-]/gu, toEntity)
.replace(/&#58;(?=\/\/)/g, '&#58;&#8203;')
.replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#8203;.`)
.replace(/(?<=\w)&#64;/g, '&#64;&#8203;');
return `<code>${inert}</code>`;
}
function toEntity(character) {
return `&#${character.codePointAt(0)};`;
}
function escapeText(text) {
return (0,mod_l  .ts)(text);
}
function escapeLogLine(text) {
return (0,mod_l  .ts)(text)
.replace(/^(\s*):(?=:)/, '$1: ')
.replace(/#(?=#\[)/g, '# ');
}
function formatInertJson(value, indent) {
return escapeJson(JSON.stringify(value, null, indent) ?? 'null');
}
function escapeJson(json) {
return json
.replace(mod_l  .Ht, (character) => {
if (character === '\n')
return character;
return [...Array(character.length).keys()]
.map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
.join('');
})
.replace(/#(?=#\[)/g, '\\u0023');
}
}),
980:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
PS: () => (  formatRoughDuration),
a3: () => (  formatDuration)
});
function formatUsd(usd) {
if (usd === null || !Number.isFinite(usd))
return 'unknown';
if (usd === 0)
return '$0.00';
if (usd < 0.01)
return `$${usd.toPrecision(2)}`;
return `$${usd.toFixed(2)}`;
}
function formatPartialUsd(known_usd, unknown) {
if (unknown === 0)
return formatUsd(known_usd);
return known_usd === 0 ? 'unknown' : `${formatUsd(known_usd)} + ${unknown} unknown`;
}
function formatDuration(ms) {
if (ms < 1000)
return `${Math.round(ms)} ms`;
if (ms < 59_950)
return `${(ms / 1000).toFixed(1)} s`;
const seconds = Math.round(ms / 1000);
const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
if (hours === 0)
return `${minutes} m ${String(seconds % 60).padStart(2, '0')} s`;
return `${hours} h ${String(minutes).padStart(2, '0')} m`;
}
function formatRoughDuration(ms) {
const seconds = Math.round(ms / 1000);
if (seconds < 5)
return 'a few seconds';
if (seconds < 60)
return `${Math.min(55, Math.round(seconds / 5) * 5)} s`;
const minutes = Math.round(seconds / 60);
if (minutes < 60)
return `${minutes} m`;
const tens = Math.round(minutes / 10) * 10;
return tens % 60 === 0 ? `${tens / 60} h` : `${Math.floor(tens / 60)} h ${tens % 60} m`;
}
function formatBytes(bytes) {
if (bytes === null)
return 'not measured';
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
let [value, unit] = [bytes, 0];
while (value >= 1024 && unit < units.length - 1)
[value, unit] = [value / 1024, unit + 1];
return unit === 0 ? `${value} B` : `${value.toFixed(1)} ${units[unit]}`;
}
function formatPercent(share) {
if (share === null)
return 'undefined';
return `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;
}
const joinRemainders = (text) => text.replace(/(?: \(and \d{1,9} more\)){2,}$/, (counts) => {
const numbers = counts.match(/\d+/g) ?? [];
return ` (and ${numbers.reduce((sum, number) => sum + Number(number), 0)} more)`;
});
function formatQuantity(count, noun, plural = `${noun}s`) {
return `${count} ${count === 1 ? noun : plural}`;
}
}),
679:
((__nccm, __nccx, __nccq) => {
__nccq.d(__nccx, {
WI: () => (  measureTextWidth),
FE: () => (  truncateMiddleToWidth),
A4: () => (  truncateToWidth)
});
;
const ST = String.raw`(?:\u001B\u005C|\u009C)`;
const stringControls = String.raw`\u0018\u001A\u001B\u0080-\u009F`;
const osc = String.raw`(?:\u001B\]|\u009D)[^\u0007${stringControls}]*(?:\u0007|${ST})`;
const controlString = String.raw`(?:\u001B[PX^_k]|[\u0090\u0098\u009E\u009F])[^${stringControls}]*${ST}`;
const linuxPalette = String.raw`\u001B\](?:P[\dA-Fa-f]{7}|R)(?:\u0007|${ST})?`;
const csi = String.raw`(?:\u001B\[|\u009B)[\u0030-\u003F]*[\u0020-\u002F]*[\u0040-\u007E]`;
const ansi_regex_escape = String.raw`\u001B(?:[\u0020-\u002F]+[\u0030-\u007E]|[\dA-PR-TZcf-oq-uy=><~|}])`;
const pattern = `${linuxPalette}|${osc}|${controlString}|${csi}|${ansi_regex_escape}`;
function ansiRegex({onlyFirst = false} = {}) {
return new RegExp(pattern, onlyFirst ? undefined : 'g');
}
;
const regex = ansiRegex();
function stripAnsi(string) {
if (typeof string !== 'string') {
throw new TypeError(`Expected a \`string\`, got \`${typeof string}\``);
}
if (!string.includes('\u001B') && !string.includes('\u009B')) {
return string;
}
return string.replace(regex, '');
}
;
const ambiguousMinimalCodePoint = 161;
const ambiguousMaximumCodePoint = 1114109;
const ambiguousRanges = [161, 161, 164, 164, 167, 168, 170, 170, 173, 174, 176, 180, 182, 186, 188, 191, 198, 198, 208, 208, 215, 216, 222, 225, 230, 230, 232, 234, 236, 237, 240, 240, 242, 243, 247, 250, 252, 252, 254, 254, 257, 257, 273, 273, 275, 275, 283, 283, 294, 295, 299, 299, 305, 307, 312, 312, 319, 322, 324, 324, 328, 331, 333, 333, 338, 339, 358, 359, 363, 363, 462, 462, 464, 464, 466, 466, 468, 468, 470, 470, 472, 472, 474, 474, 476, 476, 593, 593, 609, 609, 708, 708, 711, 711, 713, 715, 717, 717, 720, 720, 728, 731, 733, 733, 735, 735, 768, 879, 913, 929, 931, 937, 945, 961, 963, 969, 1025, 1025, 1040, 1103, 1105, 1105, 8208, 8208, 8211, 8214, 8216, 8217, 8220, 8221, 8224, 8226, 8228, 8231, 8240, 8240, 8242, 8243, 8245, 8245, 8251, 8251, 8254, 8254, 8308, 8308, 8319, 8319, 8321, 8324, 8364, 8364, 8451, 8451, 8453, 8453, 8457, 8457, 8467, 8467, 8470, 8470, 8481, 8482, 8486, 8486, 8491, 8491, 8531, 8532, 8539, 8542, 8544, 8555, 8560, 8569, 8585, 8585, 8592, 8601, 8632, 8633, 8658, 8658, 8660, 8660, 8679, 8679, 8704, 8704, 8706, 8707, 8711, 8712, 8715, 8715, 8719, 8719, 8721, 8721, 8725, 8725, 8730, 8730, 8733, 8736, 8739, 8739, 8741, 8741, 8743, 8748, 8750, 8750, 8756, 8759, 8764, 8765, 8776, 8776, 8780, 8780, 8786, 8786, 8800, 8801, 8804, 8807, 8810, 8811, 8814, 8815, 8834, 8835, 8838, 8839, 8853, 8853, 8857, 8857, 8869, 8869, 8895, 8895, 8978, 8978, 9312, 9449, 9451, 9547, 9552, 9587, 9600, 9615, 9618, 9621, 9632, 9633, 9635, 9641, 9650, 9651, 9654, 9655, 9660, 9661, 9664, 9665, 9670, 9672, 9675, 9675, 9678, 9681, 9698, 9701, 9711, 9711, 9733, 9734, 9737, 9737, 9742, 9743, 9756, 9756, 9758, 9758, 9792, 9792, 9794, 9794, 9824, 9825, 9827, 9829, 9831, 9834, 9836, 9837, 9839, 9839, 9886, 9887, 9919, 9919, 9926, 9933, 9935, 9939, 9941, 9953, 9955, 9955, 9960, 9961, 9963, 9969, 9972, 9972, 9974, 9977, 9979, 9980, 9982, 9983, 10045, 10045, 10102, 10111, 11094, 11097, 12872, 12879, 57344, 63743, 65024, 65039, 65533, 65533, 127232, 127242, 127248, 127277, 127280, 127337, 127344, 127373, 127375, 127376, 127387, 127404, 917760, 917999, 983040, 1048573, 1048576, 1114109];
const fullwidthMinimalCodePoint = 12288;
const fullwidthMaximumCodePoint = 65510;
const fullwidthRanges = [12288, 12288, 65281, 65376, 65504, 65510];
const lookup_data_halfwidthMinimalCodePoint = 8361;
const lookup_data_halfwidthMaximumCodePoint = 65518;
const lookup_data_halfwidthRanges = (  null && ([8361, 8361, 65377, 65470, 65474, 65479, 65482, 65487, 65490, 65495, 65498, 65500, 65512, 65518]));
const lookup_data_narrowMinimalCodePoint = 32;
const lookup_data_narrowMaximumCodePoint = 10630;
const lookup_data_narrowRanges = (  null && ([32, 126, 162, 163, 165, 166, 172, 172, 175, 175, 10214, 10221, 10629, 10630]));
const wideMinimalCodePoint = 4352;
const wideMaximumCodePoint = 262141;
const wideRanges = [4352, 4447, 8986, 8987, 9001, 9002, 9193, 9196, 9200, 9200, 9203, 9203, 9725, 9726, 9748, 9749, 9776, 9783, 9800, 9811, 9855, 9855, 9866, 9871, 9875, 9875, 9889, 9889, 9898, 9899, 9917, 9918, 9924, 9925, 9934, 9934, 9940, 9940, 9962, 9962, 9970, 9971, 9973, 9973, 9978, 9978, 9981, 9981, 9989, 9989, 9994, 9995, 10024, 10024, 10060, 10060, 10062, 10062, 10067, 10069, 10071, 10071, 10133, 10135, 10160, 10160, 10175, 10175, 11035, 11036, 11088, 11088, 11093, 11093, 11904, 11929, 11931, 12019, 12032, 12245, 12272, 12287, 12289, 12350, 12353, 12438, 12441, 12543, 12549, 12591, 12593, 12686, 12688, 12773, 12783, 12830, 12832, 12871, 12880, 42124, 42128, 42182, 43360, 43388, 44032, 55203, 63744, 64255, 65040, 65049, 65072, 65106, 65108, 65126, 65128, 65131, 94176, 94180, 94192, 94198, 94208, 101594, 101631, 101664, 101760, 101874, 101888, 102801, 102816, 102866, 110576, 110579, 110581, 110587, 110589, 110590, 110592, 110888, 110898, 110898, 110928, 110930, 110933, 110933, 110948, 110952, 110960, 111355, 119552, 119638, 119648, 119670, 126980, 126980, 127183, 127183, 127374, 127374, 127377, 127386, 127406, 127406, 127488, 127490, 127504, 127547, 127552, 127560, 127568, 127569, 127584, 127589, 127744, 127776, 127789, 127797, 127799, 127868, 127870, 127891, 127904, 127946, 127951, 127955, 127968, 127984, 127988, 127988, 127992, 128062, 128064, 128064, 128066, 128252, 128255, 128317, 128331, 128334, 128336, 128359, 128378, 128378, 128405, 128406, 128420, 128420, 128507, 128591, 128640, 128709, 128716, 128716, 128720, 128722, 128725, 128729, 128732, 128735, 128747, 128748, 128756, 128764, 128986, 128986, 128992, 129003, 129008, 129008, 129292, 129338, 129340, 129349, 129351, 129535, 129648, 129660, 129664, 129734, 129736, 129736, 129740, 129757, 129759, 129771, 129775, 129786, 131072, 196605, 196608, 262141];
;
const utilities_isInRange = (ranges, codePoint) => {
let low = 0;
let high = Math.floor(ranges.length / 2) - 1;
while (low <= high) {
const mid = Math.floor((low + high) / 2);
const i = mid * 2;
if (codePoint < ranges[i]) {
high = mid - 1;
} else if (codePoint > ranges[i + 1]) {
low = mid + 1;
} else {
return true;
}
}
return false;
};
;
const commonCjkCodePoint = 0x4E_00;
const [wideFastPathStart, wideFastPathEnd] =   findWideFastPathRange(wideRanges);
function findWideFastPathRange(ranges) {
let fastPathStart = ranges[0];
let fastPathEnd = ranges[1];
for (let index = 0; index < ranges.length; index += 2) {
const start = ranges[index];
const end = ranges[index + 1];
if (
commonCjkCodePoint >= start
&& commonCjkCodePoint <= end
) {
return [start, end];
}
if ((end - start) > (fastPathEnd - fastPathStart)) {
fastPathStart = start;
fastPathEnd = end;
}
}
return [fastPathStart, fastPathEnd];
}
const isAmbiguous = codePoint => {
if (
codePoint < ambiguousMinimalCodePoint
|| codePoint > ambiguousMaximumCodePoint
) {
return false;
}
return utilities_isInRange(ambiguousRanges, codePoint);
};
const isFullwidth = codePoint => {
if (
codePoint < fullwidthMinimalCodePoint
|| codePoint > fullwidthMaximumCodePoint
) {
return false;
}
return utilities_isInRange(fullwidthRanges, codePoint);
};
const isHalfwidth = codePoint => {
if (
codePoint < halfwidthMinimalCodePoint
|| codePoint > halfwidthMaximumCodePoint
) {
return false;
}
return isInRange(halfwidthRanges, codePoint);
};
const isNarrow = codePoint => {
if (
codePoint < narrowMinimalCodePoint
|| codePoint > narrowMaximumCodePoint
) {
return false;
}
return isInRange(narrowRanges, codePoint);
};
const isWide = codePoint => {
if (
codePoint >= wideFastPathStart
&& codePoint <= wideFastPathEnd
) {
return true;
}
if (
codePoint < wideMinimalCodePoint
|| codePoint > wideMaximumCodePoint
) {
return false;
}
return utilities_isInRange(wideRanges, codePoint);
};
function lookup_getCategory(codePoint) {
if (isAmbiguous(codePoint)) {
return 'ambiguous';
}
if (isFullwidth(codePoint)) {
return 'fullwidth';
}
if (isHalfwidth(codePoint)) {
return 'halfwidth';
}
if (isNarrow(codePoint)) {
return 'narrow';
}
if (isWide(codePoint)) {
return 'wide';
}
return 'neutral';
}
;
function validate(codePoint) {
if (!Number.isSafeInteger(codePoint)) {
throw new TypeError(`Expected a code point, got \`${typeof codePoint}\`.`);
}
}
function eastAsianWidthType(codePoint) {
validate(codePoint);
return getCategory(codePoint);
}
function eastAsianWidth(codePoint, {ambiguousAsWide = false} = {}) {
validate(codePoint);
if (
isFullwidth(codePoint)
|| isWide(codePoint)
|| (ambiguousAsWide && isAmbiguous(codePoint))
) {
return 2;
}
return 1;
}
;
const segmenter = new Intl.Segmenter();
const visibleCharacterRegex = /[^\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Nonspacing_Mark}\p{Enclosing_Mark}\p{Surrogate}]/v;
const spacingMarkRegex = /\p{Spacing_Mark}/v;
const rgiEmojiRegex = /^\p{RGI_Emoji}$/v;
const unqualifiedKeycapRegex = /^[\d#*]\u20E3$/;
const extendedPictographicRegex = /\p{Extended_Pictographic}/gu;
function isDoubleWidthNonRgiEmojiSequence(segment) {
if (segment.length > 50) {
return false;
}
if (unqualifiedKeycapRegex.test(segment)) {
return true;
}
if (segment.includes('\u200D')) {
const pictographics = segment.match(extendedPictographicRegex);
return pictographics !== null && pictographics.length >= 2;
}
return false;
}
function baseVisible(segment) {
const index = segment.search(visibleCharacterRegex);
return index === -1 ? undefined : segment.slice(index);
}
function isHangulLeadingJamo(codePoint) {
return (codePoint >= 0x11_00 && codePoint <= 0x11_5F)
|| (codePoint >= 0xA9_60 && codePoint <= 0xA9_7C);
}
function isHangulVowelJamo(codePoint) {
return (codePoint >= 0x11_60 && codePoint <= 0x11_A7)
|| (codePoint >= 0xD7_B0 && codePoint <= 0xD7_C6);
}
function isHangulTrailingJamo(codePoint) {
return (codePoint >= 0x11_A8 && codePoint <= 0x11_FF)
|| (codePoint >= 0xD7_CB && codePoint <= 0xD7_FB);
}
function isHangulJamo(codePoint) {
return isHangulLeadingJamo(codePoint)
|| isHangulVowelJamo(codePoint)
|| isHangulTrailingJamo(codePoint);
}
function hangulClusterWidth(visibleSegment, eastAsianWidthOptions) {
const codePoints = [];
for (const character of visibleSegment) {
if (!visibleCharacterRegex.test(character)) {
continue;
}
codePoints.push(character.codePointAt(0));
}
if (codePoints.length === 0) {
return undefined;
}
let width = 0;
for (let index = 0; index < codePoints.length; index++) {
const codePoint = codePoints[index];
if (!isHangulJamo(codePoint)) {
if (width === 0) {
return undefined;
}
for (let remaining = index; remaining < codePoints.length; remaining++) {
width += eastAsianWidth(codePoints[remaining], eastAsianWidthOptions);
}
return width;
}
if (
isHangulLeadingJamo(codePoint)
&& isHangulVowelJamo(codePoints[index + 1])
) {
width += 2;
index += isHangulTrailingJamo(codePoints[index + 2]) ? 2 : 1;
continue;
}
width += eastAsianWidth(codePoint, eastAsianWidthOptions);
}
return width;
}
function trailingWidth(visibleSegment, eastAsianWidthOptions) {
let extra = 0;
let first = true;
for (const character of visibleSegment) {
if (first) {
first = false;
continue;
}
if (
spacingMarkRegex.test(character)
|| (character >= '\uFF00' && character <= '\uFFEF')
) {
extra += eastAsianWidth(character.codePointAt(0), eastAsianWidthOptions);
}
}
return extra;
}
function stringWidth(input, options = {}) {
if (typeof input !== 'string' || input.length === 0) {
return 0;
}
const {
ambiguousIsNarrow = true,
countAnsiEscapeCodes = false,
} = options;
let string = input;
if (!countAnsiEscapeCodes && (string.includes('\u001B') || string.includes('\u009B'))) {
string = stripAnsi(string);
}
if (string.length === 0) {
return 0;
}
if (/^[\u0020-\u007E]*$/.test(string)) {
return string.length;
}
let width = 0;
const eastAsianWidthOptions = {ambiguousAsWide: !ambiguousIsNarrow};
for (const {segment} of segmenter.segment(string)) {
const visibleSegment = baseVisible(segment);
if (visibleSegment === undefined) {
continue;
}
if (rgiEmojiRegex.test(segment) || isDoubleWidthNonRgiEmojiSequence(segment)) {
width += 2;
continue;
}
const hangulWidth = hangulClusterWidth(visibleSegment, eastAsianWidthOptions);
if (hangulWidth !== undefined) {
width += hangulWidth;
continue;
}
const codePoint = visibleSegment.codePointAt(0);
width += eastAsianWidth(codePoint, eastAsianWidthOptions);
width += trailingWidth(visibleSegment, eastAsianWidthOptions);
}
return width;
}
;
const NARROW_TEXT = /^[ -~\u00a1-\u00a8\u00aa-\u00ac\u00af-\u00ff\u2013\u2014\u2026\u2500-\u257f]*$/;
const isNarrowText = (text) => NARROW_TEXT.test(text);
const measureTextWidth = (text) => (isNarrowText(text) ? text.length : measureWideText(text));
const textPadding = {
width: (texts) => Math.max(0, ...texts.map(measureTextWidth)),
end: (text, to) => text + ' '.repeat(Math.max(0, to - measureTextWidth(text))),
start: (text, to) => ' '.repeat(Math.max(0, to - measureTextWidth(text))) + text,
};
const MAX_SPLIT = 128;
const LONG_TEXT_PART = new RegExp(`.{1,${MAX_SPLIT}}`, 'gsu');
let graphemes;
function* splitGraphemes(text) {
graphemes ??= new Intl.Segmenter();
for (const part of splitLongText(text))
for (const { segment } of graphemes.segment(part))
yield { segment, cells: stringWidth(segment) };
}
function measureWideText(text) {
let sum = 0;
for (const part of splitLongText(text))
sum += stringWidth(part);
return sum;
}
const splitLongText = (text) => text.length <= MAX_SPLIT ? [text] : (text.match(LONG_TEXT_PART) ?? []);
function truncateToWidth(text, limit) {
let prefix = '';
let width = 0;
for (const { segment, cells } of splitText(text)) {
width += cells;
if (width > limit)
return limit < 1 ? '' : `${prefix}…`;
if (width < limit)
prefix += segment;
}
return text;
}
function truncateMiddleToWidth(text, limit) {
if (measureTextWidth(text) <= limit || limit < 3)
return truncateToWidth(text, limit);
const segments = [...splitText(text)];
const take = (from, room) => {
let width = 0;
return from.filter(({ cells }) => {
width += cells;
return width <= room;
});
};
const head = take(segments, Math.ceil((limit - 1) / 2));
const room = limit - 1 - head.reduce((sum, { cells }) => sum + cells, 0);
const tail = take(segments.slice(head.length).reverse(), room).reverse();
return `${[...head, { segment: '…' }, ...tail].map(({ segment }) => segment).join('')}`;
}
function splitToWidth(text, limit) {
const lines = [];
let [line, width] = ['', 0];
for (const { segment, cells } of splitText(text)) {
if (width + cells > limit && line !== '') {
lines.push(line);
[line, width] = ['', 0];
}
line += segment;
width += cells;
}
return [...lines, line];
}
function* splitText(text) {
if (!isNarrowText(text))
yield* splitGraphemes(text);
else
for (const segment of text)
yield { segment, cells: 1 };
}
function wrapWords(words, room) {
const lines = [];
let [line, width] = ['', 0];
for (const word of words) {
const cells = measureTextWidth(word);
if (line !== '' && width + 1 + cells > room) {
lines.push(line);
line = '';
}
[line, width] = line === '' ? [word, cells] : [`${line} ${word}`, width + 1 + cells];
}
return [...lines, line];
}
function wrapText(text, columns) {
const room = Math.max(1, columns);
return wrapWords(text.split(' ').flatMap((word) => splitToWidth(word, room)), room);
}
const INDENTATION = 2;
function indent(text, columns, mark) {
const width = Math.max(mark.length, INDENTATION);
const [first = '', ...rest] = wrapText(text, columns - width);
return [mark + first, ...rest.map((line) => ' '.repeat(width) + line)];
}
})
});
var __webpack_module_cache__ = {};
function __nccq(moduleId) {
var cachedModule = __webpack_module_cache__[moduleId];
if (cachedModule !== undefined) {
return cachedModule.exports;
}
var module = __webpack_module_cache__[moduleId] = {
exports: {}
};
var threw = true;
try {
__webpack_modules__[moduleId](module, module.exports, __nccq);
threw = false;
} finally {
if(threw) delete __webpack_module_cache__[moduleId];
}
return module.exports;
}
if (typeof __nccq !== 'undefined') __nccq.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
(() => {
var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__nccx";
var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
var resolveQueue = (queue) => {
if(queue && queue.d < 1) {
queue.d = 1;
queue.forEach((fn) => (fn.r--));
queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
}
}
var wrapDeps = (deps) => (deps.map((dep) => {
if(dep !== null && typeof dep === "object") {
if(dep[webpackQueues]) return dep;
if(dep.then) {
var queue = [];
queue.d = 0;
dep.then((r) => {
obj[webpackExports] = r;
resolveQueue(queue);
}, (e) => {
obj[webpackError] = e;
resolveQueue(queue);
});
var obj = {};
obj[webpackQueues] = (fn) => (fn(queue));
return obj;
}
}
var ret = {};
ret[webpackQueues] = x => {};
ret[webpackExports] = dep;
return ret;
}));
__nccq.a = (module, body, hasAwait) => {
var queue;
hasAwait && ((queue = []).d = -1);
var depQueues = new Set();
var exports = module.exports;
var currentDeps;
var outerResolve;
var reject;
var promise = new Promise((resolve, rej) => {
reject = rej;
outerResolve = resolve;
});
promise[webpackExports] = exports;
promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
module.exports = promise;
body((deps) => {
currentDeps = wrapDeps(deps);
var fn;
var getResult = () => (currentDeps.map((d) => {
if(d[webpackError]) throw d[webpackError];
return d[webpackExports];
}))
var promise = new Promise((resolve) => {
fn = () => (resolve(getResult));
fn.r = 0;
var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
});
return fn.r ? promise : getResult();
}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
queue && queue.d < 0 && (queue.d = 0);
};
})();
(() => {
__nccq.d = (exports, definition) => {
for(var key in definition) {
if(__nccq.o(definition, key) && !__nccq.o(exports, key)) {
Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
}
}
};
})();
(() => {
__nccq.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
})();
var __nccx = __nccq(223);
__nccx = await __nccx;
