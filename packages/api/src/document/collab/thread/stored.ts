/** Where a change came from that is stored already, or is being stored, as Hocuspocus names it. */
export const STORED = { source: 'redis' } as const;
