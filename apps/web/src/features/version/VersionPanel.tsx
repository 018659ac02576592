import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { Channel } from '@tandem/shared/channel/schema';
import type { ListedVersion } from '@tandem/shared/version/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVersions } from '../../entities/version/queries.ts';
import { describeError } from '../../lib/errors.ts';
import { Loading } from '../../ui/page/Loading.tsx';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import { ComparisonDialog } from './ComparisonDialog.tsx';
import { KeepForm } from './KeepForm.tsx';
import classes from './VersionPanel.module.css';
import { VersionRow } from './VersionRow.tsx';

interface VersionPanelProps {
  documentId: string;
  /** Undefined until it is known what its reader may do. */
  channel: Channel | undefined;
}

/**
 * The versions of a document, which can be compared and restored; the current state can be saved as another
 * one.
 */
export default function VersionPanel({ documentId, channel }: VersionPanelProps) {
  const { t } = useTranslation('version');
  const list = useVersions(documentId);
  const [shown, setShown] = useState<ListedVersion | null>(null);
  const versions = list.data?.pages.flatMap((page) => page.list) ?? [];
  const canKeep = channel?.abilities.edit === true && channel.archivedAt === null;
  return (
    <div className={classes.panel}>
      {canKeep && <KeepForm documentId={documentId} />}
      {list.isPending && <Loading />}
      {list.error && versions.length === 0 && (
        <div className={classes.empty} role="alert">
          <p>{describeError(list.error)}</p>
          <Button variant="default" size="compact-sm" onClick={() => void list.refetch()}>
            {t('again')}
          </Button>
        </div>
      )}
      {list.isSuccess && versions.length === 0 && (
        <div className={classes.empty}>
          <IconHistory size={24} stroke={1.5} aria-hidden />
          <p className={classes.none}>{t('none.title')}</p>
          <p>{t('none.words')}</p>
        </div>
      )}
      {versions.length > 0 && (
        <ul className={classes.list} aria-label={t('list')}>
          {versions.map((version) => (
            <VersionRow key={version.id} version={version} onOpen={() => setShown(version)} />
          ))}
        </ul>
      )}
      <LoadMore list={list} size="compact-sm" />
      {shown && <ComparisonDialog version={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
