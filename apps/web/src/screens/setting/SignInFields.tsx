import { Anchor, Switch } from '@mantine/core';
import type { InstallationSetting } from '@tandem/shared/setting/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SettingForm } from '../../ui/page/SettingForm.tsx';
import { changeSetting } from './queries.ts';
import classes from './SettingScreen.module.css';
import { Source } from './Source.tsx';

/** The ways in. */
export function SignInFields({
  stored,
  reset,
}: {
  stored: InstallationSetting;
  reset(name: 'emailCodes'): void;
}) {
  const { t } = useTranslation('admin');
  const [codes, setCodes] = useState<boolean | null>(null);
  const [off, setOff] = useState<string[] | null>(null);
  const storedOff = stored.providers.filter(({ enabled }) => !enabled).map(({ id }) => id);
  const shownOff = off ?? storedOff;
  const shownCodes = codes ?? stored.emailCodes.value;
  const codesChanged = shownCodes !== stored.emailCodes.value;
  const offChanged = shownOff.toSorted().join() !== storedOff.toSorted().join();
  const clear = () => {
    setCodes(null);
    setOff(null);
  };
  return (
    <SettingForm
      title={t('setting.signIn.title')}
      words={t('setting.signIn.words')}
      changed={codesChanged || offChanged}
      onReset={clear}
      onSave={async () => {
        await changeSetting({
          ...(codesChanged && { emailCodes: shownCodes }),
          ...(offChanged && { disabledProviders: shownOff }),
        });
        clear();
      }}
    >
      <div>
        <Switch
          label={t('setting.signIn.codes')}
          description={t('setting.signIn.codesWords')}
          checked={shownCodes}
          disabled={stored.emailCodes.source === 'environment'}
          onChange={(event) => setCodes(event.currentTarget.checked)}
        />
        <Source
          setting={stored.emailCodes}
          label={t('setting.signIn.codes')}
          onReset={() => reset('emailCodes')}
          indented
        />
      </div>
      {stored.providers.map(({ id, name, issuer }) => (
        <Switch
          key={id}
          label={t('setting.signIn.provider', { name })}
          description={issuer}
          checked={!shownOff.includes(id)}
          onChange={(event) =>
            setOff(event.currentTarget.checked ? shownOff.filter((each) => each !== id) : [...shownOff, id])
          }
        />
      ))}
      {stored.providers.length === 0 && <p className={classes.note}>{t('setting.signIn.none')}</p>}
      <p className={classes.note}>{t('setting.signIn.wayBack')}</p>
      <p className={classes.note}>
        {t('setting.signIn.joining')}{' '}
        <Anchor component={Link} to="/admin/preference" underline="always" size="sm">
          {t('nav.preference')}
        </Anchor>
      </p>
    </SettingForm>
  );
}
