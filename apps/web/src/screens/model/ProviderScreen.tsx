import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import page from '../../ui/page/Page.module.css';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { ProviderDetail } from './ProviderDetail.tsx';
import { ProviderList } from './ProviderList.tsx';

/** `/admin/modelProvider`: the services that models come from; `?provider=` shows one of them. */
export default function ProviderScreen() {
  const { t } = useTranslation('model');
  const [params] = useSearchParams();
  const providerId = params.get('provider');
  return (
    <>
      <ScreenTitle title={t('title')} />
      <ConnectionNotice />
      <div className={page.page} data-narrow={providerId !== null || undefined}>
        {providerId === null ? <ProviderList /> : <ProviderDetail key={providerId} providerId={providerId} />}
      </div>
    </>
  );
}
