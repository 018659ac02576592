import { useTranslation } from 'react-i18next';
import { ScreenTitle } from '../../ui/ScreenTitle.tsx';
import { SettingPage } from '../../ui/SettingPage.tsx';
import { ConnectionNotice } from '../live/ConnectionNotice.tsx';
import { NoticePreference } from '../notice/NoticePreference.tsx';
import { Devices } from './Devices.tsx';
import classes from './GeneralScreen.module.css';
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
      <div className={classes.column}>
        <h1 className={classes.title}>{t('general')}</h1>
        <SettingPage>
          <ProfileForm />
        </SettingPage>
        <LookFields />
        <section className={classes.section}>
          <NoticePreference />
        </section>
        <Devices />
        <RemoveAccount />
      </div>
    </>
  );
}
