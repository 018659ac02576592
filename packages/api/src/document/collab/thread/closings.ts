/** Application codes of a closing socket: may be asked again, and is final. */
export const closings = { again: 4_205, gone: 4_404, refused: 4_422 } as const;
