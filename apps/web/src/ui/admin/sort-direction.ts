import type { SortDirection } from '@tandem/shared/app/administration';

/** The initial direction of a sort: names from A, figures and dates from the highest. */
export function firstDirection(sort: string): SortDirection {
  return sort === 'name' ? 'asc' : 'desc';
}
