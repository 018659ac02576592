import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import type { UserPreference } from '@tandem/shared/user/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session/session.ts';
import { api } from '../../lib/trpc.ts';
import classes from './NoticePreference.module.css';

const kinds = ['mention', 'share', 'turn'] as const;

/** Which notices are also sent by mail. Each switch saves at once. */
export function NoticePreference() {
  const { t } = useTranslation('notice');
  const { mail } = useSession((state) => state.user.preference);
  const [storing, setStoring] = useState<Partial<UserPreference['mail']>>({});

  async function choose(kind: (typeof kinds)[number], wanted: boolean) {
    setStoring((held) => ({ ...held, [kind]: wanted }));
    try {
      const user = await api.user.update.mutate({ preference: { mail: { [kind]: wanted } } });
      useSession.setState({ user });
    } catch {
      // The call itself showed why, and the switch goes back.
    }
    setStoring(({ [kind]: _stored, ...rest }) => rest);
  }

  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>{t('preference.title')}</legend>
      <p className={classes.intro}>{t('preference.words')}</p>
      {kinds.map((kind) => (
        <Switch
          key={kind}
          classNames={{
            root: classes.choice ?? '',
            body: classes.body ?? '',
            label: classes.words ?? '',
            description: classes.words ?? '',
          }}
          label={t(`preference.${kind}.label`)}
          description={t(`preference.${kind}.words`)}
          labelPosition="left"
          checked={storing[kind] ?? mail[kind]}
          onChange={(event) => void choose(kind, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
