import type { DefaultReactSuggestionItem } from '@blocknote/react';
import type { TFunction } from 'i18next';
import { useWorkspace } from '../../../../entities/workspace/store.ts';
import { anySpelt, fitOf, loadSpelling } from '../../../../lib/spelling.ts';
import { cached } from '../../../../lib/trpc.ts';
import { KindIcon } from '../../../../ui/KindIcon.tsx';
import { Portrait } from '../../../../ui/portrait/Portrait.tsx';
import type { DocumentEditor } from '../schema.ts';

/** The audience of a document changes rarely. Milliseconds. */
const FRESH_MS = 60_000;
const FEW = 6;

/** Items after an `@`: people who can see the document, and channels and documents that its writer sees. */
export function mentionItems(editor: DocumentEditor, documentId: string, t: TFunction<'document'>) {
  const insert = (kind: 'user' | 'channel', id: string, label: string) =>
    editor.insertInlineContent([{ type: 'mention', props: { kind, id, label } }, ' ']);
  return async (query: string): Promise<DefaultReactSuggestionItem[]> => {
    const wanted = query.trim().toLocaleLowerCase();
    const { list } = await cached.channel.people
      .fetch(
        { channelId: documentId, limit: FEW, ...(wanted !== '' && { query: wanted }) },
        { staleTime: FRESH_MS },
      )
      .catch(() => ({ list: [] }));
    const { channels, apps } = useWorkspace.getState().tree;
    const places = [...channels.values()].filter(({ id, name }) => id !== documentId && name !== '');
    const fit = wanted !== '' && anySpelt(places.map(({ name }) => name)) ? await loadSpelling() : undefined;
    const found = places
      .filter(({ name }) => wanted === '' || fitOf(name, wanted, fit) !== null)
      .sort((a, b) => b.activeAt.getTime() - a.activeAt.getTime())
      .slice(0, FEW);
    return toldApart([
      ...list.map(({ id, name, avatar }) => ({
        title: name,
        group: t('mention.people'),
        icon: <Portrait name={name} avatar={avatar} size={20} />,
        onItemClick: () => insert('user', String(id), name),
      })),
      ...found.map(({ id, name, kind, icon, appId }) => ({
        title: name,
        subtext: apps.get(appId)?.name ?? '',
        group: t('mention.places'),
        icon: icon ? <span>{icon}</span> : <KindIcon kind={kind} size={18} />,
        onItemClick: () => insert('channel', id, name),
      })),
    ]);
  };
}

const INVISIBLE = '\u2060';

/**
 * The library knows its lines by their titles: of two with one name, one would stay behind when the list changes. The
 * second has an invisible character more, and so on.
 */
export function toldApart<Item extends { title: string }>(items: readonly Item[]): Item[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const times = seen.get(item.title) ?? 0;
    seen.set(item.title, times + 1);
    return times === 0 ? item : { ...item, title: item.title + INVISIBLE.repeat(times) };
  });
}
