/** Close codes of the application: `again` may be retried, the others are final. */
export const closings = { again: 4_205, gone: 4_404, refused: 4_422 } as const;
