import { Switch, Textarea } from '@mantine/core';
import { emailDomainSchema, type TeamChoices } from '@tandem/shared/team/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingForm } from '../../ui/page/SettingForm.tsx';
import classes from './PreferenceScreen.module.css';
import { changePreference } from './queries.ts';

/** The rules for joining without an invitation. */
export function JoiningFields({ stored }: { stored: TeamChoices }) {
  const { t } = useTranslation('admin');
  const [open, setOpen] = useState<boolean | null>(null);
  const [text, setText] = useState<string | null>(null);
  const { registration, emailDomains = [], publicDomains = [] } = stored;
  const storedOpen = registration === 'open';
  const shown = text ?? emailDomains.join('\n');
  const lines = shown.split(/[\s,;]+/).filter(Boolean);
  const bad = lines.filter((line) => !emailDomainSchema.safeParse(line).success);
  const clear = () => {
    setOpen(null);
    setText(null);
  };
  return (
    <SettingForm
      title={t('preference.joining.title')}
      words={t('preference.joining.words')}
      changed={(open ?? storedOpen) !== storedOpen || lines.join(' ') !== emailDomains.join(' ')}
      valid={bad.length === 0}
      onReset={clear}
      onSave={async () => {
        await changePreference({
          registration: (open ?? storedOpen) ? 'open' : 'invitation',
          emailDomains: lines,
        });
        clear();
      }}
    >
      <Switch
        label={t('preference.joining.open')}
        description={t('preference.joining.openWords')}
        checked={open ?? storedOpen}
        onChange={(event) => setOpen(event.currentTarget.checked)}
      />
      <Textarea
        label={t('preference.joining.domains')}
        description={t('preference.joining.domainsWords')}
        autosize
        minRows={2}
        maxRows={8}
        value={shown}
        error={bad.length > 0 && t('preference.joining.bad', { domains: bad.join(', ') })}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {publicDomains.length > 0 && (
        <p className={classes.words} role="status">
          {t('preference.joining.public', { domains: publicDomains.join(', ') })}
        </p>
      )}
    </SettingForm>
  );
}
