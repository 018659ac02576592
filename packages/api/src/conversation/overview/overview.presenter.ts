import { MAX_OVERVIEW_OUTLINE, type SourceOverview } from '@tandem/shared/dataset/overview';
import type { OverviewRow } from './overview.repo.ts';

/** Returns an overview as readers of its source see it; null for one that nobody has asked for. */
export function presentOverview(row: OverviewRow | null): SourceOverview {
  if (!row)
    return {
      ...{ status: 'none', summary: '', outline: [], questions: [], model: null, isExtract: false },
      error: null,
    };
  const { status, summary, outline, questions, model, isExtract, error } = row;
  return {
    ...{ status, summary, questions, model, isExtract },
    outline: outline.slice(0, MAX_OVERVIEW_OUTLINE),
    error: status === 'failed' ? error : null,
  };
}
