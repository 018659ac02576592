import { listNoticesSchema, readNoticesSchema } from '@tandem/shared/notice/schema';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { listNotices } from './list.ts';
import { readOwnNotices } from './read.ts';

export const noticeRouter = router({
  /** Notifications of the actor in all their teams; `live.me` sends new ones. */
  list: procedure
    .signedIn()
    .input(listNoticesSchema)
    .query(({ ctx, input }) => listNotices(ctx.db, ctx.actor, input)),

  read: procedure
    .signedIn()
    .input(readNoticesSchema)
    .mutation(({ ctx, input }) => readOwnNotices(ctx, input)),
});
