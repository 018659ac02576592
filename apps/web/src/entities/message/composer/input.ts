import { api } from '../../../lib/trpc.ts';
import { attachmentsOf } from './attachments.ts';

/** Puts a file that stands in a message into a composer, as an upload of one's own with the same content. */
export async function takeAsInput(draftKey: string, fileId: string): Promise<void> {
  attachmentsOf(draftKey).take(await api.file.copy.mutate({ fileId }, { context: { silent: true } }));
}
