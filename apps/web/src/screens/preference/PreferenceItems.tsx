import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconLanguage, IconSunMoon } from '@tabler/icons-react';
import { languageSchema, languages } from '@tandem/shared/user/schema';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../lib/i18n/choose-language.ts';
import { choiceOf, schemeOf, themeChoiceSchema } from '../../theme/color-scheme.ts';
import { languageNames } from '../../ui/languages.ts';

/** Menu entries for theme and language. */
export function PreferenceItems() {
  return (
    <>
      <ThemeItems />
      <LanguageItems />
    </>
  );
}

function ThemeItems() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconSunMoon size={16} stroke={1.75} />}>
          {t('theme.label')}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup
          value={choiceOf(colorScheme)}
          onChange={(choice) => setColorScheme(schemeOf(themeChoiceSchema.parse(choice)))}
        >
          <Menu.RadioItem value="light">{t('theme.light')}</Menu.RadioItem>
          <Menu.RadioItem value="dark">{t('theme.dark')}</Menu.RadioItem>
          <Menu.RadioItem value="system">{t('theme.system')}</Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

function LanguageItems() {
  const { t, i18n } = useTranslation();
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconLanguage size={16} stroke={1.75} />}>{t('language')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup
          value={i18n.language}
          onChange={(language) => void chooseLanguage(languageSchema.parse(language))}
        >
          {languages.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={language}>
              {languageNames[language]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
