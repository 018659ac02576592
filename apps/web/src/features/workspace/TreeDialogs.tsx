import type { App } from '@tandem/shared/app/schema';
import { ArchivedDialog } from './ArchivedDialog.tsx';
import { createNamed, type NamedKind } from './actions.ts';
import { BinDialog } from './BinDialog.tsx';
import { setExpanded } from './expanded.ts';
import { MoveAppDialog } from './MoveAppDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { NameDialog } from './NameDialog.tsx';
import { pathOf } from './path.ts';
import { RemoveAppDialog } from './RemoveAppDialog.tsx';

/** What the tree asks or shows in a dialog. */
export type TreeDialog =
  | { kind: 'move'; channelId: string }
  | { kind: 'moveApp'; appId: string }
  | { kind: 'removeApp'; app: App }
  | { kind: 'bin' }
  | { kind: 'archived'; appId: string }
  | { kind: 'newChannel'; as: NamedKind; appId: string; parentId: string | null }
  | { kind: 'newApp'; spaceId: string }
  | { kind: 'newSpace' };

interface TreeDialogsProps {
  dialog: TreeDialog;
  onClose(): void;
  /** Goes where something new is, or away from what is gone. */
  go(path: string): void;
  /** Told when something was opened, for a drawer to close. */
  onOpened(): void;
}

/** The dialog of the tree that is open. */
export function TreeDialogs({ dialog, onClose, go, onOpened }: TreeDialogsProps) {
  switch (dialog.kind) {
    case 'move':
      return <MoveDialog channelId={dialog.channelId} onClose={onClose} />;
    case 'moveApp':
      return <MoveAppDialog appId={dialog.appId} onClose={onClose} />;
    case 'removeApp':
      return (
        <RemoveAppDialog
          app={dialog.app}
          onClose={onClose}
          onRemoved={() => {
            onClose();
            if (location.pathname.startsWith(pathOf.app(dialog.app))) go('/home');
          }}
        />
      );
    case 'bin':
      return <BinDialog onClose={onClose} />;
    case 'archived':
      return <ArchivedDialog appId={dialog.appId} onClose={onClose} onOpened={onOpened} />;
    case 'newChannel':
      return (
        <NameDialog
          channel={{
            kind: dialog.as,
            async make(name) {
              const made = await createNamed(dialog.appId, dialog.parentId, dialog.as, name);
              setExpanded([dialog.appId, ...(dialog.parentId ? [dialog.parentId] : [])], true);
              return made;
            },
          }}
          onClose={onClose}
          onMade={go}
        />
      );
    case 'newApp':
      return <NameDialog spaceId={dialog.spaceId} onClose={onClose} onMade={go} />;
    case 'newSpace':
      return <NameDialog onClose={onClose} onMade={go} />;
  }
}
