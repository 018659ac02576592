import {
  isHarmlessQuestion,
  MAX_OVERVIEW_OUTLINE,
  type SourceOverview,
} from '@tandem/shared/dataset/overview';
import { toldError } from '../../content/message/told-error.ts';
import type { OverviewRow } from './overview.repo.ts';

/** Returns an overview as a reader of its source sees it; null for one that nobody has asked for. */
export function presentOverview(row: OverviewRow | null, readerId: number): SourceOverview {
  if (!row)
    return {
      ...{ status: 'none', summary: '', outline: [], questions: [], model: null, isExtract: false },
      error: null,
    };
  const { status, summary, outline, questions, model, isExtract, error } = row;
  return {
    ...{ status, summary, model, isExtract },
    // Those that are stored may have been written under weaker rules.
    questions: questions.filter(isHarmlessQuestion),
    outline: outline.slice(0, MAX_OVERVIEW_OUTLINE),
    error: status === 'failed' && error ? toldError(error, readerId) : null,
  };
}
