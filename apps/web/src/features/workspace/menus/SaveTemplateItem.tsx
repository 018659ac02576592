import { IconTemplate } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useTeam } from '../../../entities/team/queries.ts';
import { openSaveTemplate, type SaveSource } from '../../../entities/template/store.ts';
import { Item } from './MenuItems.tsx';

/** Opens the form that saves an app as a template. The tree does not wait for the item's words. */
export function SaveTemplateItem(props: { source: SaveSource }) {
  return (
    <Suspense fallback={null}>
      <SaveTemplateOpener {...props} />
    </Suspense>
  );
}

function SaveTemplateOpener({ source }: { source: SaveSource }) {
  const { t } = useTranslation('template');
  const maySave = useTeam()?.abilities.saveTemplate;
  if (!maySave) return null;
  return (
    <Item icon={IconTemplate} onClick={() => openSaveTemplate(source)}>
      {t('save.open')}
    </Item>
  );
}
