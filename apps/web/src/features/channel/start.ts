import type { FilePart } from '@tandem/shared/message/parts';
import { openChannel } from '../../entities/message/open.ts';
import type { AnswerChoice } from '../../entities/model/AnswerTools.tsx';
import { keepModelChoice } from '../../entities/model/choice.ts';
import { keepDrawingChoice } from '../../entities/model/drawing.ts';
import { chooseWorkspace } from '../../entities/model/workspace-choice.ts';
import { pathOf } from '../../entities/workspace/path.ts';
import { applyAnswer } from '../../entities/workspace/store.ts';
import { newId } from '../../lib/ids.ts';
import { api } from '../../lib/trpc.ts';

interface FirstWords {
  appId: string;
  kind?: 'chat' | 'agent';
  /** Done with the channel before anything is sent. */
  prepare?: ((channelId: string) => Promise<unknown>) | undefined;
  text: string;
  files: readonly FilePart[];
  choice: Pick<AnswerChoice, 'modelId' | 'drawer' | 'drawing' | 'workspace'>;
  userId: number;
}

/**
 * Makes a channel and sends its first message, which shows at once where the channel is opened.
 * @returns the channel's address
 * @throws what making the channel does; its failure is the caller's to show
 */
export async function startChannel(first: FirstWords): Promise<string> {
  const { appId, kind = 'chat', text, files, choice, userId } = first;
  const channel = await api.channel.create.mutate(
    { appId, kind, clientKey: newId() },
    { context: { silent: true } },
  );
  applyAnswer({ channels: [channel] });
  await first.prepare?.(channel.id);
  const { modelId, drawer, drawing, workspace } = choice;
  keepModelChoice(channel.id, modelId);
  if (drawer) keepDrawingChoice(channel.id, drawing);
  if (workspace) chooseWorkspace(channel.id, true);
  const { store, outbox } = openChannel(channel.id, userId);
  store.startEmpty();
  outbox.send(text, {
    ...(modelId && { modelId }),
    ...(drawer && { drawing }),
    ...(workspace && { workspace }),
    ...(files.length > 0 && { files }),
  });
  return pathOf.channel(channel);
}
