import { useState } from 'react';

/** The name that a channel had when it was last in the tree, kept after it has left that; null when it never was. */
export function useKnownName(channel: { name: string } | undefined): string | null {
  const [known, setKnown] = useState(channel?.name ?? null);
  if (channel && channel.name !== known) setKnown(channel.name);
  return channel?.name ?? known;
}
