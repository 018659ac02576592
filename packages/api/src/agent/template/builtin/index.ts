import type { BuiltinAgentTemplate } from './builtin.ts';
import { codeFixer } from './code-fixer.ts';
import { dataToChart } from './data-to-chart.ts';
import { firstTasks } from './first-tasks.ts';
import { reportFromSources } from './report-from-sources.ts';
import { repositoryReader } from './repository-reader.ts';
import { spreadsheetCleaner } from './spreadsheet-cleaner.ts';
import { webResearch } from './web-research.ts';

/** The tasks that agents can begin with, in display order; those that need no language model last. */
export const builtinAgentTemplates: readonly BuiltinAgentTemplate[] = [
  dataToChart,
  repositoryReader,
  reportFromSources,
  webResearch,
  spreadsheetCleaner,
  codeFixer,
  ...firstTasks,
];
