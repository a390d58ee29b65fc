import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { detectProjects } from '../../src/project/detection/detect_projects.js';
import type { ReportReadResult } from '../../src/run/oracle/readers/parsing/report_reader.js';
import { readReport } from '../../src/run/oracle/readers/read_report.js';
import { createProjectFiles } from './create_project_files.js';

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** What a command of a suite left behind. */
interface SuiteRun {
  status: number | null;
  /** Absent where the exit status decides. */
  result?: ReportReadResult;
}

/** Writes a repository, runs the cheapest setup, the build and the check as contracts do, and reads the report. */
export function runProjectSuite(texts: Record<string, string>, chosen: readonly string[]): SuiteRun {
  const root = mkdtempSync(join(tmpdir(), 'gatebench-project-'));
  roots.push(root);
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const packages = join(root, 'node_modules');
  if (!existsSync(packages)) symlinkSync(join(import.meta.dirname, '..', '..', 'node_modules'), packages);
  const project = detectProjects(createProjectFiles(texts)).projects[0]!;
  const { NODE_OPTIONS: _options, ...inherited } = process.env;
  const env = { ...inherited, ...project.environment };
  const install = project.ecosystem === 'node' ? [] : (project.setup_candidates[0] ?? []);
  for (const { run } of [...install, ...project.build])
    execFileSync('/bin/sh', ['-c', run], { cwd: root, env, stdio: 'pipe' });
  const report = join(root, 'a report.out');
  const command = `REPORT='${report}'; ${project.tests.createCommand(chosen)}`;
  const { status } = spawnSync('/bin/sh', ['-c', command], { cwd: root, env, stdio: 'pipe' });
  if (project.tests.report === 'exit-code') return { status };
  return { status, result: readReport(project.tests.report, readFileSync(report), root) };
}
