import type { Context } from '../context.ts';
import { addressKey, isLoopback } from './address.ts';
import type { Limit } from './limiter.ts';

/** Calls a minute of one signed-in person, over all their tabs, in one process. */
export const CALLS_PER_PERSON = 6_000;
/** Calls a minute of strangers from one address, in one process. */
export const CALLS_PER_ADDRESS = 600;

/**
 * Counts one call by person when signed in, else by address. Every procedure and raw row starts with it, so
 * each call of a batch counts.
 * @throws AppError `tooManyRequests`
 */
export function admitCall({ actor, ip, platform }: Context): void {
  if (actor.kind === 'user') platform.limiter.admit(`user:${actor.userId}`, CALLS_PER_PERSON);
  else if (actor.kind === 'anonymous' && !isLoopback(ip))
    platform.limiter.admit(`ip:${addressKey(ip)}`, CALLS_PER_ADDRESS);
}

/**
 * Counts one call by the client's address against its own allowance, in the memory of this process. For cheap
 * calls open to strangers. Ignores loopback: see `isLoopback`.
 * @throws AppError `tooManyRequests`
 */
export function admitByAddress(
  { ip, platform }: Pick<Context, 'ip' | 'platform'>,
  { name, perMinute }: { name: string; perMinute: number },
): void {
  if (!isLoopback(ip)) platform.limiter.admit(`${name}:ip:${addressKey(ip)}`, perMinute);
}

/**
 * Counts a use of `limit` by the client's address. Ignores loopback: see `isLoopback`.
 * @param subject separates the counts of each address by subject
 * @throws AppError `tooManyRequests` or `tooManyCodes`
 */
export async function limitByAddress({ ip, platform }: Context, limit: Limit, subject = ''): Promise<void> {
  if (!isLoopback(ip)) await platform.limiter.count(limit, `ip:${addressKey(ip)}${subject && ` ${subject}`}`);
}

/**
 * Counts a use of `limit` by the signed-in person, or by address for anyone else.
 * @throws AppError `tooManyRequests` or `tooManyCodes`
 */
export async function limitByActor(ctx: Context, limit: Limit): Promise<void> {
  if (ctx.actor.kind === 'user') await ctx.platform.limiter.count(limit, `user:${ctx.actor.userId}`);
  else await limitByAddress(ctx, limit);
}
