#!/usr/bin/env node
import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 421:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:child_process");

/***/ }),

/***/ 474:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:events");

/***/ }),

/***/ 24:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 161:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");

/***/ }),

/***/ 760:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");

/***/ }),

/***/ 708:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:process");

/***/ }),

/***/ 877:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:v8");

/***/ }),

/***/ 909:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

const { Argument } = __nccwpck_require__(154);
const { Command } = __nccwpck_require__(348);
const { CommanderError, InvalidArgumentError } = __nccwpck_require__(135);
const { Help } = __nccwpck_require__(754);
const { Option } = __nccwpck_require__(240);

exports.DM = new Command();

exports.gu = (name) => new Command(name);
exports.Ww = (flags, description) => new Option(flags, description);
exports.er = (name, description) => new Argument(name, description);

/**
 * Expose classes
 */

exports.uB = Command;
exports.c$ = Option;
exports.ef = Argument;
exports._V = Help;

exports.b7 = CommanderError;
exports.Di = InvalidArgumentError;
exports.a2 = InvalidArgumentError; // Deprecated


/***/ }),

/***/ 154:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

const { InvalidArgumentError } = __nccwpck_require__(135);

class Argument {
  /**
   * Initialize a new command argument with the given name and description.
   * The default is that the argument is required, and you can explicitly
   * indicate this with <> around the name. Put [] around the name for an optional argument.
   *
   * @param {string} name
   * @param {string} [description]
   */

  constructor(name, description) {
    this.description = description || '';
    this.variadic = false;
    this.parseArg = undefined;
    this.defaultValue = undefined;
    this.defaultValueDescription = undefined;
    this.argChoices = undefined;

    switch (name[0]) {
      case '<': // e.g. <required>
        this.required = true;
        this._name = name.slice(1, -1);
        break;
      case '[': // e.g. [optional]
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

  /**
   * Return argument name.
   *
   * @return {string}
   */

  name() {
    return this._name;
  }

  /**
   * @package
   */

  _collectValue(value, previous) {
    if (previous === this.defaultValue || !Array.isArray(previous)) {
      return [value];
    }

    previous.push(value);
    return previous;
  }

  /**
   * Set the default value, and optionally supply the description to be displayed in the help.
   *
   * @param {*} value
   * @param {string} [description]
   * @return {Argument}
   */

  default(value, description) {
    this.defaultValue = value;
    this.defaultValueDescription = description;
    return this;
  }

  /**
   * Set the custom handler for processing CLI command arguments into argument values.
   *
   * @param {Function} [fn]
   * @return {Argument}
   */

  argParser(fn) {
    this.parseArg = fn;
    return this;
  }

  /**
   * Only allow argument value to be one of choices.
   *
   * @param {string[]} values
   * @return {Argument}
   */

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

  /**
   * Make argument required.
   *
   * @returns {Argument}
   */
  argRequired() {
    this.required = true;
    return this;
  }

  /**
   * Make argument optional.
   *
   * @returns {Argument}
   */
  argOptional() {
    this.required = false;
    return this;
  }
}

/**
 * Takes an argument and returns its human readable equivalent for help usage.
 *
 * @param {Argument} arg
 * @return {string}
 * @private
 */

function humanReadableArgName(arg) {
  const nameOutput = arg.name() + (arg.variadic === true ? '...' : '');

  return arg.required ? '<' + nameOutput + '>' : '[' + nameOutput + ']';
}

exports.Argument = Argument;
exports.humanReadableArgName = humanReadableArgName;


/***/ }),

/***/ 348:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

const EventEmitter = (__nccwpck_require__(474).EventEmitter);
const childProcess = __nccwpck_require__(421);
const path = __nccwpck_require__(760);
const fs = __nccwpck_require__(24);
const process = __nccwpck_require__(708);

const { Argument, humanReadableArgName } = __nccwpck_require__(154);
const { CommanderError } = __nccwpck_require__(135);
const { Help, stripColor } = __nccwpck_require__(754);
const { Option, DualOptions } = __nccwpck_require__(240);
const { suggestSimilar } = __nccwpck_require__(30);

class Command extends EventEmitter {
  /**
   * Initialize a new `Command`.
   *
   * @param {string} [name]
   */

  constructor(name) {
    super();
    /** @type {Command[]} */
    this.commands = [];
    /** @type {Option[]} */
    this.options = [];
    this.parent = null;
    this._allowUnknownOption = false;
    this._allowExcessArguments = false;
    /** @type {Argument[]} */
    this.registeredArguments = [];
    this._args = this.registeredArguments; // deprecated old name
    /** @type {string[]} */
    this.args = []; // cli args with options removed
    this.rawArgs = [];
    this.processedArgs = []; // like .args but after custom processing and collecting variadic
    this._scriptPath = null;
    this._name = name || '';
    this._optionValues = {};
    this._optionValueSources = {}; // default, env, cli etc
    this._storeOptionsAsProperties = false;
    this._actionHandler = null;
    this._executableHandler = false;
    this._executableFile = null; // custom name for executable
    this._executableDir = null; // custom search directory for subcommands
    this._defaultCommandName = null;
    this._exitCallback = null;
    this._aliases = [];
    this._combineFlagAndOptionalValue = true;
    this._description = '';
    this._summary = '';
    this._argsDescription = undefined; // legacy
    this._enablePositionalOptions = false;
    this._passThroughOptions = false;
    this._lifeCycleHooks = {}; // a hash of arrays
    /** @type {(boolean | string)} */
    this._showHelpAfterError = false;
    this._showSuggestionAfterError = true;
    this._savedState = null; // used in save/restoreStateBeforeParse

    // see configureOutput() for docs
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
    /** @type {(Option | null | undefined)} */
    this._helpOption = undefined; // Lazy created on demand. May be null if help option is disabled.
    this._addImplicitHelpCommand = undefined; // undecided whether true or false yet, not inherited
    /** @type {Command} */
    this._helpCommand = undefined; // lazy initialised, inherited
    this._helpConfiguration = {};
    /** @type {string | undefined} */
    this._helpGroupHeading = undefined; // soft initialised when added to parent
    /** @type {string | undefined} */
    this._defaultCommandGroup = undefined;
    /** @type {string | undefined} */
    this._defaultOptionGroup = undefined;
  }

  /**
   * Copy settings that are useful to have in common across root command and subcommands.
   *
   * (Used internally when adding a command using `.command()` so subcommands inherit parent settings.)
   *
   * @param {Command} sourceCommand
   * @return {Command} `this` command for chaining
   */
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

  /**
   * @returns {Command[]}
   * @private
   */

  _getCommandAndAncestors() {
    const result = [];
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    for (let command = this; command; command = command.parent) {
      result.push(command);
    }
    return result;
  }

  /**
   * Define a command.
   *
   * There are two styles of command: pay attention to where to put the description.
   *
   * @example
   * // Command implemented using action handler (description is supplied separately to `.command`)
   * program
   *   .command('clone <source> [destination]')
   *   .description('clone a repository into a newly created directory')
   *   .action((source, destination) => {
   *     console.log('clone command called');
   *   });
   *
   * // Command implemented using separate executable file (description is second parameter to `.command`)
   * program
   *   .command('start <service>', 'start named service')
   *   .command('stop [service]', 'stop named service, or all if no name supplied');
   *
   * @param {string} nameAndArgs - command name and arguments, args are `<required>` or `[optional]` and last may also be `variadic...`
   * @param {(object | string)} [actionOptsOrExecDesc] - configuration options (for action), or description (for executable)
   * @param {object} [execOpts] - configuration options (for executable)
   * @return {Command} returns new command for action handler, or `this` for executable command
   */

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
    cmd._hidden = !!(opts.noHelp || opts.hidden); // noHelp is deprecated old name for hidden
    cmd._executableFile = opts.executableFile || null; // Custom name for executable file, set missing to null to match constructor
    if (args) cmd.arguments(args);
    this._registerCommand(cmd);
    cmd.parent = this;
    cmd.copyInheritedSettings(this);

