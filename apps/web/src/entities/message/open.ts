import { drawingSchema } from '@tandem/shared/image/schema';
import type { FilePart } from '@tandem/shared/message/parts';
import { mentionsSchema } from '@tandem/shared/message/schema';
import * as z from 'zod';
import { newId } from '../../lib/ids.ts';
import { personalKey } from '../../lib/personal.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';
import { messagePort } from './api.ts';
import { createOutbox, type Outbox, type OutboxStorage } from './outbox.ts';
import { createMessageStore, type MessageStore } from './store.ts';

/** Number of channels whose messages stay cached. */
const KEPT = 12;

export interface OpenChannel {
  store: MessageStore;
  outbox: Outbox;
}

const keptFilesSchema = z.array(
  z
    .object({
      type: z.literal('file'),
      mediaType: z.string(),
      url: z.string(),
      filename: z.string().optional(),
      size: z.number().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
    })
    .transform((part) => part as FilePart),
);

const keptSchema = z
  .array(
    z.object({
      clientKey: z.uuid(),
      text: z.string(),
      files: keptFilesSchema.optional(),
      modelId: z.uuid().optional(),
      drawing: drawingSchema.optional(),
      workspace: z.boolean().optional(),
      mentions: mentionsSchema.optional(),
      sentAt: z.number().nullable(),
    }),
  )
  .catch([]);

/** Stores one person's unsent messages, separately from other people's. */
const storageFor = (userId: number): OutboxStorage => ({
  async load(channelId) {
    const kept = keptSchema.parse(await readStored(personalKey('outbox', channelId, userId), []));
    return kept.map(({ modelId, drawing, workspace, mentions, files, ...entry }) => ({
      ...entry,
      ...(files && { files }),
      ...(modelId && { modelId }),
      ...(drawing && { drawing }),
      ...(workspace && { workspace }),
      ...(mentions && { mentions }),
    }));
  },
  save(channelId, entries) {
    const key = personalKey('outbox', channelId, userId);
    void (entries.length === 0 ? removeStored(key) : writeStored(key, entries));
  },
});

/** The person whose channels are cached; another person starts with none. */
let owner = 0;
const kept = new Map<string, OpenChannel>();

/** The messages of a channel: those kept from the last visit, else new ones. */
export function openChannel(channelId: string, userId: number): OpenChannel {
  if (owner !== userId) kept.clear();
  owner = userId;
  const known = kept.get(channelId);
  if (known) {
    // The most recent one is last.
    kept.delete(channelId);
    kept.set(channelId, known);
    return known;
  }
  const store = createMessageStore(channelId, messagePort);
  const opened = { store, outbox: createOutbox(store, storageFor(userId), newId) };
  kept.set(channelId, opened);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined && oldest !== channelId) kept.delete(oldest);
  return opened;
}
