import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { MAX_STARTER_LENGTH, MAX_STARTERS } from '@tandem/shared/assistant/schema';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './AssistantFields.module.css';

interface StarterFieldProps {
  value: readonly string[];
  onChange(starters: string[]): void;
}

/** Questions that people find in an empty chat. */
export function StarterField({ value, onChange }: StarterFieldProps) {
  const { t } = useTranslation('assistant');
  const list = useRef<HTMLDivElement>(null);
  const focusLine = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus());
  const add = () => {
    if (value.length >= MAX_STARTERS) return;
    onChange([...value, '']);
    focusLine(value.length);
  };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('field.starters')}</legend>
      <p className={classes.note}>{t('field.startersNote')}</p>
      <div ref={list}>
        {value.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names, and are only added at the end
          <div key={index} className={classes.starter}>
            <TextInput
              value={text}
              maxLength={MAX_STARTER_LENGTH}
              placeholder={t('field.starterPlaceholder')}
              aria-label={t('field.starter', { number: index + 1 })}
              error={text.trim() === '' && value.length > 0 && text !== '' ? true : undefined}
              onChange={(event) =>
                onChange(value.map((each, at) => (at === index ? event.currentTarget.value : each)))
              }
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                if (text.trim() !== '') add();
              }}
            />
            <ActionIcon
              size={36}
              aria-label={t('field.removeStarter', { number: index + 1 })}
              onClick={() => {
                onChange(value.filter((_, at) => at !== index));
                focusLine(Math.max(0, index - 1));
              }}
            >
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          </div>
        ))}
      </div>
      {value.length < MAX_STARTERS && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={add}
        >
          {t('field.addStarter')}
        </Button>
      )}
    </fieldset>
  );
}
