import { useTranslation } from 'react-i18next';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { NoticePreference } from '../../features/notice/NoticePreference.tsx';
import page from '../../ui/page/Page.module.css';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { SettingPage } from '../../ui/page/SettingPage.tsx';
import { Devices } from './Devices.tsx';
import { LookFields } from './LookFields.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { RemoveAccount } from './RemoveAccount.tsx';

/** `/userSetting/general`: who the person is, how the product looks to them, and where they are signed in. */
export default function GeneralScreen() {
  const { t } = useTranslation('settings');
  return (
    <>
      <ScreenTitle title={t('general')} />
      <ConnectionNotice />
      <div className={page.page} data-narrow>
        <h1 className={page.title}>{t('general')}</h1>
        <SettingPage>
          <ProfileForm />
        </SettingPage>
        <LookFields />
        <section className={page.section}>
          <NoticePreference />
        </section>
        <Devices />
        <RemoveAccount />
      </div>
    </>
  );
}
