import * as z from 'zod';

/** Set by tRPC when a client reconnects: the tracked id of the last event it got. Unknown text counts as none. */
const lastEventIdSchema = z.string().max(64).nullish();

/** `revision`: of the page that the reader holds; without it the stream begins with the newest page. */
export const watchChannelSchema = z.strictObject({
  channelId: z.uuid(),
  revision: z.int().min(0).optional(),
  lastEventId: lastEventIdSchema,
});
export type WatchChannel = z.output<typeof watchChannelSchema>;

/** `revision`: of the discussions that the reader holds; without it the stream begins with all of them. */
export const watchDocumentSchema = z.strictObject({
  documentId: z.uuid(),
  revision: z.int().min(0).optional(),
  lastEventId: lastEventIdSchema,
});
export type WatchDocument = z.output<typeof watchDocumentSchema>;

/**
 * `teamId`: the team whose tree it is; without it the reader's current one. `treeRevision`: of the tree that they
 * hold; without it the stream begins with the whole tree.
 */
export const watchTeamSchema = z.strictObject({
  teamId: z.uuid().optional(),
  treeRevision: z.int().min(0).optional(),
  lastEventId: lastEventIdSchema,
});
export type WatchTeam = z.output<typeof watchTeamSchema>;

export const watchMeSchema = z.strictObject({ lastEventId: lastEventIdSchema }).optional();
