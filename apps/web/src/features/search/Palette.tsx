import { Loader, Modal } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { anySpelt, useFit } from '../../lib/spelling.ts';
import { useIsPhone } from '../../ui/page/shell.ts';
import { type Command, type Filter, foundSections, type PaletteItem, restingSections } from './items.ts';
import { KindFilter } from './KindFilter.tsx';
import { MoreRow } from './MoreRow.tsx';
import classes from './Palette.module.css';
import { PaletteEnd } from './PaletteEnd.tsx';
import { PaletteRow } from './PaletteRow.tsx';
import { closePalette, takeTyped, usePalette } from './palette.ts';
import { useHits } from './use-hits.ts';

/** Id of the line that loads more results. */
const MORE = 'more';

interface PaletteProps {
  /** The available commands. */
  commands: readonly Command[];
}

/** The command palette: finds channels, apps, people, messages and commands in one list. */
export default function Palette({ commands }: PaletteProps) {
  const { t } = useTranslation('search');
  const isPhone = useIsPhone();
  const { opened, composing } = usePalette();
  return (
    <Modal.Root
      opened={opened}
      onClose={() => closePalette()}
      // The code may load after the opener has lost the focus, so the palette remembers it.
      returnFocus={false}
      // Does not interrupt a word that an input method began before the field existed.
      trapFocus={!composing}
      size={620}
      yOffset={isPhone ? 0 : '12dvh'}
      xOffset={isPhone ? 0 : 16}
      fullScreen={isPhone}
      centered={false}
      transitionProps={{ duration: 80 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')} radius={isPhone ? 0 : 'lg'}>
        <PaletteBody commands={commands} />
      </Modal.Content>
    </Modal.Root>
  );
}

function* namesOf(things: ReadonlyMap<string, { name: string }>): Generator<string> {
  for (const { name } of things.values()) yield name;
}

function PaletteBody({ commands }: PaletteProps) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  /** The line selected by the reader; null for the first. */
  const [chosen, setChosen] = useState<string | null>(null);
  /** Number of lines when "more" was selected. */
  const [known, setKnown] = useState(0);
  const apps = useWorkspace((state) => state.tree.apps);
  const channels = useWorkspace((state) => state.tree.channels);
  const openId = useWorkspace((state) => state.openChannelId);
  const wanted = useDeferredValue(typed);
  const found = useHits(typed, filter);
  const spelt = useMemo(
    () => anySpelt([...commands.map(({ label }) => label), ...namesOf(apps), ...namesOf(channels)]),
    [commands, apps, channels],
  );
  const fit = useFit(spelt);
  const resting = wanted.trim() === '' && filter === 'all';

  const sections = useMemo(
    () =>
      resting
        ? restingSections({ apps, channels }, openId, commands)
        : foundSections({ apps, channels }, { query: wanted, fit }, filter, commands, found.hits),
    [apps, channels, openId, commands, resting, wanted, filter, found.hits, fit],
  );
  const items = useMemo(() => sections.flatMap((section) => section.items), [sections]);
  const hasMore = !resting && found.hasMore;
  const lineCount = items.length + (hasMore ? 1 : 0);
  // If "more" was selected, selection moves to the first new line, or to the last one.
  const came = chosen === MORE ? (items[known] ?? (hasMore ? undefined : items.at(-1))) : undefined;
  const isAtMore = hasMore && chosen === MORE && !came;
  const at = isAtMore
    ? items.length
    : Math.max(
        0,
        items.findIndex(({ key }) => key === (came?.key ?? chosen)),
      );
  const active = items[at];
  const pointAtMore = () => {
    setKnown(items.length);
    setChosen(MORE);
  };

  // The dialog focuses it only after its transition.
  useLayoutEffect(() => (field.current ? takeTyped(field.current, setTyped) : undefined), []);

  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);

  const choose = (next: number) => {
    if (lineCount === 0) return;
    const item = items[(next + lineCount) % lineCount];
    if (item) setChosen(item.key);
    else pointAtMore();
  };
  const change = (text: string) => {
    setTyped(text);
    setChosen(null);
  };
  const pick = (next: Filter) => {
    setFilter(next);
    setChosen(null);
    field.current?.focus();
  };
  const go = (item: PaletteItem | undefined, elsewhere: boolean) => {
    if (!item) return;
    const stays = !item.to || elsewhere || item.to.split(/[?#]/)[0] === location.pathname;
    if (item.to?.startsWith('mailto:')) location.href = item.to;
    else if (item.to && elsewhere) window.open(item.to, '_blank', 'noopener');
    else if (item.to) navigate(item.to);
    // A new screen takes the focus itself.
    closePalette({ returnFocus: stays });
    // Runs after the focus was restored, so that a dialog opened by the command can take it.
    if (item.run) requestAnimationFrame(item.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') choose(at + 1);
    else if (event.key === 'ArrowUp') choose(at - 1);
    else if (event.key === 'PageDown') choose(Math.min(lineCount - 1, at + 8));
    else if (event.key === 'PageUp') choose(Math.max(0, at - 8));
    else if (event.key === 'Enter' && isAtMore) found.loadMore();
    else if (event.key === 'Enter') go(active, event.metaKey || event.ctrlKey);
    else if (event.key === 'Backspace' && typed === '' && filter !== 'all') setFilter('all');
    else return;
    event.preventDefault();
  };

  let position = -1;
  return (
    <div className={classes.palette}>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          ref={field}
          data-autofocus
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-label={t('label')}
          {...((active || isAtMore) && { 'aria-activedescendant': `${id}-${at}` })}
          placeholder={t('placeholder')}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {!found.settled && <Loader size={14} color="gray" aria-hidden />}
        <button
          type="button"
          className={classes.close}
          aria-label={t('close')}
          onClick={() => closePalette()}
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </button>
      </div>
      <div className={classes.filter}>
        <KindFilter filter={filter} onPick={pick} />
      </div>
      <div className={classes.list} id={`${id}-list`} role="listbox" aria-label={t('results')}>
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element of HTML is here
          <div key={section.id} role="group" aria-labelledby={`${id}-${section.id}`}>
            <div className={classes.heading} id={`${id}-${section.id}`} role="presentation">
              {t(`group.${section.id}`)}
            </div>
            {section.items.map((item) => {
              position++;
              const index = position;
              return (
                <PaletteRow
                  key={item.key}
                  id={`${id}-${index}`}
                  item={item}
                  query={resting ? '' : wanted}
                  active={index === at}
                  onPoint={() => setChosen(item.key)}
                  onGo={(elsewhere) => go(item, elsewhere)}
                />
              );
            })}
          </div>
        ))}
        {hasMore && (
          <MoreRow
            id={`${id}-${items.length}`}
            active={isAtMore}
            isLoading={found.isLoadingMore}
            isEager={!found.error}
            onPoint={pointAtMore}
            onLoad={found.loadMore}
          />
        )}
      </div>
      <PaletteEnd
        query={wanted.trim()}
        filter={filter}
        count={items.length}
        more={filter === 'all' && !resting ? sections.filter((section) => section.more) : []}
        found={found}
        onPick={pick}
      />
    </div>
  );
}
