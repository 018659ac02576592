import type { Channel } from '@tandem/shared/channel/schema';
import { FolderNames } from './names.ts';

/** Folder of pictures and other files in an archive. */
export const FILES = 'files';

/** A document of an export, with its path. */
export interface ExportedDocument {
  channel: Channel;
  /** Folders, and its own name without ending. */
  path: string[];
}

/**
 * Assigns documents paths: each beside a folder of its own name, which contains its children. Archived
 * channels are omitted; chats become only the folders of documents below them.
 * @param channels visible channels of the app, in order among siblings
 * @param root start of the export
 * @param untitled name of untitled documents
 */
export function treeOf(channels: readonly Channel[], root: Channel, untitled: string): ExportedDocument[] {
  const below = Map.groupBy(
    channels.filter(({ archivedAt }) => root.archivedAt !== null || archivedAt === null),
    ({ parentId }) => parentId,
  );
  const found: ExportedDocument[] = [];
  const visit = (siblings: readonly Channel[], folder: readonly string[]) => {
    const names = new FolderNames(folder.length === 0 ? [FILES] : []);
    for (const channel of siblings) {
      const path = [...folder, names.take(channel.name || untitled)];
      if (channel.kind === 'document') found.push({ channel, path });
      visit(below.get(channel.id) ?? [], path);
    }
  };
  visit([root], []);
  return found;
}
