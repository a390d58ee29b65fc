import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { isTestSupportPath } from '../../language/is_test_path.js';
import { placeProject } from '../parsing/place_project.js';
import { quotePaths, quoteShellText } from '../parsing/quote_shell_text.js';
import { toMinimumRange } from '../parsing/to_tool_range.js';
import {
  createInstallCommand,
  EXIT_CODE_WEAKNESS,
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
  // Minitest shuffles; a seed keeps tests that depend on their order from failing now and then.
  const load = `SEED=1 REPORT="$REPORT" ${prefix}ruby -Ilib -Itest -Ispec -e ${quoteShellText(minitest ? `${MINITEST_TAP}; ${LOAD}` : LOAD)}`;
  const tasks = files.paths.filter((path) => /(^|\/)Rakefile$|\.rake$/.test(path)).slice(0, 50);
  const hasTask =
    files.paths.includes('Rakefile') && tasks.some((path) => /test|\bHoe\b/i.test(files.read(path) ?? ''));
  const all = `$(find test spec -name 'test_*.rb' -o -name '*_test.rb' -o -name '*_spec.rb' 2> /dev/null | LC_ALL=C sort)`;
  const createPlainCommand = (setup: readonly ProjectCommand[]) =>
    getBundlePrefix(setup) + (hasTask ? 'rake test' : `ruby -Ilib -Itest -Ispec -e ${quoteShellText(LOAD)} ${all}`);
  if (minitest)
    return {
      runner: 'minitest',
      report: 'tap',
      createCommand: (chosen) => [load, ...(chosen.length > 0 ? quotePaths(chosen) : [all])].join(' '),
      createPlainCommand,
      why: 'minitest prints text only: the command brings a reporter that writes TAP',
    };
  return {
    runner: 'test-unit',
    report: 'exit-code',
    weakness: EXIT_CODE_WEAKNESS,
    createCommand: (chosen) =>
      chosen.length > 0 ? [load, ...quotePaths(chosen)].join(' ') : hasTask ? `${prefix}rake test` : `${load} ${all}`,
    createPlainCommand,
    why: 'test-unit prints text only',
  };
}

/** Runs a program with the gems of the bundle, where the setup installed one. */
const BUNDLED = '$([ ! -d .gatebench-bundle ] || echo bundle exec) ';

const getBundlePrefix = (setup: readonly ProjectCommand[]) => (reachesRegistry(setup) ? 'bundle exec ' : '');

const LOAD = 'ARGV.each { |path| require File.expand_path(path) }';

/** Reporter of minitest 5 and later that writes TAP. A result has its class since minitest 5.11. */
const MINITEST_TAP = [
  'require "minitest"',
  'class GatebenchTap < Minitest::AbstractReporter',
  'def start; @out = File.open(ENV["REPORT"], "w"); @out.puts "TAP version 13"; @count = 0; end',
  'def record(test)',
  'owner = test.respond_to?(:klass) ? test.klass : test.class',
  'title = "#{owner} #{test.name}".gsub("#", "\\\\#").tr("\\n", " ")',
  'state = test.passed? || test.skipped? ? "ok" : "not ok"',
  '@out.puts "#{state} #{@count += 1} - #{title}#{test.skipped? ? " # SKIP" : ""}"',
  'end',
  'def report; @out.puts "1..#{@count}"; @out.close; end',
  'end',
  'def Minitest.plugin_gatebench_init(options); reporter << GatebenchTap.new; end',
  'Minitest.extensions << "gatebench"',
].join('; ');

/** Formatter of RSpec 3 that writes TAP. */
const RSPEC_TAP = [
  'require "rspec/core"',
  'class GatebenchTap',
  'RSpec::Core::Formatters.register self, :start, :example_passed, :example_failed, :example_pending, :stop',
  'def initialize(output); @out = output; @count = 0; end',
  'def start(_); @out.puts "TAP version 13"; end',
  'def line(state, example, rest = ""); title = example.full_description.gsub("#", "\\\\#").tr("\\n", " ")',
  '@out.puts "#{state} #{@count += 1} - #{title}#{rest}"; end',
  'def example_passed(seen); line("ok", seen.example); end',
  'def example_failed(seen); line("not ok", seen.example); end',
  'def example_pending(seen); line("ok", seen.example, " # SKIP"); end',
  'def stop(_); @out.puts "1..#{@count}"; end',
  'end',
  'exit RSpec::Core::Runner.run(["--order", "defined", "--format", "GatebenchTap", "--out", ENV["REPORT"], *ARGV])',
].join('; ');