    if (desc) return this;
    return cmd;
  }

  /**
   * Factory routine to create a new unattached command.
   *
   * See .command() for creating an attached subcommand, which uses this routine to
   * create the command. You can override createCommand to customise subcommands.
   *
   * @param {string} [name]
   * @return {Command} new command
   */

  createCommand(name) {
    return new Command(name);
  }

  /**
   * You can customise the help with a subclass of Help by overriding createHelp,
   * or by overriding Help properties using configureHelp().
   *
   * @return {Help}
   */

  createHelp() {
    return Object.assign(new Help(), this.configureHelp());
  }

  /**
   * You can customise the help by overriding Help properties using configureHelp(),
   * or with a subclass of Help by overriding createHelp().
   *
   * @param {object} [configuration] - configuration options
   * @return {(Command | object)} `this` command for chaining, or stored configuration
   */

  configureHelp(configuration) {
    if (configuration === undefined) return this._helpConfiguration;

    this._helpConfiguration = configuration;
    return this;
  }

  /**
   * The default output goes to stdout and stderr. You can customise this for special
   * applications. You can also customise the display of errors by overriding outputError.
   *
   * The configuration properties are all functions:
   *
   *     // change how output being written, defaults to stdout and stderr
   *     writeOut(str)
   *     writeErr(str)
   *     // change how output being written for errors, defaults to writeErr
   *     outputError(str, write) // used for displaying errors and not used for displaying help
   *     // specify width for wrapping help
   *     getOutHelpWidth()
   *     getErrHelpWidth()
   *     // color support, currently only used with Help
   *     getOutHasColors()
   *     getErrHasColors()
   *     stripColor() // used to remove ANSI escape codes if output does not have colors
   *
   * @param {object} [configuration] - configuration options
   * @return {(Command | object)} `this` command for chaining, or stored configuration
   */

  configureOutput(configuration) {
    if (configuration === undefined) return this._outputConfiguration;

    this._outputConfiguration = {
      ...this._outputConfiguration,
      ...configuration,
    };
    return this;
  }

  /**
   * Display the help or a custom message after an error occurs.
   *
   * @param {(boolean|string)} [displayHelp]
   * @return {Command} `this` command for chaining
   */
  showHelpAfterError(displayHelp = true) {
    if (typeof displayHelp !== 'string') displayHelp = !!displayHelp;
    this._showHelpAfterError = displayHelp;
    return this;
  }

  /**
   * Display suggestion of similar commands for unknown commands, or options for unknown options.
   *
   * @param {boolean} [displaySuggestion]
   * @return {Command} `this` command for chaining
   */
  showSuggestionAfterError(displaySuggestion = true) {
    this._showSuggestionAfterError = !!displaySuggestion;
    return this;
  }

  /**
   * Add a prepared subcommand.
   *
   * See .command() for creating an attached subcommand which inherits settings from its parent.
   *
   * @param {Command} cmd - new subcommand
   * @param {object} [opts] - configuration options
   * @return {Command} `this` command for chaining
   */

  addCommand(cmd, opts) {
    if (!cmd._name) {
      throw new Error(`Command passed to .addCommand() must have a name
- specify the name in Command constructor or using .name()`);
    }

    opts = opts || {};
    if (opts.isDefault) this._defaultCommandName = cmd._name;
    if (opts.noHelp || opts.hidden) cmd._hidden = true; // modifying passed command due to existing implementation

    this._registerCommand(cmd);
    cmd.parent = this;
    cmd._checkForBrokenPassThrough();

    return this;
  }

  /**
   * Factory routine to create a new unattached argument.
   *
   * See .argument() for creating an attached argument, which uses this routine to
   * create the argument. You can override createArgument to return a custom argument.
   *
   * @param {string} name
   * @param {string} [description]
   * @return {Argument} new argument
   */

  createArgument(name, description) {
    return new Argument(name, description);
  }

  /**
   * Define argument syntax for command.
   *
   * The default is that the argument is required, and you can explicitly
   * indicate this with <> around the name. Put [] around the name for an optional argument.
   *
   * @example
   * program.argument('<input-file>');
   * program.argument('[output-file]');
   *
   * @param {string} name
   * @param {string} [description]
   * @param {(Function|*)} [parseArg] - custom argument processing function or default value
   * @param {*} [defaultValue]
   * @return {Command} `this` command for chaining
   */
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

  /**
   * Define argument syntax for command, adding multiple at once (without descriptions).
   *
   * See also .argument().
   *
   * @example
   * program.arguments('<cmd> [env]');
   *
   * @param {string} names
   * @return {Command} `this` command for chaining
   */

  arguments(names) {
    names
      .trim()
      .split(/ +/)
      .forEach((detail) => {
        this.argument(detail);
      });
    return this;
  }

  /**
   * Define argument syntax for command, adding a prepared argument.
   *
   * @param {Argument} argument
   * @return {Command} `this` command for chaining
   */
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

  /**
   * Customise or override default help command. By default a help command is automatically added if your command has subcommands.
   *
   * @example
   *    program.helpCommand('help [cmd]');
   *    program.helpCommand('help [cmd]', 'show help');
   *    program.helpCommand(false); // suppress default help command
   *    program.helpCommand(true); // add help command even if no subcommands
   *
   * @param {string|boolean} enableOrNameAndArgs - enable with custom name and/or arguments, or boolean to override whether added
   * @param {string} [description] - custom description
   * @return {Command} `this` command for chaining
   */

  helpCommand(enableOrNameAndArgs, description) {
    if (typeof enableOrNameAndArgs === 'boolean') {
      this._addImplicitHelpCommand = enableOrNameAndArgs;
      if (enableOrNameAndArgs && this._defaultCommandGroup) {
        // make the command to store the group
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
    // init group unless lazy create
    if (enableOrNameAndArgs || description) this._initCommandGroup(helpCommand);

    return this;
  }

  /**
   * Add prepared custom help command.
   *
   * @param {(Command|string|boolean)} helpCommand - custom help command, or deprecated enableOrNameAndArgs as for `.helpCommand()`
   * @param {string} [deprecatedDescription] - deprecated custom description used with custom name only
   * @return {Command} `this` command for chaining
   */
  addHelpCommand(helpCommand, deprecatedDescription) {
    // If not passed an object, call through to helpCommand for backwards compatibility,
    // as addHelpCommand was originally used like helpCommand is now.
    if (typeof helpCommand !== 'object') {
      this.helpCommand(helpCommand, deprecatedDescription);
      return this;
    }

    this._addImplicitHelpCommand = true;
    this._helpCommand = helpCommand;
    this._initCommandGroup(helpCommand);
    return this;
  }

  /**
   * Lazy create help command.
   *
   * @return {(Command|null)}
   * @package
   */
  _getHelpCommand() {
    const hasImplicitHelpCommand =
      this._addImplicitHelpCommand ??
      (this.commands.length &&
        !this._actionHandler &&
        !this._findCommand('help'));

    if (hasImplicitHelpCommand) {
      if (this._helpCommand === undefined) {
        this.helpCommand(undefined, undefined); // use default name and description
      }
      return this._helpCommand;
    }
    return null;
  }

  /**
   * Add hook for life cycle event.
   *
   * @param {string} event
   * @param {Function} listener
   * @return {Command} `this` command for chaining
   */

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

  /**
   * Register callback to use as replacement for calling process.exit.
   *
   * @param {Function} [fn] optional callback which will be passed a CommanderError, defaults to throwing
   * @return {Command} `this` command for chaining
   */

  exitOverride(fn) {
    if (fn) {
      this._exitCallback = fn;
    } else {
      this._exitCallback = (err) => {
        if (err.code !== 'commander.executeSubCommandAsync') {
          throw err;
        } else {
          // Async callback from spawn events, not useful to throw.
        }
      };
    }
    return this;
  }

  /**
   * Call process.exit, and _exitCallback if defined.
   *
   * @param {number} exitCode exit code for using with process.exit
   * @param {string} code an id string representing the error
   * @param {string} message human-readable description of the error
   * @return never
   * @private
   */

  _exit(exitCode, code, message) {
    if (this._exitCallback) {
      this._exitCallback(new CommanderError(exitCode, code, message));
      // Expecting this line is not reached.
    }
    process.exit(exitCode);
  }

  /**
   * Register callback `fn` for the command.
   *
   * @example
   * program
   *   .command('serve')
   *   .description('start service')
   *   .action(function() {
   *      // do work here
   *   });
   *
   * @param {Function} fn
   * @return {Command} `this` command for chaining
   */

  action(fn) {
    const listener = (args) => {
      // The .action callback takes an extra parameter which is the command or options.
      const expectedArgsCount = this.registeredArguments.length;
      const actionArgs = args.slice(0, expectedArgsCount);
      if (this._storeOptionsAsProperties) {
        actionArgs[expectedArgsCount] = this; // backwards compatible "options"
      } else {
        actionArgs[expectedArgsCount] = this.opts();
      }
      actionArgs.push(this);

      return fn.apply(this, actionArgs);
    };
    this._actionHandler = listener;
    return this;
  }

  /**
   * Factory routine to create a new unattached option.
   *
   * See .option() for creating an attached option, which uses this routine to
   * create the option. You can override createOption to return a custom option.
   *
   * @param {string} flags
   * @param {string} [description]
   * @return {Option} new option
   */

  createOption(flags, description) {
    return new Option(flags, description);
  }

  /**
   * Wrap parseArgs to catch 'commander.invalidArgument'.
   *
   * @param {(Option | Argument)} target
   * @param {string} value
   * @param {*} previous
   * @param {string} invalidArgumentMessage
   * @private
   */

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

  /**
   * Check for option flag conflicts.
   * Register option if no conflicts found, or throw on conflict.
   *
   * @param {Option} option
   * @private
   */

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

  /**
   * Check for command name and alias conflicts with existing commands.
   * Register command if no conflicts found, or throw on conflict.
   *
   * @param {Command} command
   * @private
   */

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

  /**
   * Add an option.
   *
   * @param {Option} option
   * @return {Command} `this` command for chaining
   */
  addOption(option) {
    this._registerOption(option);

    const oname = option.name();
    const name = option.attributeName();

    // store default value
    if (option.negate) {
      // --no-foo is special and defaults foo to true, unless a --foo option is already defined
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

    // handler for cli and env supplied values
    const handleOptionValue = (val, invalidValueMessage, valueSource) => {
      // val is null for optional option used without an optional-argument.
      // val is undefined for boolean and negated option.
      if (val == null && option.presetArg !== undefined) {
        val = option.presetArg;
      }

      // custom processing
      const oldValue = this.getOptionValue(name);
      if (val !== null && option.parseArg) {
        val = this._callParseArg(option, val, oldValue, invalidValueMessage);
      } else if (val !== null && option.variadic) {
        val = option._collectValue(val, oldValue);
      }

      // Fill-in appropriate missing values. Long winded but easy to follow.
      if (val == null) {
        if (option.negate) {
          val = false;
        } else if (option.isBoolean() || option.optional) {
          val = true;
        } else {
          val = ''; // not normal, parseArg might have failed or be a mock function for testing
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

  /**
   * Internal implementation shared by .option() and .requiredOption()
   *
   * @return {Command} `this` command for chaining
   * @private
   */
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
      // deprecated
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

  /**
   * Define option with `flags`, `description`, and optional argument parsing function or `defaultValue` or both.
   *
   * The `flags` string contains the short and/or long flags, separated by comma, a pipe or space. A required
   * option-argument is indicated by `<>` and an optional option-argument by `[]`.
   *
   * See the README for more details, and see also addOption() and requiredOption().
   *
   * @example
   * program
   *     .option('-p, --pepper', 'add pepper')
   *     .option('--pt, --pizza-type <TYPE>', 'type of pizza') // required option-argument
   *     .option('-c, --cheese [CHEESE]', 'add extra cheese', 'mozzarella') // optional option-argument with default
   *     .option('-t, --tip <VALUE>', 'add tip to purchase cost', parseFloat) // custom parse function
   *
   * @param {string} flags
   * @param {string} [description]
   * @param {(Function|*)} [parseArg] - custom option processing function or default value
   * @param {*} [defaultValue]
   * @return {Command} `this` command for chaining
   */

  option(flags, description, parseArg, defaultValue) {
    return this._optionEx({}, flags, description, parseArg, defaultValue);
  }

  /**
   * Add a required option which must have a value after parsing. This usually means
   * the option must be specified on the command line. (Otherwise the same as .option().)
   *
   * The `flags` string contains the short and/or long flags, separated by comma, a pipe or space.
   *
   * @param {string} flags
   * @param {string} [description]
   * @param {(Function|*)} [parseArg] - custom option processing function or default value
   * @param {*} [defaultValue]
   * @return {Command} `this` command for chaining
   */

  requiredOption(flags, description, parseArg, defaultValue) {
    return this._optionEx(
      { mandatory: true },
      flags,
      description,
      parseArg,
      defaultValue,
    );
  }

  /**
   * Alter parsing of short flags with optional values.
   *
   * @example
   * // for `.option('-f,--flag [value]'):
   * program.combineFlagAndOptionalValue(true);  // `-f80` is treated like `--flag=80`, this is the default behaviour
   * program.combineFlagAndOptionalValue(false) // `-fb` is treated like `-f -b`
   *
   * @param {boolean} [combine] - if `true` or omitted, an optional value can be specified directly after the flag.
   * @return {Command} `this` command for chaining
   */
  combineFlagAndOptionalValue(combine = true) {
    this._combineFlagAndOptionalValue = !!combine;
    return this;
  }

  /**
   * Allow unknown options on the command line.
   *
   * @param {boolean} [allowUnknown] - if `true` or omitted, no error will be thrown for unknown options.
   * @return {Command} `this` command for chaining
   */
  allowUnknownOption(allowUnknown = true) {
    this._allowUnknownOption = !!allowUnknown;
    return this;
  }

  /**
   * Allow excess command-arguments on the command line. Pass false to make excess arguments an error.
   *
   * @param {boolean} [allowExcess] - if `true` or omitted, no error will be thrown for excess arguments.
   * @return {Command} `this` command for chaining
   */
  allowExcessArguments(allowExcess = true) {
    this._allowExcessArguments = !!allowExcess;
    return this;
  }

  /**
   * Enable positional options. Positional means global options are specified before subcommands which lets
   * subcommands reuse the same option names, and also enables subcommands to turn on passThroughOptions.
   * The default behaviour is non-positional and global options may appear anywhere on the command line.
   *
   * @param {boolean} [positional]
   * @return {Command} `this` command for chaining
   */
  enablePositionalOptions(positional = true) {
    this._enablePositionalOptions = !!positional;
    return this;
  }

  /**
   * Pass through options that come after command-arguments rather than treat them as command-options,
   * so actual command-options come before command-arguments. Turning this on for a subcommand requires
   * positional options to have been enabled on the program (parent commands).
   * The default behaviour is non-positional and options may appear before or after command-arguments.
   *
   * @param {boolean} [passThrough] for unknown options.
   * @return {Command} `this` command for chaining
   */
  passThroughOptions(passThrough = true) {
    this._passThroughOptions = !!passThrough;
    this._checkForBrokenPassThrough();
    return this;
  }

  /**
   * @private
   */

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

  /**
   * Whether to store option values as properties on command object,
   * or store separately (specify false). In both cases the option values can be accessed using .opts().
   *
   * @param {boolean} [storeAsProperties=true]
   * @return {Command} `this` command for chaining
   */

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

  /**
   * Retrieve option value.
   *
   * @param {string} key
   * @return {object} value
   */

  getOptionValue(key) {
    if (this._storeOptionsAsProperties) {
      return this[key];
    }
    return this._optionValues[key];
  }

  /**
   * Store option value.
   *
   * @param {string} key
   * @param {object} value
   * @return {Command} `this` command for chaining
   */

  setOptionValue(key, value) {
    return this.setOptionValueWithSource(key, value, undefined);
  }

  /**
   * Store option value and where the value came from.
   *
   * @param {string} key
   * @param {object} value
   * @param {string} source - expected values are default/config/env/cli/implied
   * @return {Command} `this` command for chaining
   */

  setOptionValueWithSource(key, value, source) {
    if (this._storeOptionsAsProperties) {
      this[key] = value;
    } else {
      this._optionValues[key] = value;
    }
    this._optionValueSources[key] = source;
    return this;
  }

  /**
   * Get source of option value.
   * Expected values are default | config | env | cli | implied
   *
   * @param {string} key
   * @return {string}
   */

  getOptionValueSource(key) {
    return this._optionValueSources[key];
  }

  /**
   * Get source of option value. See also .optsWithGlobals().
   * Expected values are default | config | env | cli | implied
   *
   * @param {string} key
   * @return {string}
   */

  getOptionValueSourceWithGlobals(key) {
    // global overwrites local, like optsWithGlobals
    let source;
    this._getCommandAndAncestors().forEach((cmd) => {
      if (cmd.getOptionValueSource(key) !== undefined) {
        source = cmd.getOptionValueSource(key);
      }
    });
    return source;
  }

  /**
   * Get user arguments from implied or explicit arguments.
   * Side-effects: set _scriptPath if args included script. Used for default program name, and subcommand searches.
   *
   * @private
   */

  _prepareUserArgs(argv, parseOptions) {
    if (argv !== undefined && !Array.isArray(argv)) {
      throw new Error('first parameter to parse must be array or undefined');
    }
    parseOptions = parseOptions || {};

    // auto-detect argument conventions if nothing supplied
    if (argv === undefined && parseOptions.from === undefined) {
      if (process.versions?.electron) {
        parseOptions.from = 'electron';
      }
      // check node specific options for scenarios where user CLI args follow executable without scriptname
      const execArgv = process.execArgv ?? [];
      if (
        execArgv.includes('-e') ||
        execArgv.includes('--eval') ||
        execArgv.includes('-p') ||
        execArgv.includes('--print')
      ) {
        parseOptions.from = 'eval'; // internal usage, not documented
      }
    }

    // default to using process.argv
    if (argv === undefined) {
      argv = process.argv;
    }
    this.rawArgs = argv.slice();

    // extract the user args and scriptPath
    let userArgs;
    switch (parseOptions.from) {
      case undefined:
      case 'node':
        this._scriptPath = argv[1];
        userArgs = argv.slice(2);
        break;
      case 'electron':
        // @ts-ignore: because defaultApp is an unknown property
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

    // Find default name for program from arguments.
    if (!this._name && this._scriptPath)
      this.nameFromFilename(this._scriptPath);
    this._name = this._name || 'program';

    return userArgs;
  }

  /**
   * Parse `argv`, setting options and invoking commands when defined.
   *
   * Use parseAsync instead of parse if any of your action handlers are async.
   *
   * Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
   *
   * Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
   * - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
   * - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
   * - `'user'`: just user arguments
   *
   * @example
   * program.parse(); // parse process.argv and auto-detect electron and special node flags
   * program.parse(process.argv); // assume argv[0] is app and argv[1] is script
   * program.parse(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
   *
   * @param {string[]} [argv] - optional, defaults to process.argv
   * @param {object} [parseOptions] - optionally specify style of options with from: node/user/electron
   * @param {string} [parseOptions.from] - where the args are from: 'node', 'user', 'electron'
   * @return {Command} `this` command for chaining
   */

  parse(argv, parseOptions) {
    this._prepareForParse();
    const userArgs = this._prepareUserArgs(argv, parseOptions);
    this._parseCommand([], userArgs);

    return this;
  }

  /**
   * Parse `argv`, setting options and invoking commands when defined.
   *
   * Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
   *
   * Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
   * - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
   * - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
   * - `'user'`: just user arguments
   *
   * @example
   * await program.parseAsync(); // parse process.argv and auto-detect electron and special node flags
   * await program.parseAsync(process.argv); // assume argv[0] is app and argv[1] is script
   * await program.parseAsync(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
   *
   * @param {string[]} [argv]
   * @param {object} [parseOptions]
   * @param {string} parseOptions.from - where the args are from: 'node', 'user', 'electron'
   * @return {Promise}
   */

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

  /**
   * Called the first time parse is called to save state and allow a restore before subsequent calls to parse.
   * Not usually called directly, but available for subclasses to save their custom state.
   *
   * This is called in a lazy way. Only commands used in parsing chain will have state saved.
   */
  saveStateBeforeParse() {
    this._savedState = {
      // name is stable if supplied by author, but may be unspecified for root command and deduced during parsing
      _name: this._name,
      // option values before parse have default values (including false for negated options)
      // shallow clones
      _optionValues: { ...this._optionValues },
      _optionValueSources: { ...this._optionValueSources },
    };
  }

  /**
   * Restore state before parse for calls after the first.
   * Not usually called directly, but available for subclasses to save their custom state.
   *
   * This is called in a lazy way. Only commands used in parsing chain will have state restored.
   */
  restoreStateBeforeParse() {
    if (this._storeOptionsAsProperties)
      throw new Error(`Can not call parse again when storeOptionsAsProperties is true.
- either make a new Command for each call to parse, or stop storing options as properties`);

    // clear state from _prepareUserArgs
    this._name = this._savedState._name;
    this._scriptPath = null;
    this.rawArgs = [];
    // clear state from setOptionValueWithSource
    this._optionValues = { ...this._savedState._optionValues };
    this._optionValueSources = { ...this._savedState._optionValueSources };
    // clear state from _parseCommand
    this.args = [];
    // clear state from _processArguments
    this.processedArgs = [];
  }

  /**
   * Throw if expected executable is missing. Add lots of help for author.
   *
   * @param {string} executableFile
   * @param {string} executableDir
   * @param {string} subcommandName
   */
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

  /**
   * Execute a sub-command executable.
   *
   * @private
   */

  _executeSubCommand(subcommand, args) {
    args = args.slice();
    let launchWithNode = false; // Use node for source targets so do not need to get permissions correct, and on Windows.
    const sourceExt = ['.js', '.ts', '.tsx', '.mjs', '.cjs'];

    function findFile(baseDir, baseName) {
      // Look for specified file
      const localBin = path.resolve(baseDir, baseName);
      if (fs.existsSync(localBin)) return localBin;

      // Stop looking if candidate already has an expected extension.
      if (sourceExt.includes(path.extname(baseName))) return undefined;

      // Try all the extensions.
      const foundExt = sourceExt.find((ext) =>
        fs.existsSync(`${localBin}${ext}`),
      );
      if (foundExt) return `${localBin}${foundExt}`;

      return undefined;
    }

    // Not checking for help first. Unlikely to have mandatory and executable, and can't robustly test for help flags in external command.
    this._checkForMissingMandatoryOptions();
    this._checkForConflictingOptions();

    // executableFile and executableDir might be full path, or just a name
    let executableFile =
      subcommand._executableFile || `${this._name}-${subcommand._name}`;
    let executableDir = this._executableDir || '';
    if (this._scriptPath) {
      let resolvedScriptPath; // resolve possible symlink for installed npm binary
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

    // Look for a local file in preference to a command in PATH.
    if (executableDir) {
      let localFile = findFile(executableDir, executableFile);

      // Legacy search using prefix of script name instead of command name
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
        // add executable arguments to spawn
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
      // add executable arguments to spawn
      args = incrementNodeInspectorPort(process.execArgv).concat(args);
      proc = childProcess.spawn(process.execPath, args, { stdio: 'inherit' });
    }

    if (!proc.killed) {
      // testing mainly to avoid leak warnings during unit tests with mocked spawn
      const signals = ['SIGUSR1', 'SIGUSR2', 'SIGTERM', 'SIGINT', 'SIGHUP'];
      signals.forEach((signal) => {
        process.on(signal, () => {
          if (proc.killed === false && proc.exitCode === null) {
            // @ts-ignore because signals not typed to known strings
            proc.kill(signal);
          }
        });
      });
    }

    // By default terminate process when spawned process terminates.
    const exitCallback = this._exitCallback;
    proc.on('close', (code) => {
      code = code ?? 1; // code is null if spawned process terminated due to a signal
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
      // @ts-ignore: because err.code is an unknown property
      if (err.code === 'ENOENT') {
        this._checkForMissingExecutable(
          executableFile,
          executableDir,
          subcommand._name,
        );
        // @ts-ignore: because err.code is an unknown property
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

    // Store the reference to the child process
    this.runningCommand = proc;
  }

  /**
   * @private
   */

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

  /**
   * Invoke help directly if possible, or dispatch if necessary.
   * e.g. help foo
   *
   * @private
   */

  _dispatchHelpCommand(subcommandName) {
    if (!subcommandName) {
      this.help();
    }
    const subCommand = this._findCommand(subcommandName);
    if (subCommand && !subCommand._executableHandler) {
      subCommand.help();
    }

    // Fallback to parsing the help flag to invoke the help.
    return this._dispatchSubcommand(
      subcommandName,
      [],
      [this._getHelpOption()?.long ?? this._getHelpOption()?.short ?? '--help'],
    );
  }

  /**
   * Check this.args against expected this.registeredArguments.
   *
   * @private
   */

  _checkNumberOfArguments() {
    // too few
    this.registeredArguments.forEach((arg, i) => {
      if (arg.required && this.args[i] == null) {
        this.missingArgument(arg.name());
      }
    });
    // too many
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

  /**
   * Process this.args using this.registeredArguments and save as this.processedArgs!
   *
   * @private
   */

  _processArguments() {
    const myParseArg = (argument, value, previous) => {
      // Extra processing for nice error message on parsing failure.
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
        // Collect together remaining arguments for passing together as an array.
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

  /**
   * Once we have a promise we chain, but call synchronously until then.
   *
   * @param {(Promise|undefined)} promise
   * @param {Function} fn
   * @return {(Promise|undefined)}
   * @private
   */

  _chainOrCall(promise, fn) {
    // thenable
    if (promise?.then && typeof promise.then === 'function') {
      // already have a promise, chain callback
      return promise.then(() => fn());
    }
    // callback might return a promise
    return fn();
  }

  /**
   *
   * @param {(Promise|undefined)} promise
   * @param {string} event
   * @return {(Promise|undefined)}
   * @private
   */

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

  /**
   *
   * @param {(Promise|undefined)} promise
   * @param {Command} subCommand
   * @param {string} event
   * @return {(Promise|undefined)}
   * @private
   */

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

  /**
   * Process arguments in context of this command.
   * Returns action result, in case it is a promise.
   *
   * @private
   */

  _parseCommand(operands, unknown) {
    const parsed = this.parseOptions(unknown);
    this._parseOptionsEnv(); // after cli, so parseArg not called on both cli and env
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
      this._outputHelpIfRequested(unknown); // Run the help for default command from parent rather than passing to default command
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
      // probably missing subcommand and no handler, user needs help (and exit)
      this.help({ error: true });
    }

    this._outputHelpIfRequested(parsed.unknown);
    this._checkForMissingMandatoryOptions();
    this._checkForConflictingOptions();

    // We do not always call this check to avoid masking a "better" error, like unknown command.
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
          this.parent.emit(commandEvent, operands, unknown); // legacy
        });
      }
      promiseChain = this._chainOrCallHooks(promiseChain, 'postAction');
      return promiseChain;
    }
    if (this.parent?.listenerCount(commandEvent)) {
      checkForUnknownOptions();
      this._processArguments();
      this.parent.emit(commandEvent, operands, unknown); // legacy
    } else if (operands.length) {
      if (this._findCommand('*')) {
        // legacy default command
        return this._dispatchSubcommand('*', operands, unknown);
      }
      if (this.listenerCount('command:*')) {
        // skip option check, emit event for possible misspelling suggestion
        this.emit('command:*', operands, unknown);
      } else if (this.commands.length) {
        this.unknownCommand();
      } else {
        checkForUnknownOptions();
        this._processArguments();
      }
    } else if (this.commands.length) {
      checkForUnknownOptions();
      // This command has subcommands and nothing hooked up at this level, so display help (and exit).
      this.help({ error: true });
    } else {
      checkForUnknownOptions();
      this._processArguments();
      // fall through for caller to handle after calling .parse()
    }
  }

  /**
   * Find matching command.
   *
   * @private
   * @return {Command | undefined}
   */
  _findCommand(name) {
    if (!name) return undefined;
    return this.commands.find(
      (cmd) => cmd._name === name || cmd._aliases.includes(name),
    );
  }

  /**
   * Return an option matching `arg` if any.
   *
   * @param {string} arg
   * @return {Option}
   * @package
   */

  _findOption(arg) {
    return this.options.find((option) => option.is(arg));
  }

  /**
   * Display an error message if a mandatory option does not have a value.
   * Called after checking for help flags in leaf subcommand.
   *
   * @private
   */

  _checkForMissingMandatoryOptions() {
    // Walk up hierarchy so can call in subcommand after checking for displaying help.
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

  /**
   * Display an error message if conflicting options are used together in this.
   *
   * @private
   */
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

  /**
   * Display an error message if conflicting options are used together.
   * Called after checking for help flags in leaf subcommand.
   *
   * @private
   */
  _checkForConflictingOptions() {
    // Walk up hierarchy so can call in subcommand after checking for displaying help.
    this._getCommandAndAncestors().forEach((cmd) => {
      cmd._checkForConflictingLocalOptions();
    });
  }

  /**
   * Parse options from `argv` removing known options,
   * and return argv split into operands and unknown arguments.
   *
   * Side effects: modifies command by storing options. Does not reset state if called again.
   *
   * Examples:
   *
   *     argv => operands, unknown
   *     --known kkk op => [op], []
   *     op --known kkk => [op], []
   *     sub --unknown uuu op => [sub], [--unknown uuu op]
   *     sub -- --unknown uuu op => [sub --unknown uuu op], []
   *
   * @param {string[]} args
   * @return {{operands: string[], unknown: string[]}}
   */

  parseOptions(args) {
    const operands = []; // operands, not options or values
    const unknown = []; // first unknown option and remaining unknown args
    let dest = operands;

    function maybeOption(arg) {
      return arg.length > 1 && arg[0] === '-';
    }

    const negativeNumberArg = (arg) => {
      // return false if not a negative number
      if (!/^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/.test(arg)) return false;
      // negative number is ok unless digit used as an option in command hierarchy
      return !this._getCommandAndAncestors().some((cmd) =>
        cmd.options
          .map((opt) => opt.short)
          .some((short) => /^-\d$/.test(short)),
      );
    };

    // parse options
    let activeVariadicOption = null;
    let activeGroup = null; // working through group of short options, like -abc
    let i = 0;
    while (i < args.length || activeGroup) {
      const arg = activeGroup ?? args[i++];
      activeGroup = null;

      // literal
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
        // recognised option, call listener to assign value with possible custom processing
        if (option) {
          if (option.required) {
            const value = args[i++];
            if (value === undefined) this.optionMissingArgument(option);
            this.emit(`option:${option.name()}`, value);
          } else if (option.optional) {
            let value = null;
            // historical behaviour is optional value is following arg unless an option
            if (
              i < args.length &&
              (!maybeOption(args[i]) || negativeNumberArg(args[i]))
            ) {
              value = args[i++];
            }
            this.emit(`option:${option.name()}`, value);
          } else {
            // boolean flag
            this.emit(`option:${option.name()}`);
          }
          activeVariadicOption = option.variadic ? option : null;
          continue;
        }
      }

      // Look for combo options following single dash, eat first one if known.
      if (arg.length > 2 && arg[0] === '-' && arg[1] !== '-') {
        const option = this._findOption(`-${arg[1]}`);
        if (option) {
          if (
            option.required ||
            (option.optional && this._combineFlagAndOptionalValue)
          ) {
            // option with value following in same argument
            this.emit(`option:${option.name()}`, arg.slice(2));
          } else {
            // boolean option
            this.emit(`option:${option.name()}`);
            // remove the processed option and keep processing group
            activeGroup = `-${arg.slice(2)}`;
          }
          continue;
        }
      }

      // Look for known long flag with value, like --foo=bar
      if (/^--[^=]+=/.test(arg)) {
        const index = arg.indexOf('=');
        const option = this._findOption(arg.slice(0, index));
        if (option && (option.required || option.optional)) {
          this.emit(`option:${option.name()}`, arg.slice(index + 1));
          continue;
        }
      }

      // Not a recognised option by this command.
      // Might be a command-argument, or subcommand option, or unknown option, or help command or option.

      // An unknown option means further arguments also classified as unknown so can be reprocessed by subcommands.
      // A negative number in a leaf command is not an unknown option.
      if (
        dest === operands &&
        maybeOption(arg) &&
        !(this.commands.length === 0 && negativeNumberArg(arg))
      ) {
        dest = unknown;
      }

      // If using positionalOptions, stop processing our options at subcommand.
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

      // If using passThroughOptions, stop processing options at first command-argument.
      if (this._passThroughOptions) {
        dest.push(arg, ...args.slice(i));
        break;
      }

      // add arg
      dest.push(arg);
    }

    return { operands, unknown };
  }

  /**
   * Return an object containing local option values as key-value pairs.
   *
   * @return {object}
   */
  opts() {
    if (this._storeOptionsAsProperties) {
      // Preserve original behaviour so backwards compatible when still using properties
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

  /**
   * Return an object containing merged local and global option values as key-value pairs.
   *
   * @return {object}
   */
  optsWithGlobals() {
    // globals overwrite locals
    return this._getCommandAndAncestors().reduce(
      (combinedOptions, cmd) => Object.assign(combinedOptions, cmd.opts()),
      {},
    );
  }

  /**
   * Display error message and exit (or call exitOverride).
   *
   * @param {string} message
   * @param {object} [errorOptions]
   * @param {string} [errorOptions.code] - an id string representing the error
   * @param {number} [errorOptions.exitCode] - used with process.exit
   */
  error(message, errorOptions) {
    // output handling
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

    // exit handling
    const config = errorOptions || {};
    const exitCode = config.exitCode || 1;
    const code = config.code || 'commander.error';
    this._exit(exitCode, code, message);
  }

  /**
   * Apply any option related environment variables, if option does
   * not have a value from cli or client code.
   *
   * @private
   */
  _parseOptionsEnv() {
    this.options.forEach((option) => {
      if (option.envVar && option.envVar in process.env) {
        const optionKey = option.attributeName();
        // Priority check. Do not overwrite cli or options from unknown source (client-code).
        if (
          this.getOptionValue(optionKey) === undefined ||
          ['default', 'config', 'env'].includes(
            this.getOptionValueSource(optionKey),
          )
        ) {
          if (option.required || option.optional) {
            // option can take a value
            // keep very simple, optional always takes value
            this.emit(`optionEnv:${option.name()}`, process.env[option.envVar]);
          } else {
            // boolean
            // keep very simple, only care that envVar defined and not the value
            this.emit(`optionEnv:${option.name()}`);
          }
        }
      }
    });
  }

  /**
   * Apply any implied option values, if option is undefined or default value.
   *
   * @private
   */
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

  /**
   * Argument `name` is missing.
   *
   * @param {string} name
   * @private
   */

  missingArgument(name) {
    const message = `error: missing required argument '${name}'`;
    this.error(message, { code: 'commander.missingArgument' });
  }

  /**
   * `Option` is missing an argument.
   *
   * @param {Option} option
   * @private
   */

  optionMissingArgument(option) {
    const message = `error: option '${option.flags}' argument missing`;
    this.error(message, { code: 'commander.optionMissingArgument' });
  }

  /**
   * `Option` does not have a value, and is a mandatory option.
   *
   * @param {Option} option
   * @private
   */

  missingMandatoryOptionValue(option) {
    const message = `error: required option '${option.flags}' not specified`;
    this.error(message, { code: 'commander.missingMandatoryOptionValue' });
  }

  /**
   * `Option` conflicts with another option.
   *
   * @param {Option} option
   * @param {Option} conflictingOption
   * @private
   */
  _conflictingOption(option, conflictingOption) {
    // The calling code does not know whether a negated option is the source of the
    // value, so do some work to take an educated guess.
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

  /**
   * Unknown option `flag`.
   *
   * @param {string} flag
   * @private
   */

  unknownOption(flag) {
    if (this._allowUnknownOption) return;
    let suggestion = '';

    if (flag.startsWith('--') && this._showSuggestionAfterError) {
      // Looping to pick up the global options too
      let candidateFlags = [];
      // eslint-disable-next-line @typescript-eslint/no-this-alias
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

  /**
   * Excess arguments, more than expected.
   *
   * @param {string[]} receivedArgs
   * @private
   */

  _excessArguments(receivedArgs) {
    if (this._allowExcessArguments) return;

    const expected = this.registeredArguments.length;
    const s = expected === 1 ? '' : 's';
    const forSubcommand = this.parent ? ` for '${this.name()}'` : '';
    const message = `error: too many arguments${forSubcommand}. Expected ${expected} argument${s} but got ${receivedArgs.length}.`;
    this.error(message, { code: 'commander.excessArguments' });
  }

  /**
   * Unknown command.
   *
   * @private
   */

  unknownCommand() {
    const unknownName = this.args[0];
    let suggestion = '';

    if (this._showSuggestionAfterError) {
      const candidateNames = [];
      this.createHelp()
        .visibleCommands(this)
        .forEach((command) => {
          candidateNames.push(command.name());
          // just visible alias
          if (command.alias()) candidateNames.push(command.alias());
        });
      suggestion = suggestSimilar(unknownName, candidateNames);
    }

    const message = `error: unknown command '${unknownName}'${suggestion}`;
    this.error(message, { code: 'commander.unknownCommand' });
  }

  /**
   * Get or set the program version.
   *
   * This method auto-registers the "-V, --version" option which will print the version number.
   *
   * You can optionally supply the flags and description to override the defaults.
   *
   * @param {string} [str]
   * @param {string} [flags]
   * @param {string} [description]
   * @return {(this | string | undefined)} `this` command for chaining, or version string if no arguments
   */

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

  /**
   * Set the description.
   *
   * @param {string} [str]
   * @param {object} [argsDescription]
   * @return {(string|Command)}
   */
  description(str, argsDescription) {
    if (str === undefined && argsDescription === undefined)
      return this._description;
    this._description = str;
    if (argsDescription) {
      this._argsDescription = argsDescription;
    }
    return this;
  }

  /**
   * Set the summary. Used when listed as subcommand of parent.
   *
   * @param {string} [str]
   * @return {(string|Command)}
   */
  summary(str) {
    if (str === undefined) return this._summary;
    this._summary = str;
    return this;
  }

  /**
   * Set an alias for the command.
   *
   * You may call more than once to add multiple aliases. Only the first alias is shown in the auto-generated help.
   *
   * @param {string} [alias]
   * @return {(string|Command)}
   */

  alias(alias) {
    if (alias === undefined) return this._aliases[0]; // just return first, for backwards compatibility

    /** @type {Command} */
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    let command = this;
    if (
      this.commands.length !== 0 &&
      this.commands[this.commands.length - 1]._executableHandler
    ) {
      // assume adding alias for last added executable subcommand, rather than this
      command = this.commands[this.commands.length - 1];
    }

    if (alias === command._name)
      throw new Error("Command alias can't be the same as its name");
    const matchingCommand = this.parent?._findCommand(alias);
    if (matchingCommand) {
      // c.f. _registerCommand
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

  /**
   * Set aliases for the command.
   *
   * Only the first alias is shown in the auto-generated help.
   *
   * @param {string[]} [aliases]
   * @return {(string[]|Command)}
   */

  aliases(aliases) {
    // Getter for the array of aliases is the main reason for having aliases() in addition to alias().
    if (aliases === undefined) return this._aliases;

    aliases.forEach((alias) => this.alias(alias));
    return this;
  }

  /**
   * Set / get the command usage `str`.
   *
   * @param {string} [str]
   * @return {(string|Command)}
   */

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

  /**
   * Get or set the name of the command.
   *
   * @param {string} [str]
   * @return {(string|Command)}
   */

  name(str) {
    if (str === undefined) return this._name;
    this._name = str;
    return this;
  }

  /**
   * Set/get the help group heading for this subcommand in parent command's help.
   *
   * @param {string} [heading]
   * @return {Command | string}
   */

  helpGroup(heading) {
    if (heading === undefined) return this._helpGroupHeading ?? '';
    this._helpGroupHeading = heading;
    return this;
  }

  /**
   * Set/get the default help group heading for subcommands added to this command.
   * (This does not override a group set directly on the subcommand using .helpGroup().)
   *
   * @example
   * program.commandsGroup('Development Commands:);
   * program.command('watch')...
   * program.command('lint')...
   * ...
   *
   * @param {string} [heading]
   * @returns {Command | string}
   */
  commandsGroup(heading) {
    if (heading === undefined) return this._defaultCommandGroup ?? '';
    this._defaultCommandGroup = heading;
    return this;
  }

  /**
   * Set/get the default help group heading for options added to this command.
   * (This does not override a group set directly on the option using .helpGroup().)
   *
   * @example
   * program
   *   .optionsGroup('Development Options:')
   *   .option('-d, --debug', 'output extra debugging')
   *   .option('-p, --profile', 'output profiling information')
   *
   * @param {string} [heading]
   * @returns {Command | string}
   */
  optionsGroup(heading) {
    if (heading === undefined) return this._defaultOptionGroup ?? '';
    this._defaultOptionGroup = heading;
    return this;
  }

  /**
   * @param {Option} option
   * @private
   */
  _initOptionGroup(option) {
    if (this._defaultOptionGroup && !option.helpGroupHeading)
      option.helpGroup(this._defaultOptionGroup);
  }

  /**
   * @param {Command} cmd
   * @private
   */
  _initCommandGroup(cmd) {
    if (this._defaultCommandGroup && !cmd.helpGroup())
      cmd.helpGroup(this._defaultCommandGroup);
  }

  /**
   * Set the name of the command from script filename, such as process.argv[1],
   * or require.main.filename, or __filename.
   *
   * (Used internally and public although not documented in README.)
   *
   * @example
   * program.nameFromFilename(require.main.filename);
   *
   * @param {string} filename
   * @return {Command}
   */

  nameFromFilename(filename) {
    this._name = path.basename(filename, path.extname(filename));

    return this;
  }

  /**
   * Get or set the directory for searching for executable subcommands of this command.
   *
   * @example
   * program.executableDir(__dirname);
   * // or
   * program.executableDir('subcommands');
   *
   * @param {string} [path]
   * @return {(string|null|Command)}
   */

  executableDir(path) {
    if (path === undefined) return this._executableDir;
    this._executableDir = path;
    return this;
  }

  /**
   * Return program help documentation.
   *
   * @param {{ error: boolean }} [contextOptions] - pass {error:true} to wrap for stderr instead of stdout
   * @return {string}
   */

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

  /**
   * @typedef HelpContext
   * @type {object}
   * @property {boolean} error
   * @property {number} helpWidth
   * @property {boolean} hasColors
   * @property {function} write - includes stripColor if needed
   *
   * @returns {HelpContext}
   * @private
   */

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

  /**
   * Output help information for this command.
   *
   * Outputs built-in help, and custom text added using `.addHelpText()`.
   *
   * @param {{ error: boolean } | Function} [contextOptions] - pass {error:true} to write to stderr instead of stdout
   */

  outputHelp(contextOptions) {
    let deprecatedCallback;
    if (typeof contextOptions === 'function') {
      deprecatedCallback = contextOptions;
      contextOptions = undefined;
    }

    const outputContext = this._getOutputContext(contextOptions);
    /** @type {HelpTextEventContext} */
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
      this.emit(this._getHelpOption().long); // deprecated
    }
    this.emit('afterHelp', eventContext);
    this._getCommandAndAncestors().forEach((command) =>
      command.emit('afterAllHelp', eventContext),
    );
  }

  /**
   * You can pass in flags and a description to customise the built-in help option.
   * Pass in false to disable the built-in help option.
   *
   * @example
   * program.helpOption('-?, --help' 'show help'); // customise
   * program.helpOption(false); // disable
   *
   * @param {(string | boolean)} flags
   * @param {string} [description]
   * @return {Command} `this` command for chaining
   */

  helpOption(flags, description) {
    // Support enabling/disabling built-in help option.
    if (typeof flags === 'boolean') {
      if (flags) {
        if (this._helpOption === null) this._helpOption = undefined; // reenable
        if (this._defaultOptionGroup) {
          // make the option to store the group
          this._initOptionGroup(this._getHelpOption());
        }
      } else {
        this._helpOption = null; // disable
      }
      return this;
    }

    // Customise flags and description.
    this._helpOption = this.createOption(
      flags ?? '-h, --help',
      description ?? 'display help for command',
    );
    // init group unless lazy create
    if (flags || description) this._initOptionGroup(this._helpOption);

    return this;
  }

  /**
   * Lazy create help option.
   * Returns null if has been disabled with .helpOption(false).
   *
   * @returns {(Option | null)} the help option
   * @package
   */
  _getHelpOption() {
    // Lazy create help option on demand.
    if (this._helpOption === undefined) {
      this.helpOption(undefined, undefined);
    }
    return this._helpOption;
  }

  /**
   * Supply your own option to use for the built-in help option.
   * This is an alternative to using helpOption() to customise the flags and description etc.
   *
   * @param {Option} option
   * @return {Command} `this` command for chaining
   */
  addHelpOption(option) {
    this._helpOption = option;
    this._initOptionGroup(option);
    return this;
  }

  /**
   * Output help information and exit.
   *
   * Outputs built-in help, and custom text added using `.addHelpText()`.
   *
   * @param {{ error: boolean }} [contextOptions] - pass {error:true} to write to stderr instead of stdout
   */

  help(contextOptions) {
    this.outputHelp(contextOptions);
    let exitCode = Number(process.exitCode ?? 0); // process.exitCode does allow a string or an integer, but we prefer just a number
    if (
      exitCode === 0 &&
      contextOptions &&
      typeof contextOptions !== 'function' &&
      contextOptions.error
    ) {
      exitCode = 1;
    }
    // message: do not have all displayed text available so only passing placeholder.
    this._exit(exitCode, 'commander.help', '(outputHelp)');
  }

  /**
   * // Do a little typing to coordinate emit and listener for the help text events.
   * @typedef HelpTextEventContext
   * @type {object}
   * @property {boolean} error
   * @property {Command} command
   * @property {function} write
   */

  /**
   * Add additional text to be displayed with the built-in help.
   *
   * Position is 'before' or 'after' to affect just this command,
   * and 'beforeAll' or 'afterAll' to affect this command and all its subcommands.
   *
   * @param {string} position - before or after built-in help
   * @param {(string | Function)} text - string to add, or a function returning a string
   * @return {Command} `this` command for chaining
   */

  addHelpText(position, text) {
    const allowedValues = ['beforeAll', 'before', 'after', 'afterAll'];
    if (!allowedValues.includes(position)) {
      throw new Error(`Unexpected value for position to addHelpText.
Expecting one of '${allowedValues.join("', '")}'`);
    }

    const helpEvent = `${position}Help`;
    this.on(helpEvent, (/** @type {HelpTextEventContext} */ context) => {
      let helpStr;
      if (typeof text === 'function') {
        helpStr = text({ error: context.error, command: context.command });
      } else {
        helpStr = text;
      }
      // Ignore falsy value when nothing to output.
      if (helpStr) {
        context.write(`${helpStr}\n`);
      }
    });
    return this;
  }

  /**
   * Output help information if help flags specified
   *
   * @param {Array} args - array of options to search for help flags
   * @private
   */

  _outputHelpIfRequested(args) {
    const helpOption = this._getHelpOption();
    const helpRequested = helpOption && args.find((arg) => helpOption.is(arg));
    if (helpRequested) {
      this.outputHelp();
      // (Do not have all displayed text available so only passing placeholder.)
      this._exit(0, 'commander.helpDisplayed', '(outputHelp)');
    }
  }
}

/**
 * Scan arguments and increment port number for inspect calls (to avoid conflicts when spawning new command).
 *
 * @param {string[]} args - array of arguments from node.execArgv
 * @returns {string[]}
 * @private
 */

function incrementNodeInspectorPort(args) {
  // Testing for these options:
  //  --inspect[=[host:]port]
  //  --inspect-brk[=[host:]port]
  //  --inspect-port=[host:]port
  return args.map((arg) => {
    if (!arg.startsWith('--inspect')) {
      return arg;
    }
    let debugOption;
    let debugHost = '127.0.0.1';
    let debugPort = '9229';
    let match;
    if ((match = arg.match(/^(--inspect(-brk)?)$/)) !== null) {
      // e.g. --inspect
      debugOption = match[1];
    } else if (
      (match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+)$/)) !== null
    ) {
      debugOption = match[1];
      if (/^\d+$/.test(match[3])) {
        // e.g. --inspect=1234
        debugPort = match[3];
      } else {
        // e.g. --inspect=localhost
        debugHost = match[3];
      }
    } else if (
      (match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+):(\d+)$/)) !== null
    ) {
      // e.g. --inspect=localhost:1234
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

/**
 * @returns {boolean | undefined}
 * @package
 */
function useColor() {
  // Test for common conventions.
  // NB: the observed behaviour is in combination with how author adds color! For example:
  //   - we do not test NODE_DISABLE_COLORS, but util:styletext does
  //   - we do test NO_COLOR, but Chalk does not
  //
  // References:
  // https://no-color.org
  // https://bixense.com/clicolors/
  // https://github.com/nodejs/node/blob/0a00217a5f67ef4a22384cfc80eb6dd9a917fdc1/lib/internal/tty.js#L109
  // https://github.com/chalk/supports-color/blob/c214314a14bcb174b12b3014b2b0a8de375029ae/index.js#L33
  // (https://force-color.org recent web page from 2023, does not match major javascript implementations)

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
exports.useColor = useColor; // exporting for tests


/***/ }),

/***/ 135:
/***/ ((__unused_webpack_module, exports) => {

/**
 * CommanderError class
 */
class CommanderError extends Error {
  /**
   * Constructs the CommanderError class
   * @param {number} exitCode suggested exit code which could be used with process.exit
   * @param {string} code an id string representing the error
   * @param {string} message human-readable description of the error
   */
  constructor(exitCode, code, message) {
    super(message);
    // properly capture stack trace in Node.js
    Error.captureStackTrace(this, this.constructor);
    this.name = this.constructor.name;
    this.code = code;
    this.exitCode = exitCode;
    this.nestedError = undefined;
  }
}

/**
 * InvalidArgumentError class
 */
class InvalidArgumentError extends CommanderError {
  /**
   * Constructs the InvalidArgumentError class
   * @param {string} [message] explanation of why argument is invalid
   */
  constructor(message) {
    super(1, 'commander.invalidArgument', message);
    // properly capture stack trace in Node.js
    Error.captureStackTrace(this, this.constructor);
    this.name = this.constructor.name;
  }
}

exports.CommanderError = CommanderError;
exports.InvalidArgumentError = InvalidArgumentError;


/***/ }),

/***/ 754:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

const { humanReadableArgName } = __nccwpck_require__(154);

/**
 * TypeScript import types for JSDoc, used by Visual Studio Code IntelliSense and `npm run typescript-checkJS`
 * https://www.typescriptlang.org/docs/handbook/jsdoc-supported-types.html#import-types
 * @typedef { import("./argument.js").Argument } Argument
 * @typedef { import("./command.js").Command } Command
 * @typedef { import("./option.js").Option } Option
 */

// Although this is a class, methods are static in style to allow override using subclass or just functions.
class Help {
  constructor() {
    this.helpWidth = undefined;
    this.minWidthToWrap = 40;
    this.sortSubcommands = false;
    this.sortOptions = false;
    this.showGlobalOptions = false;
  }

  /**
   * prepareContext is called by Commander after applying overrides from `Command.configureHelp()`
   * and just before calling `formatHelp()`.
   *
   * Commander just uses the helpWidth and the rest is provided for optional use by more complex subclasses.
   *
   * @param {{ error?: boolean, helpWidth?: number, outputHasColors?: boolean }} contextOptions
   */
  prepareContext(contextOptions) {
    this.helpWidth = this.helpWidth ?? contextOptions.helpWidth ?? 80;
  }

  /**
   * Get an array of the visible subcommands. Includes a placeholder for the implicit help command, if there is one.
   *
   * @param {Command} cmd
   * @returns {Command[]}
   */

  visibleCommands(cmd) {
    const visibleCommands = cmd.commands.filter((cmd) => !cmd._hidden);
    const helpCommand = cmd._getHelpCommand();
    if (helpCommand && !helpCommand._hidden) {
      visibleCommands.push(helpCommand);
    }
    if (this.sortSubcommands) {
      visibleCommands.sort((a, b) => {
        // @ts-ignore: because overloaded return type
        return a.name().localeCompare(b.name());
      });
    }
    return visibleCommands;
  }

  /**
   * Compare options for sort.
   *
   * @param {Option} a
   * @param {Option} b
   * @returns {number}
   */
  compareOptions(a, b) {
    const getSortKey = (option) => {
      // WYSIWYG for order displayed in help. Short used for comparison if present. No special handling for negated.
      return option.short
        ? option.short.replace(/^-/, '')
        : option.long.replace(/^--/, '');
    };
    return getSortKey(a).localeCompare(getSortKey(b));
  }

  /**
   * Get an array of the visible options. Includes a placeholder for the implicit help option, if there is one.
   *
   * @param {Command} cmd
   * @returns {Option[]}
   */

  visibleOptions(cmd) {
    const visibleOptions = cmd.options.filter((option) => !option.hidden);
    // Built-in help option.
    const helpOption = cmd._getHelpOption();
    if (helpOption && !helpOption.hidden) {
      // Automatically hide conflicting flags. Bit dubious but a historical behaviour that is convenient for single-command programs.
      const removeShort = helpOption.short && cmd._findOption(helpOption.short);
      const removeLong = helpOption.long && cmd._findOption(helpOption.long);
      if (!removeShort && !removeLong) {
        visibleOptions.push(helpOption); // no changes needed
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

  /**
   * Get an array of the visible global options. (Not including help.)
   *
   * @param {Command} cmd
   * @returns {Option[]}
   */

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

  /**
   * Get an array of the arguments if any have a description.
   *
   * @param {Command} cmd
   * @returns {Argument[]}
   */

  visibleArguments(cmd) {
    // Side effect! Apply the legacy descriptions before the arguments are displayed.
    if (cmd._argsDescription) {
      cmd.registeredArguments.forEach((argument) => {
        argument.description =
          argument.description || cmd._argsDescription[argument.name()] || '';
      });
    }

    // If there are any arguments with a description then return all the arguments.
    if (cmd.registeredArguments.find((argument) => argument.description)) {
      return cmd.registeredArguments;
    }
    return [];
  }

  /**
   * Get the command term to show in the list of subcommands.
   *
   * @param {Command} cmd
   * @returns {string}
   */

  subcommandTerm(cmd) {
    // Legacy. Ignores custom usage string, and nested commands.
    const args = cmd.registeredArguments
      .map((arg) => humanReadableArgName(arg))
      .join(' ');
    return (
      cmd._name +
      (cmd._aliases[0] ? '|' + cmd._aliases[0] : '') +
      (cmd.options.length ? ' [options]' : '') + // simplistic check for non-help option
      (args ? ' ' + args : '')
    );
  }

  /**
   * Get the option term to show in the list of options.
   *
   * @param {Option} option
   * @returns {string}
   */

  optionTerm(option) {
    return option.flags;
  }

  /**
   * Get the argument term to show in the list of arguments.
   *
   * @param {Argument} argument
   * @returns {string}
   */

  argumentTerm(argument) {
    return argument.name();
  }

  /**
   * Get the longest command term length.
   *
   * @param {Command} cmd
   * @param {Help} helper
   * @returns {number}
   */

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

  /**
   * Get the longest option term length.
   *
   * @param {Command} cmd
   * @param {Help} helper
   * @returns {number}
   */

  longestOptionTermLength(cmd, helper) {
    return helper.visibleOptions(cmd).reduce((max, option) => {
      return Math.max(
        max,
        this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option))),
      );
    }, 0);
  }

  /**
   * Get the longest global option term length.
   *
   * @param {Command} cmd
   * @param {Help} helper
   * @returns {number}
   */

  longestGlobalOptionTermLength(cmd, helper) {
    return helper.visibleGlobalOptions(cmd).reduce((max, option) => {
      return Math.max(
        max,
        this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option))),
      );
    }, 0);
  }

  /**
   * Get the longest argument term length.
   *
   * @param {Command} cmd
   * @param {Help} helper
   * @returns {number}
   */

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

  /**
   * Get the command usage to be displayed at the top of the built-in help.
   *
   * @param {Command} cmd
   * @returns {string}
   */

  commandUsage(cmd) {
    // Usage
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

  /**
   * Get the description for the command.
   *
   * @param {Command} cmd
   * @returns {string}
   */

  commandDescription(cmd) {
    // @ts-ignore: because overloaded return type
    return cmd.description();
  }

  /**
   * Get the subcommand summary to show in the list of subcommands.
   * (Fallback to description for backwards compatibility.)
   *
   * @param {Command} cmd
   * @returns {string}
   */

  subcommandDescription(cmd) {
    // @ts-ignore: because overloaded return type
    return cmd.summary() || cmd.description();
  }

  /**
   * Get the option description to show in the list of options.
   *
   * @param {Option} option
   * @return {string}
   */

  optionDescription(option) {
    const extraInfo = [];

    if (option.argChoices) {
      extraInfo.push(
        // use stringify to match the display of the default value
        `choices: ${option.argChoices.map((choice) => JSON.stringify(choice)).join(', ')}`,
      );
    }
    if (option.defaultValue !== undefined) {
      // default for boolean and negated more for programmer than end user,
      // but show true/false for boolean option as may be for hand-rolled env or config processing.
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
    // preset for boolean and negated are more for programmer than end user
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

  /**
   * Get the argument description to show in the list of arguments.
   *
   * @param {Argument} argument
   * @return {string}
   */

  argumentDescription(argument) {
    const extraInfo = [];
    if (argument.argChoices) {
      extraInfo.push(
        // use stringify to match the display of the default value
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

  /**
   * Format a list of items, given a heading and an array of formatted items.
   *
   * @param {string} heading
   * @param {string[]} items
   * @param {Help} helper
   * @returns string[]
   */
  formatItemList(heading, items, helper) {
    if (items.length === 0) return [];

    return [helper.styleTitle(heading), ...items, ''];
  }

  /**
   * Group items by their help group heading.
   *
   * @param {Command[] | Option[]} unsortedItems
   * @param {Command[] | Option[]} visibleItems
   * @param {Function} getGroup
   * @returns {Map<string, Command[] | Option[]>}
   */
  groupItems(unsortedItems, visibleItems, getGroup) {
    const result = new Map();
    // Add groups in order of appearance in unsortedItems.
    unsortedItems.forEach((item) => {
      const group = getGroup(item);
      if (!result.has(group)) result.set(group, []);
    });
    // Add items in order of appearance in visibleItems.
    visibleItems.forEach((item) => {
      const group = getGroup(item);
      if (!result.has(group)) {
        result.set(group, []);
      }
      result.get(group).push(item);
    });
    return result;
  }

  /**
   * Generate the built-in help text.
   *
   * @param {Command} cmd
   * @param {Help} helper
   * @returns {string}
   */

  formatHelp(cmd, helper) {
    const termWidth = helper.padWidth(cmd, helper);
    const helpWidth = helper.helpWidth ?? 80; // in case prepareContext() was not called

    function callFormatItem(term, description) {
      return helper.formatItem(term, termWidth, description, helper);
    }

    // Usage
    let output = [
      `${helper.styleTitle('Usage:')} ${helper.styleUsage(helper.commandUsage(cmd))}`,
      '',
    ];

    // Description
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

    // Arguments
    const argumentList = helper.visibleArguments(cmd).map((argument) => {
      return callFormatItem(
        helper.styleArgumentTerm(helper.argumentTerm(argument)),
        helper.styleArgumentDescription(helper.argumentDescription(argument)),
      );
    });
    output = output.concat(
      this.formatItemList('Arguments:', argumentList, helper),
    );

    // Options
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

    // Commands
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

  /**
   * Return display width of string, ignoring ANSI escape sequences. Used in padding and wrapping calculations.
   *
   * @param {string} str
   * @returns {number}
   */
  displayWidth(str) {
    return stripColor(str).length;
  }

  /**
   * Style the title for displaying in the help. Called with 'Usage:', 'Options:', etc.
   *
   * @param {string} str
   * @returns {string}
   */
  styleTitle(str) {
    return str;
  }

  styleUsage(str) {
    // Usage has lots of parts the user might like to color separately! Assume default usage string which is formed like:
    //    command subcommand [options] [command] <foo> [bar]
    return str
      .split(' ')
      .map((word) => {
        if (word === '[options]') return this.styleOptionText(word);
        if (word === '[command]') return this.styleSubcommandText(word);
        if (word[0] === '[' || word[0] === '<')
          return this.styleArgumentText(word);
        return this.styleCommandText(word); // Restrict to initial words?
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
    // This is very like usage with lots of parts! Assume default string which is formed like:
    //    subcommand [options] <foo> [bar]
    return str
      .split(' ')
      .map((word) => {
        if (word === '[options]') return this.styleOptionText(word);
        if (word[0] === '[' || word[0] === '<')
          return this.styleArgumentText(word);
        return this.styleSubcommandText(word); // Restrict to initial words?
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

  /**
   * Calculate the pad width from the maximum term length.
   *
   * @param {Command} cmd
   * @param {Help} helper
   * @returns {number}
   */

  padWidth(cmd, helper) {
    return Math.max(
      helper.longestOptionTermLength(cmd, helper),
      helper.longestGlobalOptionTermLength(cmd, helper),
      helper.longestSubcommandTermLength(cmd, helper),
      helper.longestArgumentTermLength(cmd, helper),
    );
  }

  /**
   * Detect manually wrapped and indented strings by checking for line break followed by whitespace.
   *
   * @param {string} str
   * @returns {boolean}
   */
  preformatted(str) {
    return /\n[^\S\r\n]/.test(str);
  }

  /**
   * Format the "item", which consists of a term and description. Pad the term and wrap the description, indenting the following lines.
   *
   * So "TTT", 5, "DDD DDDD DD DDD" might be formatted for this.helpWidth=17 like so:
   *   TTT  DDD DDDD
   *        DD DDD
   *
   * @param {string} term
   * @param {number} termWidth
   * @param {string} description
   * @param {Help} helper
   * @returns {string}
   */
  formatItem(term, termWidth, description, helper) {
    const itemIndent = 2;
    const itemIndentStr = ' '.repeat(itemIndent);
    if (!description) return itemIndentStr + term;

    // Pad the term out to a consistent width, so descriptions are aligned.
    const paddedTerm = term.padEnd(
      termWidth + term.length - helper.displayWidth(term),
    );

    // Format the description.
    const spacerWidth = 2; // between term and description
    const helpWidth = this.helpWidth ?? 80; // in case prepareContext() was not called
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

    // Construct and overall indent.
    return (
      itemIndentStr +
      paddedTerm +
      ' '.repeat(spacerWidth) +
      formattedDescription.replace(/\n/g, `\n${itemIndentStr}`)
    );
  }

  /**
   * Wrap a string at whitespace, preserving existing line breaks.
   * Wrapping is skipped if the width is less than `minWidthToWrap`.
   *
   * @param {string} str
   * @param {number} width
   * @returns {string}
   */
  boxWrap(str, width) {
    if (width < this.minWidthToWrap) return str;

    const rawLines = str.split(/\r\n|\n/);
    // split up text by whitespace
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
        // Accumulate chunks while they fit into width.
        if (sumWidth + visibleWidth <= width) {
          sumChunks.push(chunk);
          sumWidth += visibleWidth;
          return;
        }
        wrappedLines.push(sumChunks.join(''));

        const nextChunk = chunk.trimStart(); // trim space at line break
        sumChunks = [nextChunk];
        sumWidth = this.displayWidth(nextChunk);
      });
      wrappedLines.push(sumChunks.join(''));
    });

    return wrappedLines.join('\n');
  }
}

/**
 * Strip style ANSI escape sequences from the string. In particular, SGR (Select Graphic Rendition) codes.
 *
 * @param {string} str
 * @returns {string}
 * @package
 */

function stripColor(str) {
  // eslint-disable-next-line no-control-regex
  const sgrPattern = /\x1b\[\d*(;\d*)*m/g;
  return str.replace(sgrPattern, '');
}

exports.Help = Help;
exports.stripColor = stripColor;


/***/ }),

/***/ 240:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

const { InvalidArgumentError } = __nccwpck_require__(135);

class Option {
  /**
   * Initialize a new `Option` with the given `flags` and `description`.
   *
   * @param {string} flags
   * @param {string} [description]
   */

  constructor(flags, description) {
    this.flags = flags;
    this.description = description || '';

    this.required = flags.includes('<'); // A value must be supplied when the option is specified.
    this.optional = flags.includes('['); // A value is optional when the option is specified.
    // variadic test ignores <value,...> et al which might be used to describe custom splitting of single argument
    this.variadic = /\w\.\.\.[>\]]$/.test(flags); // The option can take multiple values.
    this.mandatory = false; // The option must have a value after parsing, which usually means it must be specified on command line.
    const optionFlags = splitOptionFlags(flags);
    this.short = optionFlags.shortFlag; // May be a short flag, undefined, or even a long flag (if option has two long flags).
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
    this.helpGroupHeading = undefined; // soft initialised when option added to command
  }

  /**
   * Set the default value, and optionally supply the description to be displayed in the help.
   *
   * @param {*} value
   * @param {string} [description]
   * @return {Option}
   */

  default(value, description) {
    this.defaultValue = value;
    this.defaultValueDescription = description;
    return this;
  }

  /**
   * Preset to use when option used without option-argument, especially optional but also boolean and negated.
   * The custom processing (parseArg) is called.
   *
   * @example
   * new Option('--color').default('GREYSCALE').preset('RGB');
   * new Option('--donate [amount]').preset('20').argParser(parseFloat);
   *
   * @param {*} arg
   * @return {Option}
   */

  preset(arg) {
    this.presetArg = arg;
    return this;
  }

  /**
   * Add option name(s) that conflict with this option.
   * An error will be displayed if conflicting options are found during parsing.
   *
   * @example
   * new Option('--rgb').conflicts('cmyk');
   * new Option('--js').conflicts(['ts', 'jsx']);
   *
   * @param {(string | string[])} names
   * @return {Option}
   */

  conflicts(names) {
    this.conflictsWith = this.conflictsWith.concat(names);
    return this;
  }

  /**
   * Specify implied option values for when this option is set and the implied options are not.
   *
   * The custom processing (parseArg) is not called on the implied values.
   *
   * @example
   * program
   *   .addOption(new Option('--log', 'write logging information to file'))
   *   .addOption(new Option('--trace', 'log extra details').implies({ log: 'trace.txt' }));
   *
   * @param {object} impliedOptionValues
   * @return {Option}
   */
  implies(impliedOptionValues) {
    let newImplied = impliedOptionValues;
    if (typeof impliedOptionValues === 'string') {
      // string is not documented, but easy mistake and we can do what user probably intended.
      newImplied = { [impliedOptionValues]: true };
    }
    this.implied = Object.assign(this.implied || {}, newImplied);
    return this;
  }

  /**
   * Set environment variable to check for option value.
   *
   * An environment variable is only used if when processed the current option value is
   * undefined, or the source of the current value is 'default' or 'config' or 'env'.
   *
   * @param {string} name
   * @return {Option}
   */

  env(name) {
    this.envVar = name;
    return this;
  }

  /**
   * Set the custom handler for processing CLI option arguments into option values.
   *
   * @param {Function} [fn]
   * @return {Option}
   */

  argParser(fn) {
    this.parseArg = fn;
    return this;
  }

  /**
   * Whether the option is mandatory and must have a value after parsing.
   *
   * @param {boolean} [mandatory=true]
   * @return {Option}
   */

  makeOptionMandatory(mandatory = true) {
    this.mandatory = !!mandatory;
    return this;
  }

  /**
   * Hide option in help.
   *
   * @param {boolean} [hide=true]
   * @return {Option}
   */

  hideHelp(hide = true) {
    this.hidden = !!hide;
    return this;
  }

  /**
   * @package
   */

  _collectValue(value, previous) {
    if (previous === this.defaultValue || !Array.isArray(previous)) {
      return [value];
    }

    previous.push(value);
    return previous;
  }

  /**
   * Only allow option value to be one of choices.
   *
   * @param {string[]} values
   * @return {Option}
   */

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

  /**
   * Return option name.
   *
   * @return {string}
   */

  name() {
    if (this.long) {
      return this.long.replace(/^--/, '');
    }
    return this.short.replace(/^-/, '');
  }

  /**
   * Return option name, in a camelcase format that can be used
   * as an object attribute key.
   *
   * @return {string}
   */

  attributeName() {
    if (this.negate) {
      return camelcase(this.name().replace(/^no-/, ''));
    }
    return camelcase(this.name());
  }

  /**
   * Set the help group heading.
   *
   * @param {string} heading
   * @return {Option}
   */
  helpGroup(heading) {
    this.helpGroupHeading = heading;
    return this;
  }

  /**
   * Check if `arg` matches the short or long flag.
   *
   * @param {string} arg
   * @return {boolean}
   * @package
   */

  is(arg) {
    return this.short === arg || this.long === arg;
  }

  /**
   * Return whether a boolean option.
   *
   * Options are one of boolean, negated, required argument, or optional argument.
   *
   * @return {boolean}
   * @package
   */

  isBoolean() {
    return !this.required && !this.optional && !this.negate;
  }
}

/**
 * This class is to make it easier to work with dual options, without changing the existing
 * implementation. We support separate dual options for separate positive and negative options,
 * like `--build` and `--no-build`, which share a single option value. This works nicely for some
 * use cases, but is tricky for others where we want separate behaviours despite
 * the single shared option value.
 */
class DualOptions {
  /**
   * @param {Option[]} options
   */
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

  /**
   * Did the value come from the option, and not from possible matching dual option?
   *
   * @param {*} value
   * @param {Option} option
   * @returns {boolean}
   */
  valueFromOption(value, option) {
    const optionKey = option.attributeName();
    if (!this.dualOptions.has(optionKey)) return true;

    // Use the value to deduce if (probably) came from the option.
    const preset = this.negativeOptions.get(optionKey).presetArg;
    const negativeValue = preset !== undefined ? preset : false;
    return option.negate === (negativeValue === value);
  }
}

/**
 * Convert string from kebab-case to camelCase.
 *
 * @param {string} str
 * @return {string}
 * @private
 */

function camelcase(str) {
  return str.split('-').reduce((str, word) => {
    return str + word[0].toUpperCase() + word.slice(1);
  });
}

/**
 * Split the short and long flag out of something like '-m,--mixed <value>'
 *
 * @private
 */

function splitOptionFlags(flags) {
  let shortFlag;
  let longFlag;
  // short flag, single dash and single character
  const shortFlagExp = /^-[^-]$/;
  // long flag, double dash and at least one character
  const longFlagExp = /^--[^-]/;

  const flagParts = flags.split(/[ |,]+/).concat('guard');
  // Normal is short and/or long.
  if (shortFlagExp.test(flagParts[0])) shortFlag = flagParts.shift();
  if (longFlagExp.test(flagParts[0])) longFlag = flagParts.shift();
  // Long then short. Rarely used but fine.
  if (!shortFlag && shortFlagExp.test(flagParts[0]))
    shortFlag = flagParts.shift();
  // Allow two long flags, like '--ws, --workspace'
  // This is the supported way to have a shortish option flag.
  if (!shortFlag && longFlagExp.test(flagParts[0])) {
    shortFlag = longFlag;
    longFlag = flagParts.shift();
  }

  // Check for unprocessed flag. Fail noisily rather than silently ignore.
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


/***/ }),

/***/ 30:
/***/ ((__unused_webpack_module, exports) => {

const maxDistance = 3;

function editDistance(a, b) {
  // https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
  // Calculating optimal string alignment distance, no substring is edited more than once.
  // (Simple implementation.)

  // Quick early exit, return worst case.
  if (Math.abs(a.length - b.length) > maxDistance)
    return Math.max(a.length, b.length);

  // distance between prefix substrings of a and b
  const d = [];

  // pure deletions turn a into empty string
  for (let i = 0; i <= a.length; i++) {
    d[i] = [i];
  }
  // pure insertions turn empty string into b
  for (let j = 0; j <= b.length; j++) {
    d[0][j] = j;
  }

  // fill matrix
  for (let j = 1; j <= b.length; j++) {
    for (let i = 1; i <= a.length; i++) {
      let cost = 1;
      if (a[i - 1] === b[j - 1]) {
        cost = 0;
      } else {
        cost = 1;
      }
      d[i][j] = Math.min(
        d[i - 1][j] + 1, // deletion
        d[i][j - 1] + 1, // insertion
        d[i - 1][j - 1] + cost, // substitution
      );
      // transposition
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }

  return d[a.length][b.length];
}

/**
 * Find close matches, restricted to same number of edits.
 *
 * @param {string} word
 * @param {string[]} candidates
 * @returns {string}
 */

function suggestSimilar(word, candidates) {
  if (!candidates || candidates.length === 0) return '';
  // remove possible duplicates
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
    if (candidate.length <= 1) return; // no one character guesses

    const distance = editDistance(word, candidate);
    const length = Math.max(word.length, candidate.length);
    const similarity = (length - distance) / length;
    if (similarity > minSimilarity) {
      if (distance < bestDistance) {
        // better edit distance, throw away previous worse matches
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


/***/ }),

/***/ 69:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(161);
/* harmony import */ var node_v8__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(877);
/* harmony import */ var _commands_caller_network_js__WEBPACK_IMPORTED_MODULE_7__ = __nccwpck_require__(294);
/* harmony import */ var _commands_caller_secrets_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(105);
/* harmony import */ var _commands_caller_variables_js__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(125);
/* harmony import */ var _commands_command_line_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(575);
/* harmony import */ var _commands_failure_js__WEBPACK_IMPORTED_MODULE_8__ = __nccwpck_require__(200);
/* harmony import */ var _commands_status_line_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(611);
/* harmony import */ var _commands_terminal_ask_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(616);









// Attempts make much short-lived garbage; without this Node lets it grow to half as much memory again. Who reads a hundred thousand results
// would wait twice as long for it.
if (process.argv[2] !== 'report')
    (0,node_v8__WEBPACK_IMPORTED_MODULE_1__.setFlagsFromString)('--optimize-for-size');
/** The command line's shell: streams, signals and exit code, nothing else. */
const { stdin, stdout, stderr } = process;
const watched = stderr.isTTY && process.env.TERM !== 'dumb';
const status = (0,_commands_status_line_js__WEBPACK_IMPORTED_MODULE_4__/* .openStatusLine */ .V)(stderr);
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
        const said = `\ngatebench: ${signal}, stopping and sealing what runs (once more to stop at once)\n`;
        status.over(() => stderr.write(said));
        interruption.abort(signal);
        process.once(signal, () => process.exit(130));
    });
}
// A reader that went away (`| head`) changes neither the run nor its exit status: what it does not read is dropped.
for (const stream of [stdout, stderr]) {
    stream.on('error', (error) => {
        if (error.code !== 'EPIPE')
            throw error;
    });
}
// Nobody is asked who cannot see the question or cannot answer it.
const people = stdin.isTTY && stdout.isTTY
    ? { terminal: status.quiet((0,_commands_terminal_ask_js__WEBPACK_IMPORTED_MODULE_3__/* .terminalAsk */ .k)({ input: stdin, output: stderr.isTTY ? stderr : stdout, by: userName() })) }
    : {};
const colour = stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
try {
    process.exitCode = await (0,_commands_command_line_js__WEBPACK_IMPORTED_MODULE_2__/* .commandLine */ .a)(process.argv.slice(2), {
        log: (line) => status.over(() => stdout.write(`${line}\n`)),
        error: (line) => status.over(() => stderr.write(`${line}\n`)),
        ...(watched ? { status: status.show } : {}),
        signal: interruption.signal,
        secrets: (0,_commands_caller_secrets_js__WEBPACK_IMPORTED_MODULE_5__/* .callerSecrets */ .$)(process.env),
        variable: (0,_commands_caller_variables_js__WEBPACK_IMPORTED_MODULE_6__/* .callerVariables */ .j)(process.env),
        terminal: { columns: stdout.columns ?? 100, colour },
        people,
    }, {
        cwd: process.cwd(),
        search_path: process.env.PATH ?? '',
        way_out: (0,_commands_caller_network_js__WEBPACK_IMPORTED_MODULE_7__/* .wayOutOf */ .b)(process.env),
        otlp_endpoint: process.env.OTEL_EXPORTER_OTLP_ENDPOINT,
        otlp_headers: process.env.OTEL_EXPORTER_OTLP_HEADERS,
        user: userName(),
        client: { input: stdin, output: stdout },
    });
}
catch (error) {
    const { text, exit_code } = (0,_commands_failure_js__WEBPACK_IMPORTED_MODULE_8__/* .failure */ .V)(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = exit_code;
}
/** A user without an account has a number only. */
function userName() {
    try {
        return (0,node_os__WEBPACK_IMPORTED_MODULE_0__.userInfo)().username;
    }
    catch {
        return `uid ${process.getuid?.()}`;
    }
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 294:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ wayOutOf)
/* harmony export */ });
/** Reads the variables that every tool reads. Lower case wins, as with curl. */
function wayOutOf(env) {
    const value = (...names) => names.map((name) => env[name]).find((found) => found) || undefined;
    const any = value('all_proxy', 'ALL_PROXY');
    const files = ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'].flatMap((name) => env[name] || []);
    return {
        http_proxy: value('http_proxy', 'HTTP_PROXY') ?? any,
        https_proxy: value('https_proxy', 'HTTPS_PROXY') ?? any,
        no_proxy: (value('no_proxy', 'NO_PROXY') ?? '').split(/[\s,]+/).filter(Boolean),
        certificates: [...new Set(files)],
    };
}


/***/ }),

/***/ 105:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ callerSecrets)
/* harmony export */ });
const SECRET_NAME = /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL|_AUTH|_PAT$|^ACTIONS_RUNTIME/i;
/** Values of the environment that look like secrets by their name: they are told to nobody, and masked where they turn up. */
function callerSecrets(env) {
    const values = Object.entries(env).flatMap(([name, value = '']) => {
        // Sockets, files and switches have such names too.
        if (!SECRET_NAME.test(name) || value.length < 10 || /^[/~.]|^\w+:\/\/[^@]*$/.test(value))
            return [];
        return /[0-9]/.test(value) || value.length >= 20 ? [value] : [];
    });
    return [...new Set(values)];
}


/***/ }),

/***/ 125:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   j: () => (/* binding */ callerVariables)
/* harmony export */ });
/**
 * Values of the caller's environment by name, for what is asked for by name: keys. What was asked for is taken out of the environment
 * of this process, so that no child inherits it.
 */
function callerVariables(env) {
    const before = { ...env };
    return (name) => {
        delete env[name];
        return Object.hasOwn(before, name) ? before[name] : undefined;
    };
}


/***/ }),

/***/ 575:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  a: () => (/* binding */ commandLine)
});

// EXTERNAL MODULE: ./node_modules/commander/index.js
var commander = __nccwpck_require__(909);
;// CONCATENATED MODULE: ./node_modules/commander/esm.mjs


// wrapper to provide named exports for ESM.
const {
  /* program */ "DM": program,
  /* createCommand */ "gu": createCommand,
  /* createArgument */ "er": createArgument,
  /* createOption */ "Ww": createOption,
  /* CommanderError */ "b7": CommanderError,
  /* InvalidArgumentError */ "Di": InvalidArgumentError,
  /* InvalidOptionArgumentError */ "a2": InvalidOptionArgumentError, // deprecated old name
  /* Command */ "uB": Command,
  /* Argument */ "ef": Argument,
  /* Option */ "c$": Option,
  /* Help */ "_V": Help,
} = commander;

;// CONCATENATED MODULE: ./lib/record/version.js
/** Version of the engine: part of every manifest, since verdicts of different engines are not silently comparable. */
const VERSION = '0.1.0';

;// CONCATENATED MODULE: ./lib/commands/verbs.js
/**
 * The verbs as shells see them: behind the engine's file, which is read when the first of them is asked for, so that help and mistakes
 * answer without it. The build puts the engine's own path in.
 */
const verbs = new Proxy({}, {
    get: (_, name) => async () => (await import('../engine/index.js')).verbs[name](),
});

;// CONCATENATED MODULE: ./lib/commands/agents_command.js

/** Adds the verb `agents` to the command line; `done` is told the exit code. */
function addAgents(program, out, around, done) {
    const cache = [
        '--cache <dir>',
        'working folder (default: /var/cache/gatebench as root, else ~/.cache/gatebench)',
    ];
    const agents = program
        .command('agents')
        .description('command-line agents that are shipped as files: list them, install them, show one')
        .addHelpText('after', '\nExample:\n  gatebench agents install pi\n  gatebench run tasks/limiter --agent pi --upstream ollama --model qwen3');
    agents
        .command('list')
        .description('what there is, and what of it is installed')
        .option(...cache)
        .option('--json', 'one JSON object per agent', false)
        .action(async (options) => {
        const { listAgents } = await verbs.agents();
        done(listAgents(options, out));
    });
    agents
        .command('install')
        .description('install the package of agents with npm, at the exact version of their file and without its scripts')
        .argument('<names...>', 'names of `agents list`, or agent:FILE')
        .option(...cache)
        .action(async (names, options) => {
        const { installAgents } = await verbs.agents();
        done(await installAgents(names, { ...options, search_path: around.search_path }, out, around.cwd));
    });
    agents
        .command('show')
        .description('print the file of an agent, to make one of your own from')
        .argument('<name>', 'name of `agents list`')
        .action(async (name) => {
        const { showAgent } = await verbs.agents();
        done(showAgent(name, out));
    });
}

;// CONCATENATED MODULE: ./lib/commands/compare_command.js


/** Adds the verb `compare` to the command line; `done` is told the exit code. */
function addCompare(program, out, around, { collect }, done) {
    program
        .command('compare')
        .description('head against base, paired by task: regression, no regression, or undecided')
        .argument('<base>', 'output folder of `run` or `report`, or its results.jsonl: what was before')
        .argument('<head>', 'the same of what is judged')
        .option('--arm <id>', 'arm that both have; may be repeated (default: agents with everything on)', collect)
        .option('--base-arm <id>', 'arm of base, where it is called otherwise than that of head')
        .option('--head-arm <id>', 'arm of head')
        .option('--history <file>', 'history of the base: contracts that are stable in it alone may turn the gate')
        .option('--minimum-effect <share>', 'difference that would matter (default: as the plan says, else 0.1)', share)
        .option('--confidence <share>', 'one less the chance of a false alarm (default: as the plan says, else 0.95)', share)
        .option('--tolerance <share>', 'share of the rarer outcome in the history of a stable contract (default: 0.05)', share)
        .option('--coverage-floor <share>', 'share of runs of head that must be decided', share, 1)
        .option('-o, --out <dir>', 'folder for comparison.json and comparison.md')
        .option('--json', 'print the comparison as JSON', false)
        .addHelpText('after', '\nExample:\n  gatebench compare before/ after/ --history history.jsonl\nExit codes: 0 no regression · 1 regression · 2 your mistake · 3 undecided')
        .action(async (base, head, options) => {
        const input = {
            base,
            head,
            arms: options.arm,
            base_arm: options.baseArm,
            head_arm: options.headArm,
            history: options.history,
            minimum_effect: options.minimumEffect,
            confidence: options.confidence,
            tolerance: options.tolerance,
            coverage_floor: options.coverageFloor,
            out: options.out,
            json: options.json,
        };
        const { compare, compareOrderSchema } = await verbs.compare();
        const parsed = compareOrderSchema.safeParse(input);
        if (!parsed.success) {
            const issue = parsed.error.issues[0];
            throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
        }
        done(compare(parsed.data, out, around.cwd).exit_code);
    });
}
function share(text) {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value))
        throw new InvalidArgumentError('must be a number, such as 0.1');
    return value;
}

;// CONCATENATED MODULE: ./lib/commands/models_options.js
/** Adds the options that say which models agents can reach. They are the same for every verb that opens a gateway. */
function addModelOptions(command, collect) {
    return command
        .option('--model <name>', 'model that agents are told to use (default: their own choice)')
        .option('--upstream <target>', '[PATTERN=]URL, a preset (openai, anthropic, google, openrouter, ollama, lm-studio, vllm, llama-cpp) or script:FILE; may be repeated', collect, [])
        .option('--key-env <name>', "variable that holds the provider's key (default: that of the preset)")
        .option('--models <file>', 'upstreams in a file (YAML), each with models, key and terms')
        .option('--prices <file>', 'prices of models (CSV)')
        .option('--steering <file>', 'steering of the model (CSV)')
        .option('--backend <name>', 'what serves the steered model, a name or a file (YAML)')
        .option('--redaction <file>', 'further redaction rules (YAML)')
        .option('--restricted-store <dir>', 'keep originals of what was redacted there, for you alone');
}
/** What the options say. */
function modelsInput(options) {
    return {
        name: options.model,
        upstreams: options.upstream,
        key_env: options.keyEnv,
        file: options.models,
        prices: options.prices,
        steering: options.steering,
        backend: options.backend,
        redaction: options.redaction,
        restricted_store: options.restrictedStore,
    };
}

;// CONCATENATED MODULE: ./lib/commands/study_options.js


/** Adds what says which attempts there are: a suite, or contracts with agents. It is the same for every verb that plans. */
function addStudyOptions(command, { whole, collect }) {
    command
        .argument('[contracts...]', 'contract files, folders with a contract.yml, or patterns; none with --suite')
        .option('-s, --suite <file>', 'suite file: contracts, agents, ablations, trials and budgets (docs/suites.md)')
        .option('-a, --agent <agent>', 'noop, golden, pull-request, loop, patch:FILE, script:FILE, agent:FILE, command:"…" or a name of `agents list`; may be repeated', collect)
        .option('-k, --trials <n>', 'attempts per contract and agent (default: 1)', whole)
        .option('--ablate <mechanisms>', 'switch mechanisms of coordination and safety off: "none", "all" or names with ","; may be repeated, once per configuration', collect)
        .option('--seed <n>', 'seed of the attempts; another than 20260307 is a protocol deviation', whole)
        .option('--install', 'install agents that come from npm and are not there, as `agents install` does', false)
        .option('--require-proof', 'refuse contracts without a contract.lock that holds (see validate)', false)
        .option('--coordination-rules <file>', 'further guardrail rules (YAML) for all attempts, beside those of contracts')
        .option('--repos <dir>', 'folder with local mirrors "owner+name", used instead of the network; may be repeated', collect, [])
        .option('--base <sha>', 'base commit, for contracts with base: pull-request')
        .option('--head <sha>', 'head commit, for contracts with base: pull-request')
        .option('--cache <dir>', 'folder for prepared layers (default: /var/cache/gatebench as root, else ~/.cache/gatebench)');
    return addModelOptions(command, collect);
}
/** What the options say. @throws when there is nothing to run */
function studyInput(contracts, options, around) {
    const suite = options.suite;
    // Not commander's own check, which comes before that of mistyped options.
    if (suite === undefined && contracts.length === 0)
        throw new InvalidArgumentError("missing required argument 'contracts', or --suite FILE (add --help for what there is)");
    if (suite === undefined && !options.agent)
        throw new InvalidArgumentError("required option '-a, --agent <agent>' not specified (add --help for what there is)");
    return {
        suite,
        contracts,
        agents: options.agent,
        ablations: options.ablate,
        coordination_rules: options.coordinationRules,
        trials: options.trials,
        seed: options.seed,
        cache: options.cache,
        search_path: around.search_path,
        way_out: around.way_out,
        install_agents: options.install,
        require_proof: options.requireProof,
        models: modelsInput(options),
        repos: options.repos,
        ...(options.base || options.head
            ? { pull_request: { base_sha: String(options.base), head_sha: String(options.head), workspace: around.cwd } }
            : {}),
    };
}

;// CONCATENATED MODULE: ./lib/commands/run_command.js



/** Adds the verb `run` to the command line; `done` is told the exit code. */
function addRun(program, out, around, parsers, done) {
    const { whole } = parsers;
    const command = program
        .command('run')
        .description('make attempts: agent in a sandbox → patch → fresh snapshot → four gates → record and report')
        .option('-o, --out <dir>', 'folder for records and reports', 'gatebench-out')
        .option('--plan <file>', 'make the attempts of this plan (see plan), and no others')
        .option('-j, --concurrency <n>', 'attempts side by side (default: as the suite says, or 1)', whole)
        .option('--resume', 'keep sealed, decided attempts of an earlier run in the same folder', false)
        .option('--reuse <dir>', 'take decided attempts with the same key over from an earlier run in that folder; may be repeated', parsers.collect, [])
        .option('--retries <n>', 'further tries where the machine or the network failed; every try is kept (default: as the suite says, or 0)', whole)
        .option('--shard <i/n>', 'only the i-th of n parts')
        .addOption(new Option('--fail-on <when>', 'what makes the exit code 1; regression: head is worse than --baseline (default: as the suite says, or gates)').choices(['gates', 'regression', 'never']))
        .option('--baseline <path>', 'what to compare with: output folder of an earlier run, or a history')
        .option('--extra-trials <n>', 'further attempts of a contract that a regression gate cannot decide yet', parsers.whole)
        .option('--record-stubs', 'reach the allowed hosts of contracts with policy.network.stubs, and write that file anew', false)
        .option('--dry-run', 'say what would run, run nothing', false)
        .addOption(new Option('--sandbox <name>', 'isolation')
        .choices(['auto', 'bubblewrap', 'docker', 'podman', 'none'])
        .default('auto'))
        .option('--unsafe-no-sandbox', 'allow --sandbox none: nothing is held back, and no attempt passes the safety gate', false)
        .option('--no-ask', 'deny at once whatever the policy would ask a person')
        .option('--json', 'print results as JSON', false);
    addStudyOptions(command, parsers)
        .addHelpText('after', '\nExample:\n  gatebench run tasks/*/contract.yml --agent golden --agent noop\n  gatebench run --suite gatebench.yml')
        .action(async (contracts, options) => {
        const { run, runOrderSchema } = await verbs.run();
        const input = {
            ...studyInput(contracts, options, around),
            out: options.out,
            plan: options.plan,
            record_stubs: options.recordStubs,
            resume: options.resume,
            reuse: options.reuse,
            retries: options.retries,
            fail_on: options.failOn,
            baseline: options.baseline,
            extra_trials: options.extraTrials,
            dry_run: options.dryRun,
            sandbox: options.unsafeNoSandbox && options.sandbox === 'auto' ? 'none' : options.sandbox,
            unsafe: options.unsafeNoSandbox,
            concurrency: options.concurrency,
            shard: options.shard,
            ask: options.ask,
            json: options.json,
        };
        done((await run(demandOrder(runOrderSchema.safeParse(input)), out, around.cwd)).exit_code);
    });
}
/** An order of the command line. @throws for what its schema refuses, as commander shows it */
function demandOrder(parsed) {
    if (parsed.success)
        return parsed.data;
    const issue = parsed.error.issues[0];
    throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
}

;// CONCATENATED MODULE: ./lib/commands/consistency_command.js




/** Adds the verb `consistency` to the command line; `done` is told the exit code. */
function addConsistency(program, out, around, parsers, done) {
    const command = program
        .command('consistency')
        .description('k passes of one agent over the same contracts: how often it succeeds, and how often always')
        .option('-o, --out <dir>', 'folder for records and reports', 'gatebench-consistency')
        .option('-j, --concurrency <n>', 'attempts side by side', parsers.whole)
        .option('--resume', 'keep sealed, decided attempts of an earlier run in the same folder', false)
        .option('--history <file>', 'append the report, and compare with the agents that are in it')
        .option('--threshold <score>', 'CLEAR score from which an attempt succeeds (default: 0.95)', number)
        .option('--worst-usd <n>', 'cost of an attempt that scores 0 (default: 5)', number)
        .option('--worst-ms <n>', 'wall clock of an attempt that scores 0 (default: 1800000)', number)
        .option('--json', 'print the report as JSON', false);
    addStudyOptions(command, parsers)
        .addHelpText('after', '\nExample:\n  gatebench consistency tasks/*/contract.yml --agent codex -k 8 --history consistency.jsonl\nExit codes: 0 measured · 2 your mistake · 3 not all attempts were decided · 130 interrupted')
        .action(async (contracts, options) => {
        const { consistency, consistencyOrderSchema } = await verbs.consistency();
        const { trials: k, ...study } = studyInput(contracts, options, around);
        const input = {
            run: {
                ...study,
                out: options.out,
                concurrency: options.concurrency,
                resume: options.resume,
                json: options.json,
            },
            k,
            history: options.history,
            threshold: options.threshold,
            worst_usd: options.worstUsd,
            worst_ms: options.worstMs,
        };
        done((await consistency(demandOrder(consistencyOrderSchema.safeParse(input)), out, around.cwd)).exit_code);
    });
}
function number(text) {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value))
        throw new InvalidArgumentError('must be a number');
    return value;
}

