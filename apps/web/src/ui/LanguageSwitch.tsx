import { UnstyledButton } from '@mantine/core';
import { languages } from '@tandem/shared/user/schema';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../lib/i18n/choose-language.ts';
import classes from './LanguageSwitch.module.css';
import { languageNames } from './languages.ts';

/** The languages in a row, for pages before sign-in. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <fieldset className={classes.row} aria-label={t('language')}>
      {languages.map((language) => (
        <UnstyledButton
          key={language}
          lang={language}
          className={classes.language ?? ''}
          aria-pressed={i18n.language === language}
          onClick={() => void chooseLanguage(language)}
        >
          {languageNames[language]}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
