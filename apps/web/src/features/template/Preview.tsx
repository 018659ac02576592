import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Template } from '@tandem/shared/template/schema';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTemplate } from '../../entities/template/queries.ts';
import type { GalleryView } from '../../entities/template/store.ts';
import { describeError } from '../../lib/errors.ts';
import { localeOf } from '../../lib/i18n/locale.ts';
import { Markdown } from '../../ui/markdown/Markdown.tsx';
import { Loading } from '../../ui/page/Loading.tsx';
import classes from './Preview.module.css';
import { PreviewFoot } from './PreviewFoot.tsx';
import { TemplateIcon } from './TemplateIcon.tsx';

interface PreviewProps {
  templateId: string;
  /** Options with which the gallery opened. */
  view: GalleryView;
  onBack(): void;
}

/** One template with everything its copy will contain, before it is chosen. */
export function Preview({ templateId, view, onBack }: PreviewProps) {
  const { t } = useTranslation('template');
  const { data: template, error, isPending } = useTemplate(templateId);
  // The card that was pressed is gone, and with it the focus.
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <>
      <div className={classes.bar}>
        <Button
          ref={back}
          data-autofocus
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
          onClick={onBack}
        >
          {t('preview.back')}
        </Button>
      </div>
      {isPending && <Loading />}
      {error && (
        <div className={classes.failed} role="alert">
          <p>{t('preview.failed')}</p>
          <p>{describeError(error)}</p>
        </div>
      )}
      {template && (
        <>
          <Content template={template} />
          <PreviewFoot template={template} view={view} onRemoved={onBack} />
        </>
      )}
    </>
  );
}

function Content({ template }: { template: Template }) {
  const { t, i18n } = useTranslation('template');
  const { icon, kind, name, description, creator, createdAt } = template;
  const savedAt =
    createdAt && new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium' }).format(createdAt);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what is longer than the dialog
    <section className={classes.scroll} aria-label={name} tabIndex={0}>
      <header className={classes.head}>
        <TemplateIcon icon={icon} kind={kind} big />
        <div>
          <h2 className={classes.name}>{name}</h2>
          <p className={classes.meta}>
            {t(`kind.${kind}`)} · {t(`category.${template.category}`)} ·{' '}
            {creator && savedAt ? t('preview.by', { name: creator.name, date: savedAt }) : t('preview.own')}
          </p>
        </div>
      </header>
      {description && <p className={classes.description}>{description}</p>}
      {kind === 'document' ? (
        <div className={classes.sheet}>
          {/* Only documents know what these are. */}
          <Markdown text={template.document.replaceAll(/^> \[!\w+\]\n/gmu, '')} />
        </div>
      ) : (
        <Assistant template={template} />
      )}
    </section>
  );
}

/** The instructions and tools of an assistant in a template. */
function Assistant({ template: { instructions, starters, tools } }: { template: Template }) {
  const { t } = useTranslation('template');
  return (
    <div className={classes.columns}>
      <Section title={t('preview.instructions')}>
        {instructions ? (
          <div className={classes.instructions}>{instructions}</div>
        ) : (
          <p className={classes.none}>{t('preview.noInstructions')}</p>
        )}
      </Section>
      <div className={classes.side}>
        {starters.length > 0 && (
          <Section title={t('preview.starters')}>
            <ul className={classes.starters}>
              {starters.map((starter) => (
                <li key={starter}>{starter.replace(/```\w*/g, '').trim()}</li>
              ))}
            </ul>
          </Section>
        )}
        {tools.length > 0 && (
          <Section title={t('preview.tools')}>
            <ul className={classes.tools}>
              {tools.map((tool) => (
                <li key={tool}>{t([`tool.${tool}`, tool] as unknown as 'tool.calculator')}</li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {children}
    </section>
  );
}
