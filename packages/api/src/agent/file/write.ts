import type { AgentFileContent, WriteAgentFile, WrittenAgentFile } from '@tandem/shared/agent/file';
import type { UserContext } from '../../core/context.ts';
import { type Entries, type FileEntry, isSame } from '../files/entries.ts';
import { readManifest } from '../files/manifest.ts';
import { validPath } from '../files/path.ts';
import { type Channel, editFiles, newestFiles } from '../files/workspace.ts';
import { contentOf } from './content.ts';
import { readState } from './states.ts';

/**
 * Writes a text that a person made from a state. If the file is no longer what it was there, nothing is written, and
 * both are returned.
 * @throws AppError `invalidInput` for what is no path, or cannot stand beside the others; `notFound` for a state that is
 *   none; `conflict` when others kept changing files
 */
export async function writeFile(
  ctx: UserContext,
  channel: Channel,
  { path: given, content, basedOn }: WriteAgentFile,
): Promise<WrittenAgentFile> {
  const path = validPath(given);
  const base = (await readManifest(ctx, channel.id, basedOn)).get(path) ?? null;
  const edit = { do: 'write', path, content: { bytes: Buffer.from(content) } } as const;
  try {
    const { id } = await editFiles(ctx, channel, [{ ...edit, isExecutable: base?.isExecutable ?? false }], {
      authorId: ctx.actor.userId,
      judge: (entries) => refuseChanged(entries, path, base),
    });
    return { outcome: 'written', state: await readState(ctx.db, channel.id, id) };
  } catch (error) {
    if (!(error instanceof FileChanged)) throw error;
    const newest = await newestFiles(ctx, channel.id);
    const tell = (manifestId: string | null, entry: FileEntry | null): Promise<AgentFileContent> | null =>
      manifestId === null || entry === null
        ? null
        : contentOf(ctx, { channelId: channel.id, path, manifestId }, entry);
    return {
      outcome: 'conflict',
      base: await tell(basedOn, base),
      current: await tell(newest.manifestId, newest.entries.get(path) ?? null),
    };
  }
}

/** The file is not what the text was made from. */
class FileChanged extends Error {}

function refuseChanged(entries: Entries, path: string, base: FileEntry | null): void {
  if (!isSame(base, entries.get(path) ?? null)) throw new FileChanged();
}
