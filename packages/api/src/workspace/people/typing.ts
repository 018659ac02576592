import type { typingSchema } from '@tandem/shared/channel/schema';
import type * as z from 'zod';
import type { UserContext } from '../../core/context.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { publishToChannel } from '../channel/events.ts';

/** That somebody writes is passed on once in this time, in milliseconds, and that they stopped once after it. */
const REPEAT_MS = 1_000;
/** People remembered for that; more are only told more often. */
const MAX_REMEMBERED = 10_000;

/** When somebody was last told to write in a channel, and whether they were told to have stopped since. */
interface Told {
  at: number;
  typing: boolean;
}

const lastToldOf = perProcess(() => new Map<string, Told>());

/**
 * Tells whoever watches a channel that the actor writes there, or has stopped. Nothing is stored: every process
 * forgets it by itself.
 */
export async function tellTyping(
  { actor, platform }: UserContext,
  { channelId, typing }: z.output<typeof typingSchema>,
): Promise<{ typing: boolean }> {
  if (!isNews(platform, `${actor.userId} ${channelId}`, typing)) return { typing };
  publishToChannel(platform.bus, channelId, { type: 'typing', userId: actor.userId, typing });
  return { typing };
}

function isNews(platform: Platform, key: string, typing: boolean): boolean {
  const told = lastToldOf(platform);
  const now = steadyMs();
  const last = told.get(key);
  const isRecent = last !== undefined && now - last.at < REPEAT_MS;
  if (isRecent && (typing || !last.typing)) return false;
  if (told.size >= MAX_REMEMBERED) told.clear();
  // To have stopped does not let them begin again any sooner.
  told.set(key, { at: isRecent ? last.at : now, typing });
  return true;
}