;// CONCATENATED MODULE: ./lib/commands/export_command.js


/** Adds the verb `export` to the command line; `done` is told the exit code. */
function addExport(program, out, around, done) {
    const exporting = program.command('export').description('records in the form of others');
    exporting
        .command('otel')
        .description('attempts as OpenTelemetry traces: stages, requests to models (gen_ai.*), calls of tools, checks')
        .argument('<runs...>', 'run directories, or output folders')
        .option('-o, --out <file>', 'write there, one OTLP message in JSON per line; - is standard output, where they go by default')
        .addOption(new Option('--endpoint <url>', 'send to this collector instead: OTLP over HTTP, /v1/traces; default: OTEL_EXPORTER_OTLP_ENDPOINT, with OTEL_EXPORTER_OTLP_HEADERS').conflicts('out'))
        .option('--content', 'messages, arguments and results too, as far as the record holds them', false)
        .option('--metrics', 'tokens and durations of the requests to models too', false)
        .addHelpText('after', '\nExample:\n  gatebench export otel gatebench-out --endpoint http://localhost:4318\nExit codes: 0 all exported · 1 some were changed after they were written, or not taken · 2 your mistake · 3 some are unfinished')
        .action(async (runs, options) => {
        const { exportOtel } = await verbs.export();
        const { way_out, otlp_headers: headers } = around;
        const endpoint = collectorOf(options, around.otlp_endpoint);
        if (endpoint?.from === VARIABLE)
            out.error(`sending to the collector that ${VARIABLE} names`);
        done(await exportOtel({ runs, ...options, endpoint, way_out, headers }, out, around.cwd));
    });
}
const VARIABLE = 'OTEL_EXPORTER_OTLP_ENDPOINT';
/** The collector of a flag, else that of the environment, as all OpenTelemetry has it; none where there is a file, or an empty variable. */
function collectorOf({ out, endpoint }, of_environment) {
    if (endpoint !== undefined)
        return { url: endpoint, from: `--endpoint ${endpoint}` };
    if (out !== undefined || !of_environment?.trim())
        return undefined;
    return { url: of_environment.trim(), from: VARIABLE };
}

