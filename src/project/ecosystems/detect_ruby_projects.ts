import { quotePaths } from '../parsing/quote_shell_text.js';
import { toMinimumRange } from '../parsing/to_tool_range.js';
import { placeProject } from '../place_project.js';
import { createInstallCommand, EXIT_CODE_WEAKNESS, type Project, type TestSuite } from '../project.js';
import { createFolderView, getFileName, type ProjectFiles } from '../project_files.js';
import { findManifestFolders } from './find_manifest_folders.js';

/** Detects Ruby projects: RSpec, else minitest and test-unit through Rake. */
export function detectRubyProjects(files: ProjectFiles): { projects: Project[]; reasons: string[] } {
  const folders = findManifestFolders(
    files,
    (name) => ['Gemfile', 'gems.rb'].includes(name) || name.endsWith('.gemspec'),
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
    .filter((path) => /^(Gemfile(\.lock)?|gems\.(rb|locked))$|\.gemspec$/.test(path))
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
    ...(lockfile === undefined ? {} : { lockfile }),
    tools: {
      ruby:
        /required_ruby_version\s*=\s*['"]>=\s*([\d.]+)['"]/.exec(manifests)?.[1]?.replace(/^/, '>=') ?? version ?? '*',
    },
    setup,
    setup_candidates: [setup],
    environment: bundled ? { BUNDLE_PATH: '.gatebench-bundle' } : {},
    build: [],
    tests: rspec ? createRspecSuite(manifests, bundled) : createRakeSuite(files, bundled),
    isTestFile,
    isTestSupport: (path) => !isTestFile(path) && /^(test|spec|features)\/|^\.rspec$/.test(path),
    notes: lockfile === undefined ? ['no lockfile: versions of gems are those of the day of the setup'] : [],
  };
}

function createRspecSuite(manifests: string, bundled: boolean): TestSuite {
  const rspec = bundled ? 'bundle exec rspec' : 'rspec';
  if (/rspec_junit_formatter/.test(manifests))
    return {
      runner: 'rspec',
      report: 'junit',
      createCommand: (files) =>
        [`${rspec} --format RspecJunitFormatter --out "$REPORT"`, ...quotePaths(files)].join(' '),
      why: 'rspec_junit_formatter is among the gems',
    };
  return {
    runner: 'rspec',
    report: 'exit-code',
    weakness: `${EXIT_CODE_WEAKNESS}; the gem rspec_junit_formatter would change that`,
    createCommand: (files) => [rspec, ...quotePaths(files)].join(' '),
    why: 'no formatter among the gems writes a report that can be read',
  };
}

function createRakeSuite(files: ProjectFiles, bundled: boolean): TestSuite {
  const prefix = bundled ? 'bundle exec ' : '';
  const rake = files.paths.some((path) => getFileName(path) === 'Rakefile' && path === 'Rakefile');
  const load = `${prefix}ruby -Ilib -Itest -Ispec -e 'ARGV.each { |path| require File.expand_path(path) }'`;
  return {
    runner: 'minitest',
    report: 'exit-code',
    weakness: EXIT_CODE_WEAKNESS,
    createCommand: (chosen) =>
      chosen.length > 0
        ? [load, ...quotePaths(chosen)].join(' ')
        : rake
          ? `${prefix}rake test`
          : `${prefix}ruby -Ilib -Itest -e 'Dir["test/**/{test_*,*_test}.rb"].each { |path| load path }'`,
    why: 'minitest and test-unit print text only',
  };
}
