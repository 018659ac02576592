import type { App } from '@tandem/shared/app/schema';
import type { Channel } from '@tandem/shared/channel/schema';
import { fold } from '@tandem/shared/search/words';
import { ancestorsOf, type Tree } from '../workspace/tree.ts';

type View = Pick<Tree, 'apps' | 'channels'>;

/** Names kept as they are compared: every key asks for all of them again. */
const MAX_FOLDED = 20_000;
const foldedNames = new Map<string, string>();

function foldedName(name: string): string {
  const known = foldedNames.get(name);
  if (known !== undefined) return known;
  if (foldedNames.size >= MAX_FOLDED) foldedNames.clear();
  const folded = fold(name);
  foldedNames.set(name, folded);
  return folded;
}

/** How well a name fits: 0 it begins so, 1 one of its words does, 2 all words are in it; null not at all. */
export function fitOf(name: string, query: string): 0 | 1 | 2 | null {
  return fitOfWords(name, wordsIn(query));
}

function wordsIn(query: string): string[] {
  return fold(query).split(/\s+/u).filter(Boolean);
}

function fitOfWords(name: string, words: readonly string[]): 0 | 1 | 2 | null {
  const folded = foldedName(name);
  if (words.length === 0 || !words.every((word) => folded.includes(word))) return null;
  const whole = words.join(' ');
  if (folded.startsWith(whole)) return 0;
  return folded.includes(` ${whole}`) ? 1 : 2;
}

/** Things whose names fit, the best first, those that fit alike in the given order. */
export function fitting<T>(
  things: Iterable<T>,
  nameOf: (thing: T) => string,
  query: string,
  order: (a: T, b: T) => number = () => 0,
): T[] {
  const found: { thing: T; fit: number }[] = [];
  const words = wordsIn(query);
  for (const thing of things) {
    const fit = fitOfWords(nameOf(thing), words);
    if (fit !== null) found.push({ thing, fit });
  }
  return found.sort((a, b) => a.fit - b.fit || order(a.thing, b.thing)).map(({ thing }) => thing);
}

const byActivity = (a: Channel, b: Channel) => b.activeAt.getTime() - a.activeAt.getTime();

/** Channels of the tree by name, those that were active last first where they fit alike. */
export function localChannels({ channels }: View, query: string): Channel[] {
  return fitting(channels.values(), ({ name }) => name, query, byActivity);
}

/** Apps of the tree by name. */
export function localApps({ apps }: View, query: string): App[] {
  return fitting(apps.values(), ({ name }) => name, query);
}

/** The channels that were active last, newest first. */
export function recentChannels({ channels }: View, openId: string | null, count: number): Channel[] {
  return [...channels.values()]
    .filter(({ id }) => id !== openId)
    .sort(byActivity)
    .slice(0, count);
}

/** Names of what holds a channel, outermost first. */
export function pathOfChannel({ apps, channels }: View, channel: Channel): string[] {
  const above = ancestorsOf(channels, channel.id)
    .reverse()
    .map(({ name }) => name);
  return [apps.get(channel.appId)?.name ?? '', ...above].filter(Boolean);
}
