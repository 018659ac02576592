import { Button, TextInput } from '@mantine/core';
import { type InstallationSetting, mailFromSchema, smtpUrlSchema } from '@tandem/shared/setting/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { api } from '../../lib/trpc.ts';
import { SettingForm } from '../../ui/page/SettingForm.tsx';
import { changeSetting } from './queries.ts';
import classes from './SettingScreen.module.css';
import { Source } from './Source.tsx';

interface MailFieldsProps {
  stored: InstallationSetting;
  reset(name: 'smtpUrl' | 'mailFrom'): void;
}

/** Mail settings, with a button that sends a test. */
export function MailFields({ stored, reset }: MailFieldsProps) {
  const { t } = useTranslation('admin');
  const [server, setServer] = useState('');
  const [from, setFrom] = useState<string | null>(null);
  const { smtpUrl, mailFrom } = stored;
  const shownFrom = from ?? mailFrom.value;
  const fromChanged = shownFrom.trim() !== mailFrom.value;
  const badServer = server !== '' && !smtpUrlSchema.safeParse(server).success;
  const badFrom = fromChanged && !mailFromSchema.safeParse(shownFrom).success;
  const changed = server !== '' || fromChanged;
  const clear = () => {
    setServer('');
    setFrom(null);
  };
  return (
    <SettingForm
      title={t('setting.mail.title')}
      words={t('setting.mail.words')}
      changed={changed}
      valid={!badServer && !badFrom}
      onReset={clear}
      onSave={async () => {
        await changeSetting({
          ...(server !== '' && { smtpUrl: server.trim() }),
          ...(fromChanged && { mailFrom: shownFrom.trim() }),
        });
        clear();
      }}
    >
      <div>
        <TextInput
          label={t('setting.mail.server')}
          description={t('setting.mail.serverWords')}
          placeholder={
            smtpUrl.value === null
              ? t('setting.mail.console')
              : smtpUrl.source === 'environment'
                ? smtpUrl.value
                : t('setting.mail.serverNow', { address: smtpUrl.value })
          }
          autoComplete="off"
          spellCheck={false}
          value={server}
          readOnly={smtpUrl.source === 'environment'}
          variant={smtpUrl.source === 'environment' ? 'filled' : 'default'}
          error={badServer && t('setting.mail.badServer')}
          onChange={(event) => setServer(event.currentTarget.value)}
        />
        <Source setting={smtpUrl} label={t('setting.mail.server')} onReset={() => reset('smtpUrl')} />
      </div>
      <div>
        <TextInput
          label={t('setting.mail.from')}
          description={t('setting.mail.fromWords')}
          autoComplete="off"
          value={shownFrom}
          readOnly={mailFrom.source === 'environment'}
          variant={mailFrom.source === 'environment' ? 'filled' : 'default'}
          error={badFrom && t('setting.mail.badFrom')}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <Source setting={mailFrom} label={t('setting.mail.from')} onReset={() => reset('mailFrom')} />
      </div>
      <TestMail unsaved={changed} />
    </SettingForm>
  );
}

/** Sends the operator a message, and says how it went, in the mail server's own words if it failed. */
function TestMail({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation('admin');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ words: string; failed: boolean } | null>(null);
  const test = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      const { to, delivery } = await api.setting.testMail.mutate(undefined, { context: { silent: true } });
      const words = delivery === 'mail' ? t('setting.mail.sent', { to }) : t('setting.mail.printed');
      setOutcome({ words, failed: false });
    } catch (error) {
      setOutcome({ words: describeError(error), failed: true });
    }
    setBusy(false);
  };
  return (
    <div className={classes.test}>
      <Button variant="default" loading={busy} disabled={unsaved} onClick={() => void test()}>
        {t('setting.mail.test')}
      </Button>
      {unsaved && <span className={classes.note}>{t('setting.mail.saveFirst')}</span>}
      {!unsaved && outcome && (
        <span
          className={classes.outcome}
          role={outcome.failed ? 'alert' : 'status'}
          data-failed={outcome.failed || undefined}
        >
          {outcome.words}
        </span>
      )}
    </div>
  );
}
