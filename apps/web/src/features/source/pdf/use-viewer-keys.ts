import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcutGroup } from '../../../ui/shortcuts/useShortcut.ts';

/** Lists the keys of the pages, and of a rectangle that is drawn on them, with the shortcuts of the screen. */
export function useViewerKeys(): void {
  const { t } = useTranslation('source');
  const group = useMemo(
    () => ({
      title: t('keys.title'),
      rows: [
        { keys: ['mod+f'], label: t('find.open') },
        { keys: ['+'], label: t('zoom.in') },
        { keys: ['-'], label: t('zoom.out') },
        { keys: ['0'], label: t('zoom.width') },
        { keys: ['r'], label: t('rotate') },
        { keys: ['a'], label: t('area.tool') },
        { keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'], label: t('keys.move') },
        {
          keys: ['shift+ArrowUp', 'shift+ArrowDown', 'shift+ArrowLeft', 'shift+ArrowRight'],
          label: t('keys.size'),
        },
        { keys: ['Enter'], label: t('keys.confirm') },
        { keys: ['Escape'], label: t('keys.remove') },
      ],
    }),
    [t],
  );
  useShortcutGroup(group);
}
