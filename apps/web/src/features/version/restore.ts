import i18n from 'i18next';
import { goBackTo } from '../../entities/version/queries.ts';
import { toast } from '../../lib/toasts.ts';

/** How long the undo button shows, in milliseconds; the previous version stays in the list. */
const UNDO_MS = 12_000;

/** Restores a version, with an undo button. The caller shows failures. */
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
      // The call shows its own failure as a toast.
      onClick: () => void undo(before.id).catch(() => {}),
    },
  });
}

async function undo(versionId: string): Promise<void> {
  await goBackTo(versionId);
  toast.success(i18n.t('version:restore.undone'));
}
