/** A change that was made here and is not yet stored. */
export interface Pending {
  update: Uint8Array;
  userId: number | null;
}

/** Returns every writer of these changes. */
export function writersOf(changes: readonly Pending[]): number[] {
  return [...new Set(changes.flatMap(({ userId }) => (userId === null ? [] : [userId])))];
}
