import { useTranslation } from 'react-i18next';
import { useSomeTemplates } from '../../entities/template/queries.ts';
import { openTemplates } from '../../entities/template/store.ts';
import classes from './HomeTemplates.module.css';
import { TemplateCard } from './TemplateCard.tsx';

const SHOWN = 4;

/** A few templates, and the way to all of them. Without an answer there is nothing to show. */
export function HomeTemplates() {
  const { t } = useTranslation('template');
  const { data } = useSomeTemplates(SHOWN);
  // Hidden from a person who may use none of them.
  if (!data?.list.some(({ abilities }) => abilities.choose)) return null;
  return (
    <section className={classes.section} aria-labelledby="home-templates">
      <div className={classes.head}>
        <h2 id="home-templates" className={classes.title}>
          {t('title')}
        </h2>
        <button type="button" className={classes.all} onClick={() => openTemplates()}>
          {t('home.all')}
        </button>
      </div>
      <ul className={classes.grid}>
        {data.list.map((template) => (
          <li key={template.id}>
            <TemplateCard template={template} onOpen={(templateId) => openTemplates({ templateId })} />
          </li>
        ))}
      </ul>
    </section>
  );
}
