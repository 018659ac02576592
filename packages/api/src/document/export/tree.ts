import type { Channel } from '@tandem/shared/channel/schema';
import { FolderNames } from './names.ts';

/** Where pictures and other files of documents lie in an archive. */
export const FILES = 'files';

/** A document of an export, and where it lies. */
export interface ExportedDocument {
  channel: Channel;
  /** Folders, and its own name without ending. */
  path: string[];
}

/**
 * Documents as files: each beside the folder of its own name, which holds those below it. What is in the archive of the
 * workspace stays there; channels of another kind are only the folders of documents below them.
 * @param channels what the reader may see of the app, in order among siblings
 * @param root where it begins
 * @param untitled what is called so that has no name
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
