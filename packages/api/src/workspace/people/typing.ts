import type { typingSchema } from '@tandem/shared/channel/schema';
import type * as z from 'zod';
import type { UserContext } from '../../core/context.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { publishToChannel } from '../channel/events.ts';

/** Milliseconds between repeated typing events of one person, and before their end is sent again. */
const REPEAT_MS = 1_000;
/** Maximum remembered people; for others events are only repeated more often. */
const MAX_REMEMBERED = 10_000;

/** Time and state of a person's last typing event in a channel. */
interface Told {
  at: number;
  typing: boolean;
}

const lastToldOf = perProcess(() => new Map<string, Told>());

/** Announces that the actor is typing in a channel, or has stopped. Nothing is stored, and it expires. */
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
  // Stopping does not allow an earlier restart.
  told.set(key, { at: isRecent ? last.at : now, typing });
  return true;
}
