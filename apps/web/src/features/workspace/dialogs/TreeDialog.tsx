import { useNavigate } from 'react-router';
import { createNamed } from '../../../entities/workspace/actions.ts';
import { setExpanded } from '../../../entities/workspace/expanded.ts';
import { pathOf } from '../../../entities/workspace/path.ts';
import { setDrawer } from '../../../ui/page/shell.ts';
import { ArchivedDialog } from './ArchivedDialog.tsx';
import { closeDialog, type WorkspaceDialog } from './dialog.ts';
import { MoveAppDialog } from './MoveAppDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { NameDialog } from './NameDialog.tsx';
import { RemoveAppDialog } from './RemoveAppDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';

/** The open dialog of the tree, by its kind. */
export default function TreeDialog({ dialog }: { dialog: WorkspaceDialog }) {
  const navigate = useNavigate();
  const go = (path: string) => {
    void navigate(path);
    setDrawer(false);
  };
  switch (dialog.kind) {
    case 'rename':
      return <RenameDialog channelId={dialog.channelId} onClose={closeDialog} />;
    case 'move':
      return <MoveDialog channelId={dialog.channelId} onClose={closeDialog} />;
    case 'moveApp':
      return <MoveAppDialog appId={dialog.appId} onClose={closeDialog} />;
    case 'removeApp':
      return (
        <RemoveAppDialog
          app={dialog.app}
          onClose={closeDialog}
          onRemoved={() => {
            closeDialog();
            if (location.pathname.startsWith(pathOf.app(dialog.app))) go('/home');
          }}
        />
      );
    case 'archived':
      return <ArchivedDialog appId={dialog.appId} onClose={closeDialog} onOpened={() => setDrawer(false)} />;
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
          onClose={closeDialog}
          onMade={go}
        />
      );
    case 'newApp':
      return <NameDialog spaceId={dialog.spaceId} onClose={closeDialog} onMade={go} />;
    case 'newSpace':
      return <NameDialog onClose={closeDialog} onMade={go} />;
  }
}
