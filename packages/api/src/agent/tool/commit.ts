import { onCommit } from '@tandem/db';
import type { StoredResult } from '../../ai/tools/deferred.ts';
import { ToolError } from '../../ai/tools/types.ts';
import { publishToChannel } from '../../workspace/channel/events.ts';
import type { Entries } from '../files/entries.ts';
import { advanceWorkspace, lockNewest } from '../files/manifest.repo.ts';
import { type Reading, readManifest, storeManifest } from '../files/manifest.ts';
import type { Channel } from '../files/workspace.ts';
import { inSentences } from './sentence.ts';

/**
 * Changes the newest files of a channel within a transaction that stores a call. Nothing is written when it fails.
 * @param change makes the files from the newest, or returns those where nothing changes; contents are kept already
 * @throws ToolError
 */
export function commitOnNewest(
  { platform, db: tx }: Reading,
  channel: Channel,
  call: StoredResult,
  change: (newest: Entries) => Entries,
): Promise<void> {
  return inSentences(async () => {
    const reading = { platform, db: tx };
    const from = (await lockNewest(tx, channel.id))?.manifestId ?? null;
    const newest = await readManifest(reading, channel.id, from);
    const entries = change(newest);
    if (entries === newest) return;
    const { id } = await storeManifest(reading, channel, { entries, parentId: from, kind: 'step', call });
    if (!(await advanceWorkspace(tx, channel.id, { from, to: id })))
      throw new ToolError('The files were changed at the same moment. Try again.');
    onCommit(tx, () => publishToChannel(platform.bus, channel.id, { type: 'agent' }));
  });
}
