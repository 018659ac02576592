/** Maximum cells of one table: its longest row determines the length of all. */
export const MAX_CELLS = 100_000;

/** Maximum rows or columns a table cell may span: readers allocate each. */
export const MAX_SPAN = 1_000;
