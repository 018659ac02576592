import type { App } from '@tandem/shared/app/schema';
import type { Channel } from '@tandem/shared/channel/schema';
import { typedWords } from '@tandem/shared/search/spelt';
import { ancestorsOf, type Tree } from '../../entities/workspace/tree.ts';
import { byName } from '../../lib/names.ts';
import { type FitName, fitName } from '../../lib/spelling.ts';

type View = Pick<Tree, 'apps' | 'channels'>;

/** The query, and the function that matches names against it. */
export interface Asked {
  query: string;
  fit?: FitName;
}

/** Items whose names match, best first; equal matches keep the given order. */
export function fitting<T>(
  things: Iterable<T>,
  nameOf: (thing: T) => string,
  { query, fit = fitName }: Asked,
  order: (a: T, b: T) => number = () => 0,
): T[] {
  const found: { thing: T; rank: number }[] = [];
  const words = typedWords(query);
  for (const thing of things) {
    const rank = fit(nameOf(thing), words);
    if (rank !== null) found.push({ thing, rank });
  }
  return found.sort((a, b) => a.rank - b.rank || order(a.thing, b.thing)).map(({ thing }) => thing);
}

const byActivity = (a: Channel, b: Channel) => b.activeAt.getTime() - a.activeAt.getTime();

/** Channels of the tree by name; of equal matches, the most recently active first. */
export function localChannels({ channels }: View, asked: Asked): Channel[] {
  return fitting(channels.values(), ({ name }) => name, asked, byActivity);
}

/** Apps of the tree by name. */
export function localApps({ apps }: View, asked: Asked): App[] {
  return fitting(apps.values(), ({ name }) => name, asked, byName());
}

/** The most recently active channels, newest first. */
export function recentChannels({ channels }: View, openId: string | null, count: number): Channel[] {
  return [...channels.values()]
    .filter(({ id }) => id !== openId)
    .sort(byActivity)
    .slice(0, count);
}

/** Names of a channel's ancestors, outermost first. */
export function pathOfChannel({ apps, channels }: View, channel: Channel): string[] {
  const above = ancestorsOf(channels, channel.id)
    .reverse()
    .map(({ name }) => name);
  return [apps.get(channel.appId)?.name ?? '', ...above].filter(Boolean);
}
