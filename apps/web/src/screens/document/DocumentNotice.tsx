import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCloudOff,
  IconHourglass,
  IconLock,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/clipboard.ts';
import { toast } from '../../lib/toasts.ts';
import type { Collab } from './collab/collab.ts';
import { useCollabState } from './collab/use-collab.ts';
import classes from './DocumentNotice.module.css';
import type { DocumentEditor } from './editor/schema.ts';
import { FrozenNotice } from './FrozenNotice.tsx';

/** A break shorter than this is not worth a word, in milliseconds. */
const PATIENCE_MS = 2_000;

const icons = { noSocket: IconPlugConnectedX, busy: IconHourglass, offline: IconCloudOff };

interface DocumentNoticeProps {
  collab: Collab;
  editor: DocumentEditor | null;
  /** Whether its reader may go back to a version. */
  canRestore: boolean;
  onReopen(): void;
}

/**
 * Explains a problem with the connection to the document, and what happens to unsaved changes; empty while
 * all is well.
 */
export function DocumentNotice({ collab, editor, canRestore, onReopen }: DocumentNoticeProps) {
  const { t } = useTranslation('document');
  const refused = useCollabState(collab, (state) => state.refused);
  const noSocket = useCollabState(collab, (state) => state.noSocket);
  const busy = useCollabState(collab, (state) => state.busy);
  const canEdit = useCollabState(collab, (state) => state.canEdit);
  const away = useCollabState(collab, (state) => state.phase === 'open' && !state.connected);
  const frozen = useCollabState(collab, (state) => state.frozen);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!away) return setLate(false);
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [away]);

  const copy = async () => {
    const words = editor?.blocksToMarkdownLossy() ?? '';
    if (await copyText(words)) toast.success(t('notice.copied'));
  };
  if (refused !== null)
    return (
      <div className={classes.notice} data-kind="refused" role="alert">
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
        <div className={classes.words}>
          <strong>{t('notice.refused.title')}</strong>
          <span>{t(`notice.refused.${refused}`)}</span>
        </div>
        <Button size="xs" variant="default" onClick={() => void copy()} disabled={!editor}>
          {t('notice.copy')}
        </Button>
        <Button
          size="xs"
          onClick={() => {
            collab.discard();
            onReopen();
          }}
        >
          {t('notice.reopen')}
        </Button>
      </div>
    );
  if (frozen) return <FrozenNotice versionId={frozen.versionId} canRestore={canRestore} />;
  const kind = noSocket ? 'noSocket' : busy ? 'busy' : late ? 'offline' : null;
  const Icon = icons[kind ?? 'offline'];
  return (
    <div role="status">
      {kind && (
        <div className={classes.notice} data-kind={kind}>
          <Icon size={18} stroke={1.75} aria-hidden />
          <div className={classes.words}>
            <strong>{t(`notice.${kind}.title`)}</strong>
            <span>
              {t(kind === 'offline' && !canEdit ? 'notice.offline.reader' : `notice.${kind}.words`)}
            </span>
          </div>
        </div>
      )}
    </div>
  );
}

/** Tells people who may only read, or only comment. */
export function ReadOnlyNote({ collab, canComment }: { collab: Collab; canComment: boolean }) {
  const { t } = useTranslation('document');
  const canEdit = useCollabState(collab, (state) => state.canEdit);
  // Another problem has its own notice.
  const isMeant = useCollabState(
    collab,
    ({ phase, refused, noSocket, frozen }) =>
      phase === 'open' && refused === null && !noSocket && frozen === null,
  );
  if (canEdit || !isMeant) return null;
  return (
    <p className={classes.readOnly}>
      <IconLock size={14} stroke={1.75} aria-hidden />
      {t(canComment ? 'notice.commentOnly' : 'notice.readOnly')}
    </p>
  );
}
