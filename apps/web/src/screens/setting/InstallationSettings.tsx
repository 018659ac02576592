import { Button, Loader } from '@mantine/core';
import type { SettingName } from '@tandem/shared/setting/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import page from '../../ui/page/Page.module.css';
import { SettingPage } from '../../ui/page/SettingPage.tsx';
import { MailFields } from './MailFields.tsx';
import { changeSetting, useSetting } from './queries.ts';
import { SandboxFacts } from './SandboxFacts.tsx';
import { SignInFields } from './SignInFields.tsx';
import { SiteFields } from './SiteFields.tsx';
import { SizeFields } from './SizeFields.tsx';
import { StorageFacts } from './StorageFacts.tsx';

/** Settings of the installation for operators. */
export function InstallationSettings() {
  const { t } = useTranslation(['admin', 'common']);
  const { data: stored, error, refetch } = useSetting();
  const [resetting, setResetting] = useState(false);
  if (!stored && error)
    return (
      <div className={page.none} role="alert">
        <p>{describeError(error)}</p>
        <Button variant="default" onClick={() => void refetch()}>
          {t('setting.retry')}
        </Button>
      </div>
    );
  if (!stored) return <Loader size="sm" mt="xl" mx="auto" display="block" aria-label={t('setting.title')} />;
  const reset = async (name: SettingName) => {
    if (resetting) return;
    setResetting(true);
    try {
      await changeSetting({ [name]: null });
      toast.success(t('common:setting.saved'));
    } catch (failure) {
      toast.error(describeError(failure));
    }
    setResetting(false);
  };
  const props = { stored, reset: (name: SettingName) => void reset(name) };
  return (
    <SettingPage>
      <SignInFields {...props} />
      <MailFields {...props} />
      <SizeFields {...props} />
      <SiteFields {...props} />
      <StorageFacts storage={stored.storage} />
      <SandboxFacts />
    </SettingPage>
  );
}
