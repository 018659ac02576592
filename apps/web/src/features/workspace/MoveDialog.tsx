import { Modal } from '@mantine/core';
import { IconMessage, IconMessages, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { moveChannel } from './actions.ts';
import { setExpanded } from './expanded.ts';
import classes from './MoveDialog.module.css';
import { canNest, moveInto } from './move.ts';
import { useWorkspace } from './store.ts';
import { type ChildIndex, subtreeOf, type Tree } from './tree.ts';

interface Destination {
  /** Null: the app's top. */
  parentId: string | null;
  name: string;
  depth: number;
  /** Whether the channel stands there now. */
  current: boolean;
}

/** Chooses where a channel goes, by keyboard or finger as well as by pointer. */
export function MoveDialog({ channelId, onClose }: { channelId: string; onClose(): void }) {
  const { t } = useTranslation('workspace');
  const tree = useWorkspace((state) => state.tree);
  const index = useWorkspace((state) => state.index);
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const [chosen, setChosen] = useState<number | null>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const id = useId();
  const { kind } = tree.channels.get(channelId) ?? {};
  const untitled = t('channel.untitled', { context: kind });

  const all = useMemo(
    () => destinationsOf(tree, index, channelId, untitled),
    [tree, index, channelId, untitled],
  );
  const found = useMemo(() => {
    const text = wanted.trim().toLocaleLowerCase();
    return text === '' ? all : all.filter(({ name }) => name.toLocaleLowerCase().includes(text));
  }, [all, wanted]);
  // Until something is chosen, the first place it can go.
  const first = Math.max(
    0,
    found.findIndex(({ current }) => !current),
  );
  const at = Math.min(chosen ?? first, found.length - 1);

  const go = (destination: Destination | undefined) => {
    if (!destination || destination.current) return;
    const move = moveInto({ channels: tree.channels, index }, channelId, destination.parentId);
    if (destination.parentId) setExpanded([destination.parentId], true);
    if (move) void moveChannel(move);
    onClose();
  };
  const choose = (next: number) => {
    const within = Math.max(0, Math.min(found.length - 1, next));
    setChosen(within);
    list.current?.scrollToIndex(within, { align: 'nearest' });
  };

  const name = tree.channels.get(channelId)?.name || untitled;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('move.title', { name })}
      size="sm"
      padding="md"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.search}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-label={t('move.search')}
          placeholder={t('move.search')}
          {...(found.length > 0 && { 'aria-activedescendant': `${id}-${at}` })}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(null);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'ArrowDown') choose(at + 1);
            else if (event.key === 'ArrowUp') choose(at - 1);
            else if (event.key === 'Enter') go(found[at]);
            else return;
            event.preventDefault();
          }}
        />
      </div>
      <div ref={viewport} className={classes.list} id={id} role="listbox" aria-label={t('move.places')}>
        <Virtualizer ref={list} scrollRef={viewport} data={found} keepMounted={at >= 0 ? [at] : []}>
          {(destination, position) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus
            <div
              key={destination.parentId ?? 'top'}
              id={`${id}-${position}`}
              role="option"
              tabIndex={-1}
              aria-selected={position === at && !destination.current}
              {...(destination.current && { 'aria-disabled': true })}
              className={classes.option}
              style={{ paddingInlineStart: 10 + (wanted.trim() === '' ? destination.depth * 16 : 0) }}
              onPointerMove={() => setChosen(position)}
              onClick={() => go(destination)}
            >
              {destination.parentId === null ? (
                <IconMessages size={16} stroke={1.75} aria-hidden />
              ) : (
                <IconMessage size={16} stroke={1.75} aria-hidden />
              )}
              <span>{destination.name}</span>
              {destination.current ? (
                <small>{t('move.current')}</small>
              ) : (
                destination.parentId === null && <small>{t('move.top')}</small>
              )}
            </div>
          )}
        </Virtualizer>
        {found.length === 0 && <p className={classes.none}>{t('move.none')}</p>}
        {all.every(({ current }) => current) && found.length > 0 && (
          <p className={classes.none}>{t('move.nowhere')}</p>
        )}
      </div>
    </Modal>
  );
}

/** The places in the channel's app where it may go, and the one where it is, in the order of the tree. */
function destinationsOf(tree: Tree, index: ChildIndex, channelId: string, untitled: string): Destination[] {
  const channel = tree.channels.get(channelId);
  if (!channel) return [];
  const view = { channels: tree.channels, index };
  const below = subtreeOf(index, channelId);
  const places: Destination[] = [];
  const add = (parentId: string | null, name: string, depth: number) => {
    const current = parentId === channel.parentId;
    if (current || canNest(view, channelId, parentId)) places.push({ parentId, name, depth, current });
    for (const child of index.get(parentId ?? channel.appId) ?? [])
      if (!below.has(child.id)) add(child.id, child.name || untitled, depth + 1);
  };
  add(null, tree.apps.get(channel.appId)?.name ?? '', 0);
  return places;
}
