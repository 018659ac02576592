import { useTranslation } from 'react-i18next';
import { StatusMessage } from '../ui/page/StatusMessage.tsx';
import classes from './pages.module.css';

/** Any address that leads nowhere. */
export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <main className={classes.page}>
      <StatusMessage
        title={t('notFound.title')}
        words={t('notFound.text')}
        way={{ to: '/home', label: t('notFound.home') }}
      />
    </main>
  );
}
