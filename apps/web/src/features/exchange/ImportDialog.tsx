import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { closeExchange, type ImportPlace } from '../../entities/exchange/store.ts';
import { setExpanded } from '../../entities/workspace/expanded.ts';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { toast } from '../../lib/toasts.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';
import { FileChoice } from './FileChoice.tsx';
import { ImportGoing } from './ImportGoing.tsx';
import { ImportResult } from './ImportResult.tsx';
import type { ImportOutcome } from './import-files.ts';
import { useImport } from './use-import.ts';

/** Imports files as documents: chosen or dropped, with progress and a report of what was lost. */
export default function ImportDialog({ place, files }: { place: ImportPlace; files: File[] }) {
  useFocusBack();
  const { t } = useTranslation('document');
  const { t: tPlace } = useTranslation('workspace');
  const navigate = useNavigate();
  const name = useWorkspace(({ tree: { apps, channels } }) => {
    if (place.parentId === null) return apps.get(place.appId)?.name;
    const parent = channels.get(place.parentId);
    return parent?.name || tPlace('channel.untitled', { context: parent?.kind });
  });
  const open = ({ documents }: ImportOutcome) => {
    const [first] = documents;
    closeExchange();
    if (!first) return;
    setExpanded([place.appId, ...(place.parentId ? [place.parentId] : []), first.id], true);
    void navigate(pathOf.channel({ id: first.id, appId: place.appId }));
  };
  const { phase, begin, stop } = useImport(place, files, (outcome) => {
    toast.success(t('import.done', { count: outcome.documents.length }));
    open(outcome);
  });
  return (
    <Modal
      opened
      onClose={closeExchange}
      // A press outside would lose a running import.
      closeOnClickOutside={phase.kind !== 'going'}
      size={520}
      title={t('import.title', { name })}
      closeButtonProps={{ 'aria-label': t('exchange.close') }}
    >
      {phase.kind === 'choosing' && <FileChoice onFiles={(chosen) => void begin(chosen)} />}
      {phase.kind === 'going' && <ImportGoing progress={phase.progress} onStop={stop} />}
      {phase.kind === 'over' && (
        <ImportResult outcome={phase.outcome} onOpen={() => open(phase.outcome)} onAgain={stop} />
      )}
    </Modal>
  );
}
