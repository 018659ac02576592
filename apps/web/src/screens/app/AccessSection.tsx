import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { lazyPart } from '../../ui/page/lazy-part.tsx';
import form from '../../ui/page/SettingForm.module.css';

const panel = lazyPart('share', () => import('../../features/share/SharePanel.tsx'));

/** The section of an app's settings that says who can see it; changes apply at once. */
export function AccessSection({ appId }: { appId: string }) {
  const { t } = useTranslation('share');
  const navigate = useNavigate();
  const id = useId();
  return (
    <section className={form.form} aria-labelledby={id}>
      <h2 id={id} className={form.title}>
        {t('setting.title')}
      </h2>
      <p className={form.words}>{t('setting.words')}</p>
      <div className={form.fields}>
        <panel.Part target={{ kind: 'app', id: appId }} onLeft={() => void navigate('/home')} />
      </div>
    </section>
  );
}
