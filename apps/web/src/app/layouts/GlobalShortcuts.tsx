import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { useOpenedOnce } from '../../ui/focus/use-opened-once.ts';
import { lazyPart, usePreloadWhenIdle } from '../../ui/page/lazy-part.tsx';
import { setDrawer, setSidebar, useIsPhone, useShell } from '../../ui/page/shell.ts';
import { useShortcut } from '../../ui/shortcuts/useShortcut.ts';

const help = lazyPart('shortcut-help', () => import('../../ui/shortcuts/ShortcutHelp.tsx'), [], null);

const useHelp = create<{ opened: boolean }>()(() => ({ opened: false }));

/** Opens the list of shortcuts. */
export function showShortcuts(): void {
  useHelp.setState({ opened: true });
}

/** The shortcuts that work on every screen, and their list. */
export function GlobalShortcuts() {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const opened = useHelp((state) => state.opened);
  useShortcut({ keys: '?', label: t('shortcut.help'), run: showShortcuts });
  useShortcut({
    keys: 'mod+\\',
    label: t('shortcut.sidebar'),
    run() {
      const { sidebar, drawer } = useShell.getState();
      if (isPhone) setDrawer(!drawer);
      else setSidebar(!sidebar);
    },
  });
  useShortcut({ keys: 'F8', label: t('shortcut.toasts') });
  usePreloadWhenIdle(help);
  const wasOpened = useOpenedOnce(opened);
  return wasOpened && <help.Part opened={opened} onClose={() => useHelp.setState({ opened: false })} />;
}
