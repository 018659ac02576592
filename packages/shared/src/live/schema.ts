import * as z from 'zod';

/** Set by tRPC when a client reconnects: the tracked id of its last event. Unknown text is ignored. */
const lastEventIdSchema = z.string().max(64).nullish();

/** `revision` is that of the client's page; without it the stream starts with the newest page. */
export const watchChannelSchema = z.strictObject({
  channelId: z.uuid(),
  revision: z.int().min(0).optional(),
  lastEventId: lastEventIdSchema,
});
export type WatchChannel = z.output<typeof watchChannelSchema>;

/** `revision` is that of the client's discussions; without it the stream starts with all of them. */
export const watchDocumentSchema = z.strictObject({
  documentId: z.uuid(),
  revision: z.int().min(0).optional(),
  lastEventId: lastEventIdSchema,
});
export type WatchDocument = z.output<typeof watchDocumentSchema>;

export const watchDatasetSchema = z.strictObject({ datasetId: z.uuid(), lastEventId: lastEventIdSchema });

/**
 * `teamId` is the team of the tree, by default the reader's current one. `treeRevision` is that of the
 * client's tree; without it the stream starts with the whole tree.
 */
export const watchTeamSchema = z.strictObject({
  teamId: z.uuid().optional(),
  treeRevision: z.int().min(0).optional(),
  lastEventId: lastEventIdSchema,
});
export type WatchTeam = z.output<typeof watchTeamSchema>;

export const watchMeSchema = z.strictObject({ lastEventId: lastEventIdSchema }).optional();
