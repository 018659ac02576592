import type { Platform } from '../../core/platform.ts';
import { storeContent } from './content.ts';
import { documentText } from './fetch.repo.ts';
import { channelOf, type FetchedSource, takeContent } from './fetched.ts';

/**
 * Takes a document's text as it is now. Its copy is a file of the document's channel, so that only readers of the
 * document read it.
 */
export async function copyDocument(
  platform: Platform,
  source: FetchedSource,
  documentId: string,
): Promise<void> {
  const { db } = platform.database;
  const text = await documentText(db, documentId);
  // A document that nobody has written in yet is copied with its first words.
  if (!text) return;
  const bytes = new TextEncoder().encode(text.markdown === '' ? '\n' : text.markdown);
  const content = { name: `${source.name || 'document'}.md`, bytes, isText: true };
  const file = await storeContent({ db, platform }, channelOf(source), source.creatorId, content);
  await takeContent(platform, source, file, { documentSeq: text.seq });
}