;// CONCATENATED MODULE: ./lib/commands/gateway_command.js



/** Adds the verb `gateway` to the command line; `done` is told the exit code. */
function addGateway(program, out, around, parsers, done) {
    const command = program
        .command('gateway')
        .description('serve models alone: traffic is recorded, metered and capped; until it is interrupted')
        .requiredOption('-r, --record <dir>', 'folder for the record; one that is there is gone on with')
        .option('-p, --port <n>', 'port of 127.0.0.1, 0 = any', parsers.whole, 0)
        .option('--runs <n>', 'runs that see nothing of each other, each with a token of its own', parsers.whole, 1)
        .option('--cap-usd <x>', 'refuse what would cost more than this, for each run', amount)
        .option('--cap-tokens <n>', 'refuse what would use more tokens than this, for each run', parsers.whole)
        .option('--cap-requests <n>', 'refuse more requests than this, for each run', parsers.whole)
        .option('--tokens <file>', 'write address and tokens there, for you alone, instead of to the standard error; kept ones stay valid');
    addModelOptions(command, parsers.collect)
        .option('--json', 'at the end, one JSON object per run', false)
        .addHelpText('after', '\nExamples:\n  gatebench gateway --upstream ollama --record ../traffic\n  gatebench gateway --upstream anthropic --cap-usd 5 --port 4000 -r ../traffic --tokens ../tokens.json')
        .action(async (options) => {
        const input = {
            models: modelsInput(options),
            port: options.port,
            record: options.record,
            runs: options.runs,
            cap_usd: options.capUsd,
            cap_tokens: options.capTokens,
            cap_requests: options.capRequests,
            tokens: options.tokens,
            json: options.json,
            way_out: around.way_out,
        };
        const { gateway, gatewayOrderSchema } = await verbs.gateway();
        const parsed = gatewayOrderSchema.safeParse(input);
        if (!parsed.success) {
            const issue = parsed.error.issues[0];
            throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
        }
        done(await gateway(parsed.data, out, around.cwd));
    });
}
function amount(text) {
    const value = Number(text);
    if (!/^\d+(\.\d+)?$/.test(text) || !Number.isFinite(value))
        throw new InvalidArgumentError('must be an amount such as 5 or 0.50');
    return value;
}

