import '@mantine/core/styles/Switch.layer.css';
import { Button, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BudgetPanel } from '../../entities/budget/BudgetPanel.tsx';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { useChatModels } from '../../entities/model/queries.ts';
import { describeError } from '../../lib/errors.ts';
import page from '../../ui/page/Page.module.css';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { SettingPage } from '../../ui/page/SettingPage.tsx';
import { DefaultFields } from './DefaultFields.tsx';
import { JoiningFields } from './JoiningFields.tsx';
import { usePreference } from './queries.ts';
import { TeamFields } from './TeamFields.tsx';

/** `/admin/preference`: the team's name and look, the defaults for its people, and its budget. */
export default function PreferenceScreen() {
  const { t } = useTranslation('admin');
  const { data: stored, error, refetch } = usePreference();
  const models = useChatModels();
  return (
    <>
      <ScreenTitle title={t('preference.title')} />
      <ConnectionNotice />
      <div className={page.page} data-narrow>
        <h1 className={page.title}>{t('preference.title')}</h1>
        {stored && (
          <SettingPage>
            <TeamFields stored={stored} />
            <DefaultFields stored={stored} models={models} />
            {stored.registration !== undefined && <JoiningFields stored={stored} />}
            <div className={page.section}>
              <BudgetPanel scope="team" />
            </div>
          </SettingPage>
        )}
        {!stored && error && (
          <div className={page.none} role="alert">
            <p>{describeError(error)}</p>
            <Button variant="default" onClick={() => void refetch()}>
              {t('preference.retry')}
            </Button>
          </div>
        )}
        {!stored && !error && (
          <Loader size="sm" mt="xl" mx="auto" display="block" aria-label={t('preference.title')} />
        )}
      </div>
    </>
  );
}
