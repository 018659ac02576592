import type { Assistant } from '@tandem/shared/assistant/schema';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../../entities/model/queries.ts';
import { AssistantPortrait } from '../../ui/portrait/AssistantPortrait.tsx';
import classes from './AssistantView.module.css';

/** An assistant for a person who may talk to it but not change it. */
export function AssistantView({ assistant }: { assistant: Assistant }) {
  const { t } = useTranslation('assistant');
  const { name, avatar, description, starters, modelId } = assistant;
  const model = useChatModels().find(({ id }) => id === modelId)?.name ?? t('defaultModel');
  return (
    <div className={classes.place}>
      <AssistantPortrait name={name} avatar={avatar} size={72} />
      <h1>{name}</h1>
      <p className={classes.words}>{description || t('noDescription')}</p>
      <p className={classes.model}>{model}</p>
      {starters.length > 0 && (
        <ul aria-label={t('field.starters')}>
          {starters.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p className={classes.note}>{t('viewOnly')}</p>
    </div>
  );
}
