import { api } from '../../../lib/trpc.ts';
import { attachmentsOf } from './attachments.ts';

/** Copies a file of a message into a composer, as an own upload with the same content. */
export async function takeAsInput(draftKey: string, fileId: string): Promise<void> {
  attachmentsOf(draftKey).take(await api.file.copy.mutate({ fileId }, { context: { silent: true } }));
}