;// CONCATENATED MODULE: ./lib/commands/guard_command.js


/** Adds the verb `guard` to the command line; `done` is told the exit code. */
function addGuard(program, out, around, parsers, done) {
    program
        .command('guard')
        .description('judge commands, edits and plans by the guardrails: one JSON object per line in, one per line out')
        .option('-t, --trust <level>', 'trust level of who asks, 0 to 4', trustLevel, 2)
        .option('--rules <file>', 'further rules (YAML); may be repeated', parsers.collect, [])
        .option('--session', 'remember what earlier lines have written or downloaded', false)
        .option('--list', 'print the rules and judge nothing', false)
        .addHelpText('after', `\nLines: {"command": "…"}, {"text": "…"} or {"write": "path", "content": "…"}\nExample:\n  echo '{"command": "git push --force"}' | gatebench guard\nExit codes: 0 all lines were read · 2 some were not, or your mistake · 130 interrupted`)
        .action(async (options) => {
        const { guard, guardRules, listedRules } = await verbs.guard();
        if (options.list) {
            for (const line of listedRules(guardRules(options.rules, around.cwd)))
                out.log(line);
            return;
        }
        if (!around.client)
            throw new InvalidArgumentError('there is no standard input here');
        done(await guard(options, { ...around.client, complain: out.error, signal: out.signal }, around.cwd));
    });
}
function trustLevel(text) {
    if (!/^[0-4]$/.test(text))
        throw new InvalidArgumentError('must be 0, 1, 2, 3 or 4');
    return Number(text);
}

