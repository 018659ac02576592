import { Menu } from '@mantine/core';
import { IconBrush, IconChevronDown, IconUsers } from '@tabler/icons-react';
import type { Model } from '@tandem/shared/provider/schema';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { anySpelt, fitOf, useFit } from '../../lib/spelling.ts';
import { focusComposer } from '../message/focus.ts';
import classes from './ModelPicker.module.css';
import { makerOf } from './maker.ts';
import { pricesOf } from './price.ts';

/** More models than this are searched. */
const MANY = 8;

interface ModelPickerProps {
  models: readonly Model[];
  /** Null: the assistant's own. */
  value: string | null;
  /** The assistant's own model, if it has one. */
  defaultId: string | null;
  onChange(modelId: string | null): void;
  /** Makes a model the assistant's own for everyone; absent: this person may not. */
  onForEveryone?: ((modelId: string) => void) | undefined;
}

/** Chooses what the next answer is written with. */
export function ModelPicker({ models, value, defaultId, onChange, onForEveryone }: ModelPickerProps) {
  const { t } = useTranslation('chat');
  const { t: tAssistant } = useTranslation('assistant');
  const [query, setQuery] = useState('');
  const chose = useRef(false);
  const own = models.find((model) => model.id === defaultId) ?? models[0];
  const chosen = models.find((model) => model.id === value) ?? own;
  const fit = useFit(query !== '' && anySpelt(models.map(wordsOf)));
  const groups = useMemo(() => {
    const found =
      query.trim() === '' ? models : models.filter((model) => fitOf(wordsOf(model), query, fit) !== null);
    return [...Map.groupBy(found, groupOf).values()];
  }, [models, query, fit]);
  if (!chosen) return null;
  // With one model there is nothing to choose; its name still says what answers.
  if (models.length === 1) return <span className={classes.only}>{chosen.name}</span>;

  return (
    <Menu
      // If there is no space below, as in a channel, it opens upwards automatically.
      position="bottom-start"
      width={280}
      onOpen={() => {
        chose.current = false;
      }}
      onClose={() => setQuery('')}
      // After a choice the composer gets the focus; otherwise the button gets it back.
      onExitTransitionEnd={() => chose.current && focusComposer()}
      withinPortal
    >
      <Menu.Target>
        <button
          type="button"
          className={classes.target}
          aria-label={t('model.choose', { name: chosen.name })}
        >
          {chosen.kind === 'image' && <IconBrush size={14} stroke={1.75} aria-hidden />}
          <span>{chosen.name}</span>
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        {models.length > MANY && (
          <Menu.Search
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            placeholder={t('model.search')}
            aria-label={t('model.search')}
          />
        )}
        {groups.map((group) => (
          <div key={group[0] && groupOf(group[0])}>
            <Menu.Label>
              {group[0]?.kind === 'image' ? t('model.pictures') : group[0]?.provider.name}
            </Menu.Label>
            {group.map((model) => (
              <Menu.RadioItem
                key={model.id}
                value={model.id}
                checked={model.id === chosen.id}
                closeMenuOnClick
                onClick={() => {
                  chose.current = true;
                }}
                onChange={() => onChange(model.id === own?.id ? null : model.id)}
              >
                {model.name}
                {model.id === own?.id && <small className={classes.note}>{t('model.default')}</small>}
                <About model={model} />
              </Menu.RadioItem>
            ))}
          </div>
        ))}
        {onForEveryone && chosen.kind === 'chat' && chosen.id !== own?.id && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconUsers size={16} stroke={1.75} aria-hidden />}
              onClick={() => onForEveryone(chosen.id)}
            >
              {tAssistant('forEveryone')}
              <small className={classes.note}>{chosen.name}</small>
            </Menu.Item>
          </>
        )}
        {groups.length === 0 && <p className={classes.none}>{t('model.none')}</p>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A model's maker, if its provider is a gateway, and its price. */
function About({ model }: { model: Model }) {
  const { t, i18n } = useTranslation('chat');
  const prices = pricesOf(model, i18n.language);
  const cost =
    prices === 'free'
      ? t('model.free')
      : prices && t(`model.price.${prices.per}`, { prices: prices.prices.join(' / ') });
  const words = [model.kind === 'image' ? model.provider.name : makerOf(model.modelId), cost].filter(Boolean);
  return words.length > 0 && <small className={classes.about}>{words.join(' · ')}</small>;
}

/** The searched text of a model. */
function wordsOf({ name, provider }: Model): string {
  return `${name} ${provider.name}`;
}

/** Image models form one group, whatever their provider. */
function groupOf({ kind, provider }: Model): string {
  return kind === 'image' ? kind : provider.id;
}
