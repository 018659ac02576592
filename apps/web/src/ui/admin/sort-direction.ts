import type { SortDirection } from '@tandem/shared/app/administration';

/** How a list is ordered at first: names are looked up from A on, and figures and days from the most. */
export function firstDirection(sort: string): SortDirection {
  return sort === 'name' ? 'asc' : 'desc';
}
