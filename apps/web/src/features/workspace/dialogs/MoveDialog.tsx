import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { moveChannel } from '../../../entities/workspace/actions.ts';
import { type Destination, destinationsOf } from '../../../entities/workspace/destinations.ts';
import { setExpanded } from '../../../entities/workspace/expanded.ts';
import { moveInto } from '../../../entities/workspace/move.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { anySpelt, fitOf, useFit } from '../../../lib/spelling.ts';
import { useFocusBack } from '../../../ui/focus/use-focus-back.ts';
import { AppIcon, KindIcon } from '../../../ui/KindIcon.tsx';
import classes from './MoveDialog.module.css';

/** Chooses where a channel goes, by keyboard or finger as well as by pointer. */
export function MoveDialog({ channelId, onClose }: { channelId: string; onClose(): void }) {
  useFocusBack();
  const { t } = useTranslation('workspace');
  const tree = useWorkspace((state) => state.tree);
  const index = useWorkspace((state) => state.index);
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const [chosen, setChosen] = useState<number | null>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const id = useId();
  const channel = tree.channels.get(channelId);

  const all = useMemo(() => destinationsOf(tree, index, channelId), [tree, index, channelId]);
  const nameOf = useCallback(
    ({ app, parent }: Destination) =>
      parent ? parent.name || t('channel.untitled', { context: parent.kind }) : app.name,
    [t],
  );
  const fit = useFit(useMemo(() => anySpelt(all.map(nameOf)), [all, nameOf]));
  const found = useMemo(
    () => (wanted.trim() === '' ? all : all.filter((each) => fitOf(nameOf(each), wanted, fit) !== null)),
    [all, wanted, nameOf, fit],
  );
  // Until something is chosen, the first place it can go.
  const first = Math.max(
    0,
    found.findIndex(({ current }) => !current),
  );
  const at = Math.min(chosen ?? first, found.length - 1);

  const go = (destination: Destination | undefined) => {
    if (!destination || destination.current) return;
    const { app, parent } = destination;
    const move = moveInto({ channels: tree.channels, index }, channelId, parent?.id ?? null, app.id);
    setExpanded([app.id, ...(parent ? [parent.id] : [])], true);
    if (move) void moveChannel(move);
    onClose();
  };
  const choose = (next: number) => {
    const within = Math.max(0, Math.min(found.length - 1, next));
    setChosen(within);
    list.current?.scrollToIndex(within, { align: 'nearest' });
  };

  const name = channel?.name || t('channel.untitled', { context: channel?.kind });
  const goesTo = found[at]?.app;
  const changesAudience = goesTo && goesTo.id !== channel?.appId && channel?.visibility !== 'private';
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
              key={destination.parent?.id ?? destination.app.id}
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
              {destination.parent === null ? (
                <AppIcon type={destination.app.type} />
              ) : (
                <KindIcon kind={destination.parent.kind} />
              )}
              <span>{nameOf(destination)}</span>
              {destination.current ? (
                <small>{t('move.current')}</small>
              ) : (
                destination.parent === null && <small>{t('move.top')}</small>
              )}
            </div>
          )}
        </Virtualizer>
        {found.length === 0 && <p className={classes.none}>{t('move.none')}</p>}
        {all.every(({ current }) => current) && found.length > 0 && (
          <p className={classes.none}>{t('move.nowhere')}</p>
        )}
      </div>
      <p className={classes.audience} role="status">
        {changesAudience && t(goesTo.personal ? 'move.personal' : 'move.audience', { app: goesTo.name })}
      </p>
    </Modal>
  );
}
