import type { DocumentAppearance } from '@tandem/shared/document/appearance';
import type { DocumentAttributes } from '@tandem/shared/document/requests';
import { settle, showOptimistically, useWorkspace } from '../../entities/workspace/store.ts';
import { api, cached, trpc } from '../../lib/trpc.ts';

/** Cover and width of a document as everyone sees them; null until they are known. */
export function useAppearance(documentId: string): DocumentAppearance | null {
  const { data } = trpc.document.get.useQuery(
    { documentId },
    // Each connection begins with them as they are, and tells what becomes of them.
    { trpc: { context: { silent: true } }, staleTime: Number.POSITIVE_INFINITY },
  );
  return data ?? null;
}

/** Applies the appearance of a document, from a response or an event, unless a newer one is known. */
export function applyAppearance(documentId: string, appearance: DocumentAppearance): void {
  const { get } = cached.document;
  const held = get.getData({ documentId });
  // An answer that is under way may have been read before.
  if (!held) return void get.invalidate({ documentId });
  if (appearance.attributeRevision < held.attributeRevision) return;
  const { cover, coverY, isWide, attributeRevision } = appearance;
  get.setData({ documentId }, { ...held, cover, coverY, isWide, attributeRevision });
}

/** Changes cover or width, at once for who does it. A failure puts them back and shows as a toast. */
export async function changeAppearance(
  documentId: string,
  values: Pick<DocumentAttributes, 'cover' | 'coverY' | 'isWide'>,
): Promise<void> {
  const { get } = cached.document;
  const held = get.getData({ documentId });
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  if (held) get.setData({ documentId }, { ...held, ...given });
  try {
    applyAppearance(documentId, await api.document.setAttr.mutate({ documentId, ...values }));
  } catch {
    // The call has shown why.
    await get.invalidate({ documentId });
  }
}

/** Changes or removes the icon of a document, at once for the person who does it; in the tree as well. */
export async function changeIcon(documentId: string, icon: string): Promise<void> {
  const channel = useWorkspace.getState().tree.channels.get(documentId);
  if (!channel || channel.icon === icon) return;
  const undo = showOptimistically([{ ...channel, icon }]);
  const call = api.channel.update.mutate({ channelId: documentId, icon });
  await settle(
    call.then((changed) => ({ channels: [changed] })),
    undo,
  );
}
