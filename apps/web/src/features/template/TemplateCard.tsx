import type { TemplateSummary } from '@tandem/shared/template/schema';
import { useTranslation } from 'react-i18next';
import classes from './TemplateCard.module.css';
import { TemplateIcon } from './TemplateIcon.tsx';

interface TemplateCardProps {
  template: TemplateSummary;
  onOpen(templateId: string): void;
}

/** A template in a list; a press looks at it. */
export function TemplateCard({ template, onOpen }: TemplateCardProps) {
  const { t } = useTranslation('template');
  const { id, icon, kind, name, description, category, group } = template;
  return (
    <button type="button" className={classes.card} data-template={id} onClick={() => onOpen(id)}>
      <TemplateIcon icon={icon} kind={kind} />
      <span className={classes.name}>{name}</span>
      <span className={classes.description}>{description}</span>
      <span className={classes.foot}>
        {t(`kind.${kind}`)} · {group === 'team' ? t('filter.team') : t(`category.${category}`)}
      </span>
    </button>
  );
}
