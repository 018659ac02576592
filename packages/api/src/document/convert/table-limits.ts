/** Places of one table: its longest row says how long all others become. */
export const MAX_CELLS = 100_000;

/** Rows or columns that a cell of a table may stand over: whoever reads it makes room for each. */
export const MAX_SPAN = 1_000;
