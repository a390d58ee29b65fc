import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { isTestSupportPath } from '../../language/is_test_path.js';
import { placeProject } from '../parsing/place_project.js';
import { quotePaths, quoteShellText } from '../parsing/quote_shell_text.js';
import { toMinimumRange } from '../parsing/to_tool_range.js';
import {
  createInstallCommand,
  type Project,
  type ProjectCommand,
  reachesRegistry,
  type TestSuite,
} from '../project.js';
import { createFolderView, type ProjectFiles } from '../project_files.js';
import { findManifestFolders } from './find_manifest_folders.js';

/** Detects Ruby projects: RSpec, else minitest and test-unit through Rake. */
export function detectRubyProjects(files: ProjectFiles): { projects: Project[]; reasons: string[] } {
  const folders = findManifestFolders(
    files,
    (name) => ['Gemfile', 'gems.rb', 'Rakefile'].includes(name) || name.endsWith('.gemspec'),
  );
  return {
    projects: folders.flatMap((folder) => {
      const project = createRubyProject(createFolderView(files, folder));
      return project === undefined ? [] : [placeProject(project, folder)];
    }),
    reasons: [],
  };
}

function createRubyProject(files: ProjectFiles): Project | undefined {
  const top = files.paths.filter((path) => !path.includes('/'));
  const texts = top
    .filter((path) => /^(Gemfile(\.lock)?|gems\.(rb|locked)|Rakefile)$|\.gemspec$/.test(path))
    .map((path) => files.read(path) ?? '');
  const manifests = texts.join('\n').slice(0, 500_000);
  const specs = files.paths.some((path) => /^spec\/.*_spec\.rb$/.test(path));
  const rspec = specs && (/\brspec\b/.test(manifests) || top.includes('.rspec'));
  const isTestFile = (path: string) =>
    rspec
      ? /^spec\/.*_spec\.rb$/.test(path)
      : /^(test|spec)\/(.*\/)?(test_[^/]*|[^/]*_test|spec_[^/]*|[^/]*_spec|tc_[^/]*)\.rb$/.test(path);
  if (!files.paths.some(isTestFile)) return undefined;
  const lockfile = ['Gemfile.lock', 'gems.locked'].find((path) => top.includes(path));
  const bundled = top.some((path) => /^(Gemfile|gems\.rb)$/.test(path));
  const setup = bundled
    ? [createInstallCommand('bundle install --quiet', 'gems go into a folder of the repository')]
    : [];
  const version = toMinimumRange((files.read('.ruby-version') ?? '').trim().replace(/^ruby-/, ''));
  return {
    ecosystem: 'ruby',
    folder: '',
    package_manager: 'bundler',
    ...omitUndefined({ lockfile }),
    tools: {
      ruby:
        /required_ruby_version\s*=\s*['"]>=\s*([\d.]+)['"]/.exec(manifests)?.[1]?.replace(/^/, '>=') ?? version ?? '*',
    },
    setup,
    // The gems of the machine may be enough.
    setup_candidates: bundled ? [[], setup] : [[]],
    environment: bundled ? { BUNDLE_PATH: '.gatebench-bundle' } : {},
    build: [],
    tests: rspec ? createRspecSuite(manifests, bundled) : createMinitestSuite(files, bundled),
    isTestFile,
    isTestSupport: (path) => !isTestFile(path) && (isTestSupportPath(path) || path.startsWith('features/')),
    notes: lockfile === undefined ? ['no lockfile: versions of gems are those of the day of the setup'] : [],
  };
}

function createRspecSuite(manifests: string, bundled: boolean): TestSuite {
  const prefix = bundled ? BUNDLED : '';
  const createPlainCommand = (setup: readonly ProjectCommand[]) => `${getBundlePrefix(setup)}rspec`;
  if (/rspec_junit_formatter/.test(manifests))
    return {
      runner: 'rspec',
      report: 'junit',
      createCommand: (files) =>
        [`${prefix}rspec --format RspecJunitFormatter --out "$REPORT"`, ...quotePaths(files)].join(' '),
      createPlainCommand,
      why: 'rspec_junit_formatter is among the gems',
    };
  return {
    runner: 'rspec',
    report: 'tap',
    createCommand: (files) =>
      [
        `REPORT="$REPORT" ${prefix}ruby -e ${quoteShellText(RSPEC_TAP)}`,
        ...quotePaths(files.length > 0 ? files : ['spec']),
      ].join(' '),
    createPlainCommand,
    why: 'no formatter among the gems writes a report that can be read: the command brings one that writes TAP',
  };
}

function createMinitestSuite(files: ProjectFiles, bundled: boolean): TestSuite {
  const prefix = bundled ? BUNDLED : '';
  const texts = files.paths.filter((path) => /^(test|spec)\/.*\.rb$/.test(path)).slice(0, 300);
  const minitest = texts.some((path) => /\b(?:minitest|Minitest|MiniTest)\b/.test(files.read(path) ?? ''));
  const task = readTestTask(files);
  // Minitest shuffles; a seed keeps tests that depend on their order from failing now and then.
  const start = minitest ? MINITEST_TAP : TEST_UNIT_TAP;
  const load = `SEED=1 REPORT="$REPORT" ${prefix}ruby ${task.options} -e ${quoteShellText(`${start}; ${LOAD}`)}`;
  const all = `$(find test spec -name 'test_*.rb' -o -name '*_test.rb' -o -name '*_spec.rb' 2> /dev/null | LC_ALL=C sort)`;
  const plain = task.is_stated ? 'rake test' : `ruby ${task.options} -e ${quoteShellText(PLAIN_LOAD)} ${all}`;
  return {
    runner: minitest ? 'minitest' : 'test-unit',
    report: 'tap',
    createCommand: (chosen) => [load, ...(chosen.length > 0 ? quotePaths(chosen) : [all])].join(' '),
    createPlainCommand: (setup) => getBundlePrefix(setup) + plain,
    why: 'the runner prints text only: the command brings a reporter that writes TAP',
  };
}

/** Reads the task of Rake that runs the tests: the options of Ruby that it states, and the usual ones. */
function readTestTask(files: ProjectFiles): { options: string; is_stated: boolean } {
  const rakefiles = files.paths.filter((path) => /(^|\/)Rakefile$|\.rake$/.test(path)).slice(0, 50);
  const texts = rakefiles.map((path) => (files.read(path) ?? '').slice(0, 100_000));
  const listStrings = (pattern: RegExp) =>
    texts.flatMap((text) =>
      (text.match(pattern) ?? []).flatMap((line) => line.match(/(?<=["'])[^"'\n]{1,100}(?=["'])/g) ?? []),
    );
  const libs = listStrings(/\blibs\b[^\n]{1,300}/g).filter((path) => /^[\w./-]+$/.test(path));
  const required = listStrings(/\bruby_opts\b[^\n]{1,300}/g).filter((option) => /^-[rI][\w./-]+$/.test(option));
  const folders = [...new Set(['lib', 'test', 'spec', ...libs])].map((folder) => `-I${folder}`);
  return {
    options: [...folders, ...required].join(' '),
    is_stated: files.paths.includes('Rakefile') && texts.some((text) => /test|\bHoe\b/i.test(text)),
  };
}

/** Runs a program with the gems of the bundle, where the setup installed one. */
const BUNDLED = '$([ ! -d .gatebench-bundle ] || echo bundle exec) ';

const getBundlePrefix = (setup: readonly ProjectCommand[]) => (reachesRegistry(setup) ? 'bundle exec ' : '');

const PLAIN_LOAD = 'ARGV.each { |path| require File.expand_path(path) }';

/** Loads the test files. One that does not load is a failure of the report: the tests of the others run. */
const LOAD = [
  'ARGV.shift(ARGV.size).each { |path| begin; require File.expand_path(path)',
  'rescue ScriptError, StandardError => error; warn error.full_message(highlight: false)',
  'GATEBENCH_UNLOADED[path] = "#{error.class}: #{error.message.lines.first}"; end }',
  'gatebench_start',
].join('; ');

/** Writes the message of a failed point. */
const TAP_REASON =
  'def gatebench_reason(text); "\\n  ---\\n  message: \\"#{text.tr("\\"\\\\\\n", "   ")[0, 300]}\\"\\n  ..."; end';

/** Writes the points of a report, and those of files that do not load. */
const TAP_WRITER = [
  'GATEBENCH_UNLOADED = {}',
  TAP_REASON,
  'class GatebenchWriter',
  'def initialize; @out = File.open(ENV["REPORT"], "w"); @out.puts "TAP version 13"; @count = 0; end',
  'def point(state, title, rest = "")',
  '@out.puts "#{state} #{@count += 1} - #{title.gsub("#", "\\\\#").tr("\\n", " ")}#{rest}"; end',
  'def finish; GATEBENCH_UNLOADED.each { |path, why| point("not ok", path, gatebench_reason(why)) }',
  '@out.puts "1..#{@count}"; @out.close; end',
  'end',
].join('; ');

/** Reporter of minitest 5 and later that writes TAP. A result has its class since minitest 5.11. */
const MINITEST_TAP = [
  'require "minitest"',
  TAP_WRITER,
  'class GatebenchTap < Minitest::AbstractReporter',
  'def start; @tap = GatebenchWriter.new; end',
  'def record(test)',
  'owner = test.respond_to?(:klass) ? test.klass : test.class',
  'state = test.passed? || test.skipped? ? "ok" : "not ok"',
  '@tap.point(state, "#{owner} #{test.name}", test.skipped? ? " # SKIP" : "")',
  'end',
  'def report; @tap.finish; end',
  'def passed?; GATEBENCH_UNLOADED.empty?; end',
  'end',
  'def Minitest.plugin_gatebench_init(options); reporter << GatebenchTap.new; end',
  'Minitest.extensions << "gatebench"',
  'def gatebench_start; Minitest.autorun; end',
].join('; ');

/** Runner of test-unit 3 that writes TAP. */
const TEST_UNIT_TAP = [
  TAP_WRITER,
  'require "test/unit"; require "test/unit/ui/console/testrunner"',
  'class GatebenchTap < Test::Unit::UI::Console::TestRunner',
  'def attach_to_mediator; super; tap = GatebenchWriter.new; faults = []',
  '@mediator.add_listener(Test::Unit::TestCase::STARTED_OBJECT) { faults = [] }',
  '@mediator.add_listener(Test::Unit::TestResult::FAULT) { |fault| faults << fault.class.name[/\\w+\\z/] }',
  '@mediator.add_listener(Test::Unit::TestCase::FINISHED_OBJECT) { |test|',
  'skipped = (faults & ["Pending", "Omission"]).any?',
  'failed = (faults - ["Pending", "Omission", "Notification"]).any?',
  'tap.point(failed ? "not ok" : "ok", "#{test.class} #{test.local_name}", skipped && !failed ? " # SKIP" : "") }',
  '@mediator.add_listener(Test::Unit::UI::TestRunnerMediator::FINISHED) { tap.finish; at_exit { exit 1 } unless GATEBENCH_UNLOADED.empty? }',
  'end; end',
  'Test::Unit::AutoRunner.register_runner(:gatebench) { GatebenchTap }',
  'Test::Unit::AutoRunner.default_runner = :gatebench',
  'def gatebench_start; end',
].join('; ');

/** Formatter of RSpec 3 that writes TAP. */
const RSPEC_TAP = [
  'require "rspec/core"',
  TAP_REASON,
  'class GatebenchTap',
  'RSpec::Core::Formatters.register self, :example_passed, :example_failed, :example_pending, :message, :stop',
  'def initialize(output); @out = output; @count = 0; @out.puts "TAP version 13"; end',
  'def line(state, example, rest = ""); title = example.full_description.gsub("#", "\\\\#").tr("\\n", " ")',
  '@out.puts "#{state} #{@count += 1} - #{title}#{rest}"; end',
  'def example_passed(seen); line("ok", seen.example); end',
  'def example_failed(seen); line("not ok", seen.example); end',
  'def example_pending(seen); line("ok", seen.example, " # SKIP"); end',
  'def message(seen); seen.message[/while loading (\\S+\\.rb)/] or return; path = $1.sub("./", "")',
  'why = seen.message[/(?<![\\/\\w])\\w*(?:Error|Exception):\\s+\\S[^\\n]*/].to_s.split.join(" ")',
  '@out.puts "not ok #{@count += 1} - #{path}#{gatebench_reason(why)}"; end',
  'def stop(_); @out.puts "1..#{@count}"; end',
  'end',
  'exit RSpec::Core::Runner.run(["--order", "defined", "--format", "GatebenchTap", "--out", ENV["REPORT"], *ARGV])',
].join('; ');
