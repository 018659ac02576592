import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { languageSchema, languages } from '@tandem/shared/user/schema';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../lib/i18n/choose-language.ts';
import { choiceOf, schemeOf, themeChoiceSchema } from '../../theme/color-scheme.ts';
import { languageNames } from '../../ui/languages.ts';
import page from '../../ui/page/Page.module.css';
import classes from './GeneralScreen.module.css';

const themes = ['light', 'dark', 'system'] as const;

/** Language and theme; each is in force as soon as it is chosen. */
export function LookFields() {
  const { t, i18n } = useTranslation(['settings', 'common']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const id = useId();
  return (
    <section className={page.section} aria-labelledby={id}>
      <h2 id={id} className={page.heading}>
        {t('look.title')}
      </h2>
      <div className={classes.fields}>
        <div className={classes.line}>
          <span>{t('look.language')}</span>
          <SegmentedControl
            aria-label={t('look.language')}
            value={i18n.language}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={(value) => void chooseLanguage(languageSchema.parse(value))}
          />
        </div>
        <div className={classes.line}>
          <span>{t('look.theme')}</span>
          <SegmentedControl
            aria-label={t('look.theme')}
            value={choiceOf(colorScheme)}
            data={themes.map((value) => ({ value, label: t(`common:theme.${value}`) }))}
            onChange={(value) => setColorScheme(schemeOf(themeChoiceSchema.parse(value)))}
          />
        </div>
      </div>
    </section>
  );
}
