import type { Assistant } from '@tandem/shared/assistant/schema';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useChatModels } from '../../entities/model/queries.ts';
import { AssistantPortrait } from '../../ui/portrait/AssistantPortrait.tsx';
import classes from './AssistantCard.module.css';
import { StartButton } from './StartButton.tsx';

/** An assistant in the gallery: name, purpose, model and a button that starts a chat. */
export function AssistantCard({ assistant }: { assistant: Assistant }) {
  const { t } = useTranslation('assistant');
  const { id, name, avatar, description } = assistant;
  const models = useChatModels();
  const model = models.find((each) => each.id === assistant.modelId)?.name ?? t('defaultModel');
  return (
    <article className={classes.card}>
      <AssistantPortrait name={name} avatar={avatar} size={40} />
      <div className={classes.body}>
        <h3 className={classes.name}>
          <Link to={`/assistant?id=${id}`}>{name}</Link>
          {assistant.isDefault && <span className={classes.mark}>{t('default')}</span>}
        </h3>
        <p className={classes.words}>{description || t('noDescription')}</p>
        <div className={classes.foot}>
          <span className={classes.model}>{model}</span>
          <StartButton assistant={assistant} compact />
        </div>
      </div>
    </article>
  );
}
