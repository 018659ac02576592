import * as z from 'zod';

const MAX_PAGE_SIZE = 100;

/** The numbered page of the REST edge: `currentPage` counts from 1. */
export const pageRequestSchema = z.strictObject({
  currentPage: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).default(10),
});
export type PageRequest = z.output<typeof pageRequestSchema>;

/** The answer to a numbered page. `total` counts the whole list. */
export interface Page<T> {
  list: T[];
  pagination: { currentPage: number; pageSize: number; total: number };
}

/** Rows per keyset page. */
export const keysetLimitSchema = z.int().min(1).max(MAX_PAGE_SIZE).default(50);

/** A keyset page; `nextCursor` is null on the last one. */
export interface KeysetPage<T> {
  list: T[];
  nextCursor: string | null;
}
