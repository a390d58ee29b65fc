import type { ReportFormat } from '../contract/checks/check.js';
export type Ecosystem = 'node' | 'python' | 'go' | 'rust' | 'java' | 'ruby' | 'php' | 'cmake' | 'dotnet';
export interface ProjectCommand {
  run: string;
  network: 'registry'[];
  why: string;
}
export interface TestSuite {
  runner: string;
  report: ReportFormat;
  report_file?: string;
  createCommand(files: readonly string[]): string;
  why: string;
  weakness?: string;
}
export interface Project {
  ecosystem: Ecosystem;
  folder: string;
  package_manager?: string;
  lockfile?: string;
  tools: Record<string, string>;
  setup_candidates: ProjectCommand[][];
  environment: Record<string, string>;
  build: ProjectCommand[];
  tests: TestSuite;
  isTestFile(path: string): boolean;
  isTestSupport(path: string): boolean;
  notes: string[];
}