;// CONCATENATED MODULE: ./lib/commands/mcp_command.js


/** Adds the verb `mcp` to the command line; `done` is told the exit code. */
function addMcp(program, out, around, parsers, done) {
    program
        .command('mcp')
        .description('serve the coordination layer alone, over a folder: locks, work, memory, handoffs, commands, edits')
        .requiredOption('-w, --workspace <dir>', 'folder that agents act in')
        .requiredOption('-r, --record <dir>', 'folder for the log; one that is there is gone on with')
        .option('-p, --port <n>', 'HTTP on this port of 127.0.0.1, 0 = any; without it stdio, for the first agent', parsers.whole)
        .option('--agent <name>', 'who may act; may be repeated (default: "agent", or those of the contract)', parsers.collect)
        .option('--contract <file>', 'contract whose agents, profiles, policy and rules hold')
        .option('--trust <n>', 'trust level of the default profile, 0 to 4', parsers.whole)
        .option('--ablate <mechanisms>', 'switch mechanisms off: "all" or names with ","', 'none')
        .option('--tokens <file>', 'write addresses and tokens there, for you alone, instead of to the standard error; kept ones stay valid')
        .addOption(new Option('--sandbox <name>', 'isolation of commands')
        .choices(['auto', 'bubblewrap', 'docker', 'podman', 'none'])
        .default('auto'))
        .option('--unsafe-no-sandbox', 'allow --sandbox none: commands can do whatever you can', false)
        .option('--cache <dir>', 'working folder (default: /var/cache/gatebench as root, else ~/.cache/gatebench)')
        .addHelpText('after', '\nExamples:\n  gatebench mcp --workspace . --record ../coordination\n  gatebench mcp -w . -r ../coordination --port 7070 --agent ada --agent bob --tokens ../tokens.json')
        .action(async (options) => {
        const input = {
            workspace: options.workspace,
            record: options.record,
            port: options.port,
            agents: options.agent,
            contract: options.contract,
            trust: options.trust,
            ablation: options.ablate,
            tokens: options.tokens,
            sandbox: options.unsafeNoSandbox && options.sandbox === 'auto' ? 'none' : options.sandbox,
            unsafe: options.unsafeNoSandbox,
            cache: options.cache,
            search_path: around.search_path,
        };
        const { mcp, mcpOrderSchema } = await verbs.mcp();
        const parsed = mcpOrderSchema.safeParse(input);
        if (!parsed.success) {
            const issue = parsed.error.issues[0];
            throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
        }
        done(await mcp(parsed.data, out, around.client, around.cwd));
    });
}

