import { TextInput } from '@mantine/core';
import { emojiSchema } from '@tandem/shared/message/schema';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import groups from 'unicode-emoji-json/data-by-group.json';
import classes from './ReactButton.module.css';

const COLUMNS = 8;
/** Most results shown; for more the query must be narrower. */
const MAX_FOUND = 96;

/** The emoji that the server accepts, so that none is offered that it would refuse. */
const known = groups.map(({ slug, emojis }) => ({
  slug,
  emojis: emojis.filter(({ emoji }) => emojiSchema.safeParse(emoji).success),
}));

/** Every emoji, by group, or found by its English name. */
export default function EmojiPicker({ onPick }: { onPick(emoji: string): void }) {
  const { t } = useTranslation('chat');
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  // The first time, this code loads after the popover has already looked for an element to focus.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = words.join(' ');
  const shown = useMemo(() => {
    if (wanted === '') return known;
    const found = known
      .flatMap(({ emojis }) => emojis)
      .filter(({ name }) => wanted.split(' ').every((word) => name.includes(word)))
      .slice(0, MAX_FOUND);
    return found.length > 0 ? [{ slug: '', emojis: found }] : [];
  }, [wanted]);

  const buttons = () => [...(results.current?.querySelectorAll('button') ?? [])];
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
    const all = buttons();
    const at = all.indexOf(event.target as HTMLButtonElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
  };

  let isFirst = true;
  return (
    <div className={classes.picker}>
      <TextInput
        ref={field}
        size="xs"
        data-autofocus
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        placeholder={t('reaction.search')}
        aria-label={t('reaction.search')}
        onKeyDown={(event) => {
          const first = buttons()[0];
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            first?.focus();
          } else if (event.key === 'Enter' && wanted !== '' && first?.textContent) onPick(first.textContent);
        }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move among the buttons in it */}
      <div ref={results} className={classes.results} onKeyDown={move}>
        {shown.map(({ slug, emojis }) => (
          <section key={slug} style={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 15rem' }}>
            {slug !== '' && <p className={classes.group}>{groupName(t, slug)}</p>}
            <div className={classes.grid}>
              {emojis.map(({ emoji, name }) => {
                const tabIndex = isFirst ? 0 : -1;
                isFirst = false;
                return (
                  <button
                    key={emoji}
                    type="button"
                    tabIndex={tabIndex}
                    aria-label={name}
                    title={name}
                    onClick={() => onPick(emoji)}
                  >
                    {emoji}
                  </button>
                );
              })}
            </div>
          </section>
        ))}
        {shown.length === 0 && (
          <p className={classes.none} role="status">
            {t('reaction.none')}
          </p>
        )}
      </div>
    </div>
  );
}

function groupName(t: ReturnType<typeof useTranslation<'chat'>>['t'], slug: string): string {
  // One label for each group in the data.
  const names: Record<string, string> = {
    smileys_emotion: t('reaction.group.smileys'),
    people_body: t('reaction.group.people'),
    animals_nature: t('reaction.group.animals'),
    food_drink: t('reaction.group.food'),
    travel_places: t('reaction.group.travel'),
    activities: t('reaction.group.activities'),
    objects: t('reaction.group.objects'),
    symbols: t('reaction.group.symbols'),
    flags: t('reaction.group.flags'),
  };
  return names[slug] ?? '';
}
