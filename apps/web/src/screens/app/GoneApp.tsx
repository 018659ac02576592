import { useTranslation } from 'react-i18next';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { StatusMessage } from '../../ui/page/StatusMessage.tsx';

/** An app that is not there for this reader. */
export function GoneApp() {
  const { t } = useTranslation('workspace');
  return (
    <>
      <ScreenHeader />
      <StatusMessage
        title={t('app.gone')}
        words={t('app.goneWords')}
        way={{ to: '/home', label: t('app.toHome') }}
      />
    </>
  );
}
