import i18n from 'i18next';
import { toast } from 'sonner';
import { goBackTo } from '../../entities/version/queries.ts';

/** How long it can be taken back at once, in milliseconds; the version before stays in the list. */
const UNDO_MS = 12_000;

/** Makes the document what a version holds, and offers the way back. Failures are the caller's to show. */
export async function restoreVersion(versionId: string): Promise<void> {
  const before = await goBackTo(versionId);
  if (before === null) {
    toast(i18n.t('version:restore.same'));
    return;
  }
  toast.success(i18n.t('version:restore.done'), {
    duration: UNDO_MS,
    action: {
      label: i18n.t('version:restore.undo'),
      // A failure shows as a toast by itself.
      onClick: () => void undo(before.id).catch(() => {}),
    },
  });
}

async function undo(versionId: string): Promise<void> {
  await goBackTo(versionId);
  toast.success(i18n.t('version:restore.undone'));
}
