import { type ReaderPlace, readerPlaceSchema } from '@tandem/shared/dataset/reader';
import * as z from 'zod';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type Bus, type BusMessage, topics } from '../../core/live/bus.ts';
import { findSources } from '../source/source.repo.ts';

const messageSchema = z.object({
  type: z.literal('reader'),
  userId: z.int(),
  place: readerPlaceSchema.nullable(),
  /** Whether only one of their streams ended: those who have another say where they read. */
  isLeaving: z.boolean().optional(),
});
type ReaderMessage = z.output<typeof messageSchema>;

/** Announces to everyone with the dataset open where somebody reads; null: nowhere. */
export function publishReader(bus: Bus, datasetId: string, userId: number, place: ReaderPlace | null): void {
  bus.publish(topics.readers(datasetId), { type: 'reader', userId, place } satisfies ReaderMessage);
}

/** Announces that a stream of somebody ended, and with it, unless they have another, that they read there. */
export function publishLeaving(bus: Bus, datasetId: string, userId: number): void {
  const message: ReaderMessage = { type: 'reader', userId, place: null, isLeaving: true };
  bus.publish(topics.readers(datasetId), message);
}

/** A message of a dataset's readers, if this version understands it. */
export function asReaderMessage(message: BusMessage): ReaderMessage | null {
  return messageSchema.safeParse(message).data ?? null;
}

/**
 * Tells the others in a dataset where the actor reads. Nothing is stored, and it expires.
 * @throws AppError `notFound` for a source of another dataset, or one hidden from the actor
 */
export async function tellPlace(
  { db, actor, platform }: UserContext,
  { datasetId, place }: { datasetId: string; place: ReaderPlace | null },
): Promise<{ told: true }> {
  if (place) {
    const [source] = await findSources(db, actor, datasetId, [place.sourceId]);
    if (!source) throw new AppError('notFound');
  }
  publishReader(platform.bus, datasetId, actor.userId, place);
  return { told: true };
}
