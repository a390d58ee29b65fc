import type { Project } from './project.js';
import type { ProjectFiles } from './project_files.js';
export function detectProjects(files: ProjectFiles): { projects: Project[]; reasons: string[] } {
  if (files.paths.includes('package.json')) {
    const p = JSON.parse(files.read('package.json')!);
    return { projects: [{ ecosystem: 'node', folder: '', tools: {}, setup_candidates: [[{ run: 'npm install --ignore-scripts --no-package-lock --no-audit --no-fund', network: ['registry'], why: 'Installs.' }]], environment: {}, build: [],
      tests: { runner: p.devDependencies.jest ? 'jest' : 'vitest', report: p.devDependencies.jest ? 'jest-json' : 'vitest-json', createCommand: (f) => p.devDependencies.jest ? `node_modules/.bin/jest --ci --json --outputFile="$REPORT" ${f.join(' ')}` : `node_modules/.bin/vitest run --reporter=json --outputFile="$REPORT" ${f.join(' ')}`, why: 'Tests.' },
      isTestFile: (x) => /\.(test|spec)\.[jt]s$/.test(x), isTestSupport: () => false, notes: [] }], reasons: [] };
  }
  return { projects: [{ ecosystem: 'python', folder: '', tools: {}, setup_candidates: [[]], environment: { PYTHONPATH: files.paths.some((x) => x.startsWith('src/')) ? 'src' : '.' }, build: [],
    tests: { runner: 'pytest', report: 'pytest-junit', createCommand: (f) => `python3 -m pytest -q -p no:cacheprovider -o junit_family=xunit2 --junitxml="$REPORT" ${f.join(' ')}`.trim(), why: 'Tests run by pytest.' },
    isTestFile: (x) => /(^|\/)test_[^/]*\.py$/.test(x), isTestSupport: (x) => /(^|\/)(conftest\.py|fixtures\/)/.test(x), notes: [] }], reasons: [] };
}