;// CONCATENATED MODULE: ./lib/commands/pilot_command.js


/** Adds the verb `pilot` to the command line; `done` is told the exit code. */
function addPilot(program, out, around, { whole, collect }, done) {
    const pilot = program
        .command('pilot')
        .description('a staged pilot: agreed before its first run, judged from records');
    addPlanning(pilot, out, around, collect, done);
    addChecking(pilot, out, around, whole, done);
    pilot
        .command('remove')
        .description('leave a task out that is objectively invalid: logged, never replaced, no way back')
        .argument('<pilot>', 'folder of the pilot')
        .argument('<task>', 'id of the contract')
        .requiredOption('--because <reason>', 'what is objectively invalid about it; stands in every report')
        .addHelpText('after', '\nExample:\n  gatebench pilot remove pilot/ rate-limiter --because "its checks depend on the time of day"')
        .action(async (folder, task, options) => {
        const { pilotRemove, pilotRemoveOrderSchema } = await verbs.pilot();
        pilotRemove(demand(pilotRemoveOrderSchema.safeParse({ pilot: folder, task, because: options.because })), out, around.cwd);
        done(0);
    });
}
function addPlanning(pilot, out, around, collect, done) {
    pilot
        .command('plan')
        .description('write the protocol: frozen tasks, randomised order, stages, envelopes, rules, power; bound by one digest')
        .requiredOption('-s, --suite <file>', 'suite file, with a section `pilot` (docs/pilot.md)')
        .requiredOption('-o, --out <dir>', 'folder for the protocol; one that is there is never written over')
        .option('--repos <dir>', 'folder with local mirrors "owner+name", used instead of the network; may be repeated', collect, [])
        .option('--cache <dir>', 'folder for prepared layers (default: /var/cache/gatebench as root, else ~/.cache/gatebench)')
        .option('--json', 'print the protocol as JSON', false)
        .addHelpText('after', '\nExample:\n  gatebench pilot plan --suite gatebench.yml --out pilot/\n  gatebench run --suite gatebench.yml --plan pilot/stage-1.plan.json --out runs/stage-1')
        .action(async (options) => {
        const { pilotPlan, pilotPlanOrderSchema } = await verbs.pilot();
        const { search_path, way_out } = around;
        const order = demand(pilotPlanOrderSchema.safeParse({ ...options, search_path, way_out }));
        done((await pilotPlan(order, out, around.cwd)) ? 0 : 130);
    });
}
function addChecking(pilot, out, around, whole, done) {
    pilot
        .command('check')
        .description('entry and exit criteria of a stage, and whether a registered rule says stop')
        .argument('<pilot>', 'folder of the pilot')
        .argument('[results...]', 'output folders of `run`, of all stages so far, or folders that hold them')
        .requiredOption('--stage <n>', '1, 2 or 3', whole)
        .option('--json', 'print what was found as JSON', false)
        .addHelpText('after', '\nExample:\n  gatebench pilot check pilot/ runs/ --stage 2\nExit codes: 0 all criteria met · 1 not, or a rule says stop · 2 your mistake · 3 not decided')
        .action(async (folder, results, options) => {
        const { pilotCheck, pilotCheckOrderSchema } = await verbs.pilot();
        const order = demand(pilotCheckOrderSchema.safeParse({ pilot: folder, results, ...options }));
        done(pilotCheck(order, out, around.cwd).exit_code);
    });
    pilot
        .command('report')
        .description('what was planned against what was done, rates and costs by arm and stratum, deviations, adjudications')
        .argument('<pilot>', 'folder of the pilot')
        .argument('<results...>', 'output folders of `run`, of all stages so far, or folders that hold them')
        .option('-o, --out <dir>', 'folder for the report', 'pilot-report')
        .option('--adjudications <file>', 'CSV file with reviews: attempt,reviewer,verdict,minutes,reason[,mode]')
        .option('--usd-per-hour <n>', 'what an hour of a reviewer costs', dollars)
        .option('--json', 'print the report as JSON', false)
        .addHelpText('after', '\nExample:\n  gatebench pilot report pilot/ runs/ --adjudications reviews.csv')
        .action(async (folder, results, options) => {
        const { pilotReport, pilotReportOrderSchema } = await verbs.pilot();
        const { usdPerHour: usd_per_hour, ...rest } = options;
        pilotReport(demand(pilotReportOrderSchema.safeParse({ pilot: folder, results, usd_per_hour, ...rest })), out, around.cwd);
        done(0);
    });
}
function dollars(text) {
    const usd = Number(text);
    if (text.trim() === '' || !(usd >= 0 && Number.isFinite(usd)))
        throw new InvalidArgumentError('must be a number of 0 or more');
    return usd;
}
/** What was parsed. @throws with what is wrong, as the command line says it */
function demand(parsed) {
    if (parsed.success)
        return parsed.data;
    const issue = parsed.error.issues[0];
    throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
}

;// CONCATENATED MODULE: ./lib/commands/plan_command.js



/** Adds the verb `plan` to the command line; `done` is told the exit code. */
function addPlan(program, out, around, parsers, done) {
    const { whole, collect } = parsers;
    const command = program
        .command('plan')
        .description('write down every attempt of a suite, in order and in shards, before the first is made')
        .option('-o, --out <file>', 'file for the plan', 'plan.json')
        .option('--max-shards <n>', 'at most so many shards of like length, up to 256', whole, 1)
        .option('--durations <path>', 'results of earlier runs, for how long attempts take; may be repeated', collect, [])
        .option('--reuse <dir>', 'count what records of earlier runs could be used again; may be repeated', collect, [])
        .option('--json', 'print what the plan comes to, with the matrix of a workflow, as JSON', false);
    addStudyOptions(command, parsers)
        .addHelpText('after', '\nExample:\n  gatebench plan --suite gatebench.yml --max-shards 8\n  gatebench run --suite gatebench.yml --plan plan.json --shard 3/8')
        .action(async (contracts, options) => {
        const { plan, planOrderSchema } = await verbs.plan();
        const input = {
            ...studyInput(contracts, options, around),
            out: options.out,
            max_shards: options.maxShards,
            durations: options.durations,
            reuse: options.reuse,
            json: options.json,
        };
        done((await plan(demandOrder(planOrderSchema.safeParse(input)), out, around.cwd)) ? 0 : 130);
    });
}

;// CONCATENATED MODULE: ./lib/commands/report_command.js


/** Adds the verb `report` to the command line; `done` is told the exit code. */
function addReport(program, out, around, done) {
    program
        .command('report')
        .description('merge the results of all shards: one report, what is missing, what the gate says')
        .argument('<folders...>', 'output folders of `run`, or the folder that the artifacts of all shards are in')
        .option('-o, --out <dir>', 'folder for the merged results and the reports', 'gatebench-report')
        .option('--plan <file>', 'plan of the attempts, where it is not in the folders')
        .option('--history <file>', 'append one line about this run of the suite')
        .addOption(new Option('--fail-on <when>', 'what makes the exit code 1 (default: as the plan says, else gates)').choices([
        'gates',
        'regression',
        'never',
    ]))
        .option('--verify', 'check the whole record of every attempt, not only its sealed report', false)
        .option('--allow-mixed-versions', 'merge results of different versions of a contract, and say so', false)
        .option('--adjudications <file>', 'CSV file with what people decided on attempts')
        .option('--json', 'print what was found as JSON', false)
        .addHelpText('after', '\nExample:\n  gatebench report artifacts/ --out gatebench-report\nExit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake, or results that do not belong together · 3 indecisive')
        .action(async (folders, options) => {
        const input = {
            folders,
            out: options.out,
            plan: options.plan,
            history: options.history,
            adjudications: options.adjudications,
            fail_on: options.failOn,
            verify: options.verify,
            allow_mixed_versions: options.allowMixedVersions,
            json: options.json,
        };
        const { report, reportOrderSchema } = await verbs.report();
        const parsed = reportOrderSchema.safeParse(input);
        if (!parsed.success) {
            const issue = parsed.error.issues[0];
            throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
        }
        done(report(parsed.data, out, around.cwd).exit_code);
    });
}

;// CONCATENATED MODULE: ./lib/commands/reveal_command.js


/** Adds the verb `reveal` to the command line; `done` is told the exit code. */
function addReveal(program, out, around, done) {
    program
        .command('reveal')
        .description('show the original of something that was redacted, or list what there is; each reading is written down')
        .argument('<run>', 'run directory')
        .argument('[digest]', 'which original: the sha256 of a message, or its beginning')
        .requiredOption('--store <dir>', 'the folder that --restricted-store named')
        .option('--reason <text>', 'why; stands in the log of the store')
        .option('--raw', 'the very bytes, also those that a terminal would obey', false)
        .option('--json', 'one JSON object', false)
        .addHelpText('after', '\nExample:\n  gatebench reveal gatebench-out/runs/ID --store ~/gatebench-originals\n  gatebench reveal gatebench-out/runs/ID 3f9a0c11 --store ~/gatebench-originals --reason "dispute about attempt 3"\nExit codes: 0 shown or listed · 1 the original was changed · 2 your mistake')
        .action(async (run, digest, options) => {
        const { client } = around;
        if (options.raw && !client)
            throw new InvalidArgumentError('there is no standard output here');
        const { reveal } = await verbs.reveal();
        done(reveal(run, {
            store: options.store,
            digest,
            reason: options.reason,
            by: around.user,
            json: options.json,
            raw: options.raw ? (bytes) => void client?.output.write(bytes) : undefined,
        }, out, around.cwd));
    });
}

