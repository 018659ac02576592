import { IconArrowUp } from '@tabler/icons-react';
import { MAX_SUGGESTION_PROMPT } from '@tandem/shared/suggestion/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GrowingText } from '../../entities/message/composer/GrowingText.tsx';
import classes from './PromptField.module.css';

interface PromptFieldProps {
  label: string;
  placeholder: string;
  onSend(prompt: string): void;
}

/** Words of one's own for the model: Enter sends, Shift+Enter begins a new line. */
export function PromptField({ label, placeholder, onSend }: PromptFieldProps) {
  const { t } = useTranslation('suggestion');
  const [text, setText] = useState('');
  const send = () => text.trim() !== '' && onSend(text.trim());
  return (
    <form
      className={classes.field}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <GrowingText
        value={text}
        onChange={setText}
        onEnter={send}
        maxLength={MAX_SUGGESTION_PROMPT}
        aria-label={label}
        placeholder={placeholder}
        className={classes.text ?? ''}
        data-autofocus
      />
      <button type="submit" className={classes.send} disabled={text.trim() === ''} aria-label={t('send')}>
        <IconArrowUp size={15} stroke={2} aria-hidden />
      </button>
    </form>
  );
}
