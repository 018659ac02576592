import { Button } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { TemplatesButton } from '../../entities/template/TemplatesButton.tsx';
import { createChannel } from '../../entities/workspace/actions.ts';
import { setExpanded } from '../../entities/workspace/expanded.ts';
import { pathOf } from '../../entities/workspace/path.ts';
import { ImportButton } from '../../features/exchange/items.tsx';
import { useSession } from '../../lib/session/session.ts';
import classes from './NewDocument.module.css';

/** Creates a document in an app: empty, from a template, or from files. */
export function NewDocument({ appId }: { appId: string }) {
  const { t } = useTranslation('document');
  const navigate = useNavigate();
  const userId = useSession((state) => state.user.id);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const made = await createChannel(appId, null, userId, 'document');
      setExpanded([appId], true);
      void navigate(pathOf.channel(made));
    } catch {
      // The call has shown why.
      setBusy(false);
    }
  };
  return (
    <div className={classes.ways}>
      <ImportButton appId={appId} parentId={null} />
      <TemplatesButton view={{ kind: 'document', place: { appId, parentId: null } }} />
      <Button
        loading={busy}
        leftSection={<IconFilePlus size={16} stroke={1.75} aria-hidden />}
        onClick={() => void make()}
      >
        {t('note.new')}
      </Button>
    </div>
  );
}