;// CONCATENATED MODULE: ./lib/commands/schema_names.js
/** Everything that is written to or read from disk, by the name of its JSON Schema in `schema/`. */
const schemaNames = [
    'contract',
    'lock',
    'suite',
    'script',
    'upstream-script',
    'agent',
    'rules',
    'models',
    'backend',
    'redaction',
    'plan',
    'history',
    'event',
    'manifest',
    'verdict',
    'report',
    'result',
    'analysis',
];

;// CONCATENATED MODULE: ./lib/contract/user_error.js
/**
 * A mistake of the user's that stops us before any evidence exists: shown as one line, what and where, then what to do.
 * Exit code 2, no stack trace. What happens to an agent is never one of these: that is a value in the record.
 */
class UserError extends Error {
    remedy;
    name = 'UserError';
    constructor(message, 
    /** What to do about it, when the message does not say so itself. */
    remedy) {
        super(message);
        this.remedy = remedy;
    }
    /** Message and remedy as they are printed. */
    get text() {
        return this.remedy ? `${this.message}\n  ${this.remedy}` : this.message;
    }
}

;// CONCATENATED MODULE: ./lib/commands/score_command.js


/** Adds the verb `score` to the command line; `done` is told the exit code. */
function addScore(program, out, cwd, done) {
    program
        .command('score')
        .description('judge recorded attempts again and compare with the sealed verdict, or judge them as if other terms had held')
        .argument('<runs...>', 'run directories, or output folders')
        .option('--json', 'one JSON object per run', false)
        .optionsGroup('Other terms (counterfactual: provisional, never a result):')
        .option('--cap-usd <usd>', 'as if the models of an attempt had been allowed to cost no more')
        .option('--cap-tokens <n>', 'as if an attempt had been allowed no more tokens: 500k')
        .option('--cap-wall <time>', 'as if the agent had been allowed no more time: 10m')
        .option('--weights <list>', 'minimal=…,trace=…,maintainability=… or ok=…,validity=…,violation=…')
        .option('--lambda <x>', 'λ of the size of a change')
        .option('-o, --out <dir>', 'write counterfactual.jsonl and counterfactual.md there')
        .addHelpText('after', '\nExample:\n  gatebench score gatebench-out\n  gatebench score gatebench-out --cap-usd 0.50 --out what-if\nExit codes: 0 the same, or scored under other terms · 1 differs · 2 your mistake · 3 cannot be judged')
        .action(async (runs, { json, out: folder, ...input }) => {
        const { score, rescore, termsOf } = await verbs.score();
        const terms = termsOf(input);
        if (terms === undefined && folder !== undefined)
            throw new UserError('--out is for scores under other terms', 'Name some: --cap-usd, --cap-tokens, --cap-wall, --weights, --lambda.');
        done(terms === undefined ? score(runs, { json }, out, cwd) : rescore(runs, terms, { json, out: folder }, out, cwd));
    });
}

;// CONCATENATED MODULE: ./lib/commands/validate_command.js


/** Adds the verb `validate` to the command line; `done` is told the exit code. */
function addValidate(program, out, around, parsers, done) {
    program
        .command('validate')
        .description('prove contracts: the reference passes, nothing else does, reruns agree; writes contract.lock')
        .argument('<contracts...>', 'contract files, folders with a contract.yml, or patterns')
        .option('-o, --out <dir>', 'folder for the records of the proof', 'gatebench-proof')
        .option('-n, --reruns <n>', "executions beyond the first (default: the contract's flakiness.reruns)", parsers.whole)
        .option('--mutants <n>', 'at most so many mutants of the reference solution', parsers.whole, 24)
        .option('-j, --concurrency <n>', 'attempts side by side', parsers.whole, 2)
        .option('--seed <n>', 'seed of the attempts and of the choice of mutants', parsers.whole, 20260307)
        .option('--update-lock', 'also write contract.lock where one holds already', false)
        .option('--no-lock', 'write no contract.lock')
        .option('--checklist <file>', 'YAML file with what people found for criteria of the benchmark checklist')
        .option('--repos <dir>', 'folder with local mirrors "owner+name", used instead of the network; may be repeated', parsers.collect, [])
        .option('--cache <dir>', 'folder for prepared layers (default: /var/cache/gatebench as root, else ~/.cache/gatebench)')
        .option('--json', 'print findings as JSON', false)
        .addHelpText('after', '\nExample:\n  gatebench validate tasks/*/contract.yml --reruns 29\nExit codes: 0 proven · 1 refuted · 2 your mistake · 3 undecided · 130 interrupted')
        .action(async (contracts, options) => {
        const input = {
            contracts,
            out: options.out,
            cache: options.cache,
            search_path: around.search_path,
            way_out: around.way_out,
            concurrency: options.concurrency,
            seed: options.seed,
            repos: options.repos,
            json: options.json,
            reruns: options.reruns,
            mutants: options.mutants,
            checklist: options.checklist,
            lock: options.lock === false ? 'never' : options.updateLock ? 'renew' : 'write',
        };
        const { validate, validateOrderSchema } = await verbs.validate();
        const parsed = validateOrderSchema.safeParse(input);
        if (!parsed.success) {
            const issue = parsed.error.issues[0];
            throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
        }
        done((await validate(parsed.data, out, around.cwd)).exit_code);
    });
}

;// CONCATENATED MODULE: ./lib/commands/command_line.js


















/**
 * The command line: verbs, options, help. Returns the exit code; output and interruption are the shell's.
 *
 * @throws {UserError} for wrong use that commander does not catch itself
 */
async function commandLine(argv, out, around) {
    let code = 0;
    const program = new Command('gatebench')
        .description('Judges coding agents on real repositories with executable contracts.')
        .version(VERSION)
        .showHelpAfterError('(add --help for what there is)')
        .exitOverride()
        .configureOutput({
        writeOut: (text) => out.log(text.trimEnd()),
        writeErr: (text) => out.error(text.trimEnd()),
        getOutHelpWidth: () => out.terminal.columns,
        getErrHelpWidth: () => out.terminal.columns,
    })
        .addHelpText('after', '\nExit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake · 3 indecisive · 130 interrupted');
    addRun(program, out, around, { whole, collect }, (exit_code) => {
        code = exit_code;
    });
    addPlan(program, out, around, { whole, collect }, (exit_code) => {
        code = exit_code;
    });
    addValidate(program, out, around, { whole, collect }, (exit_code) => {
        code = exit_code;
    });
    addReport(program, out, around, (exit_code) => {
        code = exit_code;
    });
    addConsistency(program, out, around, { whole, collect }, (exit_code) => {
        code = exit_code;
    });
    addCompare(program, out, around, { collect }, (exit_code) => {
        code = exit_code;
    });
    addPilot(program, out, around, { whole, collect }, (exit_code) => {
        code = exit_code;
    });
    addMcp(program, out, around, { whole, collect }, (exit_code) => {
        code = exit_code;
    });
    addGateway(program, out, around, { whole, collect }, (exit_code) => {
        code = exit_code;
    });
    addAgents(program, out, around, (exit_code) => {
        code = exit_code;
    });
    program
        .command('verify')
        .description('check that records are whole and unchanged')
        .argument('<runs...>', 'run directories, or output folders')
        .option('--head <hash>', 'head that was published for the run')
        .option('--json', 'one JSON object per run', false)
        .addHelpText('after', '\nExample:\n  gatebench verify gatebench-out\nExit codes: 0 sealed · 1 changed after it was written · 3 unfinished')
        .action(async (runs, options) => {
        const { verify } = await verbs.verify();
        code = verify(runs, options, out, around.cwd);
    });
    addScore(program, out, around.cwd, (exit) => {
        code = exit;
    });
    program
        .command('decide')
        .description('answer a question that a run asks, or list what is asked')
        .argument('<run>', 'run directory, or output folder')
        .argument('[id]', 'which question; may be left out when there is one')
        .addOption(new Option('--allow', 'what was asked about may go on').conflicts('deny'))
        .option('--deny', 'it may not')
        .option('--because <reason>', 'why; stands in the record')
        .option('--by <name>', 'who decides', around.user)
        .option('--json', 'one JSON object per line', false)
        .addHelpText('after', '\nExample:\n  gatebench decide gatebench-out\n  gatebench decide gatebench-out 3f9a0c11de --deny --because "nobody ordered this dependency"\nExit codes: 0 answered or listed · 2 your mistake')
        .action(async (run, id, options) => {
        const { decide } = await verbs.decide();
        code = await decide([run], {
            id,
            decision: options.allow ? 'allow' : options.deny ? 'deny' : undefined,
            because: options.because,
            by: options.by,
            json: options.json,
        }, out, around.cwd);
    });
    addExport(program, out, around, (exit_code) => {
        code = exit_code;
    });
    addGuard(program, out, around, { collect }, (exit_code) => {
        code = exit_code;
    });
    addReveal(program, out, around, (exit_code) => {
        code = exit_code;
    });
    program
        .command('schema')
        .description(`print the JSON Schema of a format: ${schemaNames.join(', ')}`)
        .argument('<name>', 'which')
        .addHelpText('after', '\nExample:\n  gatebench schema contract > contract.schema.json')
        .action(async (name) => {
        const { jsonSchema } = await verbs.schema();
        out.log(JSON.stringify(jsonSchema(name), null, 2));
    });
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
const collect = (value, before = []) => [...before, value];
function whole(text) {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
        throw new InvalidArgumentError('must be a whole number');
    return value;
}
function isCommanderError(error) {
    return (error instanceof Error && 'exitCode' in error && String(error.code).startsWith('commander.'));
}


/***/ }),

/***/ 200:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ failure)
/* harmony export */ });
/** What a shell shows and how it exits when a command throws: a user's mistake in one line, our own fault with its trace. */
function failure(error) {
    // Not by its class: the engine has one of its own.
    if (error instanceof Error && error.name === 'UserError')
        return { text: error.text, exit_code: 2 };
    return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), exit_code: 70 };
}


/***/ }),

/***/ 611:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ openStatusLine)
/* harmony export */ });
const ERASE = '\r\x1b[K';
/** @param terminal where the line is; its width is asked for every time, since windows change */
function openStatusLine(terminal) {
    let shown;
    let asking = 0;
    // A line that wraps cannot be erased by one move.
    const draw = () => {
        if (shown !== undefined && asking === 0)
            terminal.write(shown.slice(0, Math.max(0, (terminal.columns ?? 80) - 1)));
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
        over(write) {
            erase();
            write();
            draw();
        },
        quiet: (ask) => async (asked, signal) => {
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


/***/ }),

/***/ 616:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  k: () => (/* binding */ terminalAsk)
});

;// CONCATENATED MODULE: external "node:readline"
const external_node_readline_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:readline");
;// CONCATENATED MODULE: ./lib/publish/report/escape.js
/**
 * Text from agents, patches, logs and reports is hostile. One function per place where it may be shown; each takes
 * raw text and returns text that is inert there.
 */
/** Controls, bidirectional overrides, zero-width and tag characters, lone surrogates: what a reader cannot see. */
const UNSEEN = /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
/** Makes every invisible character visible as `\n`, `\x1b`, `\u202e`. The result is one line. */
function visible(text) {
    return text.replace(UNSEEN, (character) => {
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
/** At most `limit` characters, with "…" in place of what is cut. Never cuts a surrogate pair. */
function shorten(text, limit) {
    const characters = [...text.slice(0, limit * 2 + 2)];
    return characters.length <= limit && text.length <= limit * 2 + 2
        ? text
        : `${characters.slice(0, Math.max(0, limit - 1)).join('')}…`;
}
/** For HTML text and double-quoted attributes. */
function html(text) {
    return visible(text).replace(/[&<>"'`]/g, entity);
}
/**
 * For running text in GitHub Markdown, table cells included.
 *
 * Syntax becomes character references, which Markdown never reads as syntax. Mentions, issue references, bare links and
 * emoji codes are recognised by GitHub *after* that step, in the rendered text, so a zero-width space breaks them.
 */
function markdown(text) {
    return visible(text)
        .replace(/[&<>"'`|*_~[\]\\!$(){}#^]/g, entity)
        .replace(/@(?=\S)/g, '@&#8203;')
        .replace(/&#35;(?=\d)/g, '&#35;&#8203;')
        .replace(/\b(gh)-(?=\d)/gi, '$1-&#8203;')
        .replace(/:(?=\/\/)/g, ':&#8203;')
        .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#8203;.`)
        .replace(/:(?=(?:[\w+-]|&#95;)+:)/g, ':&#8203;')
        .replace(/^\s+/, '')
        .replace(/^[-+=]/, entity)
        .replace(/^(\d+)(\.)(?=\s|$)/, (_, digits, mark) => digits + entity(mark));
}
/**
 * For a name, path or command in GitHub Markdown: monospaced, and out of reach of mentions and references, which GitHub does
 * not look for in code. Bare links are looked for even here, so they are broken as in running text.
 */
function markdownCode(text) {
    const inert = visible(text)
        .replace(/[^A-Za-z0-9 ./,\u00a1-\u{10ffff}-]/gu, entity)
        .replace(/&#58;(?=\/\/)/g, '&#58;&#8203;')
        .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#8203;.`)
        .replace(/(?<=\w)&#64;/g, '&#64;&#8203;');
    return `<code>${inert}</code>`;
}
function entity(character) {
    return `&#${character.codePointAt(0)};`;
}
/** For a terminal: nothing can move the cursor, set colours or titles, or reverse the reading order. */
function terminal(text) {
    return visible(text);
}
/** For a line of a workflow log: inert in a terminal, and not a workflow command in either syntax of the runner. */
function logLine(text) {
    return visible(text)
        .replace(/^(\s*):(?=:)/, '$1: ')
        .replace(/#(?=#\[)/g, '# ');
}
/** The message of a workflow command (`::error::MESSAGE`). */
function commandMessage(text) {
    return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
/** A property of a workflow command (`::error file=PROPERTY::`). */
function commandProperty(text) {
    return commandMessage(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}

;// CONCATENATED MODULE: ./lib/publish/report/quantities.js
/** Numbers as people read them. Unknown is a word, never 0. */
/** US dollars: "$0.42", "$0.0031", "unknown" for null. */
function money(usd) {
    if (usd === null || !Number.isFinite(usd))
        return 'unknown';
    if (usd === 0)
        return '$0.00';
    if (usd < 0.01)
        return `$${usd.toPrecision(2)}`;
    return `$${usd.toFixed(2)}`;
}
/** Milliseconds: "850 ms", "12.3 s", "2 m 05 s", "1 h 02 m". */
function elapsed(ms) {
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
/** Bytes in binary units: "512 B", "1.5 MiB"; "not measured" for null. */
function size(bytes) {
    if (bytes === null)
        return 'not measured';
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let [value, unit] = [bytes, 0];
    while (value >= 1024 && unit < units.length - 1)
        [value, unit] = [value / 1024, unit + 1];
    return unit === 0 ? `${value} B` : `${value.toFixed(1)} ${units[unit]}`;
}
/** A share in [0, 1] as "87.5 %"; "undefined" for null. */
function percent(share) {
    if (share === null)
        return 'undefined';
    return `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;
}
/** "1 attempt", "2 attempts". */
function counted(count, noun, plural = `${noun}s`) {
    return `${count} ${count === 1 ? noun : plural}`;
}

;// CONCATENATED MODULE: ./lib/commands/terminal_ask.js



const SHOWN = 1000;
/**
 * Asks at a terminal (R12). Questions of several attempts wait for each other. Whole words are wanted: a key that somebody pressed
 * before the question came must not answer it. The terminal stays in its own line mode, so Ctrl-C means what it always means.
 */
function terminalAsk(terminal) {
    let before = Promise.resolve();
    return (asked, signal) => {
        const turn = before.then(() => (signal.aborted ? undefined : askHere(asked, terminal, signal)));
        before = turn.catch(() => undefined);
        return turn;
    };
}
function askHere(asked, { input, output, by }, signal) {
    if (input.readable === false)
        return Promise.resolve(undefined); // the end of it was read already
    const say = (text) => output.write(text);
    say(`\n? ${terminal(asked.contract)} · ${terminal(asked.attempt_id)} · ${terminal(asked.condition)}\n` +
        `  ${terminal(shorten(asked.question, SHOWN))}\n` +
        `  No answer within ${elapsed(asked.timeout_ms)} means deny.\n`);
    const which = '  Write "allow" or "deny", then why: ';
    const why = '  Why? It stands in the record: ';
    say(which);
    return new Promise((resolve, reject) => {
        const lines = (0,external_node_readline_namespaceObject.createInterface)({ input, terminal: false });
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
                say(decision === undefined ? which : why);
        });
    });
}


/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(69);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
