import type { FilePart } from '@tandem/shared/message/parts';
import { newId } from '../../lib/ids.ts';
import { api } from '../../lib/trpc.ts';
import { openChannel } from '../message/open.ts';
import { keepModelChoice } from '../model/choice.ts';
import { pathOf } from '../workspace/path.ts';
import { applyAnswer } from '../workspace/store.ts';

interface FirstWords {
  appId: string;
  text: string;
  files: readonly FilePart[];
  modelId: string | null;
  userId: number;
}

/**
 * Makes a channel and sends its first message, which shows at once where the channel is opened.
 * @returns the channel's address
 * @throws what making the channel does; its failure is the caller's to show
 */
export async function startChannel({ appId, text, files, modelId, userId }: FirstWords): Promise<string> {
  const channel = await api.channel.create.mutate(
    { appId, clientKey: newId() },
    { context: { silent: true } },
  );
  applyAnswer({ channels: [channel] });
  keepModelChoice(channel.id, modelId);
  const { store, outbox } = openChannel(channel.id, userId);
  store.startEmpty();
  outbox.send(text, { ...(modelId && { modelId }), ...(files.length > 0 && { files }) });
  return pathOf.channel(channel);
}
