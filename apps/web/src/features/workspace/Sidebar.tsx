import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router';
import { useSession } from '../../lib/session.ts';
import { setDrawer } from '../../ui/shell.ts';
import { loadTree } from './load.ts';
import { PinnedList } from './PinnedList.tsx';
import classes from './Sidebar.module.css';
import { useWorkspace } from './store.ts';
import { Tree } from './Tree.tsx';

/** The app or channel that an address shows. */
function activeIdOf(pathname: string): string | null {
  const channel = matchPath('/:segment/:appId/c/:channelId', pathname);
  if (channel?.params.channelId) return channel.params.channelId;
  const app = matchPath('/:segment/:appId/*', pathname);
  return app?.params.appId ?? null;
}

/** The body of the sidebar: the team's spaces, apps and channels. */
export default function Sidebar() {
  const { t } = useTranslation('workspace');
  const { pathname } = useLocation();
  const phase = useWorkspace((state) => state.phase);
  const userId = useSession((state) => state.user.id);

  if (phase === 'loading') return <Skeleton label={t('tree.loading')} />;
  if (phase === 'failed')
    return (
      <div className={classes.failed} role="alert">
        <p>{t('tree.failed')}</p>
        <button
          type="button"
          onClick={() => {
            useWorkspace.setState({ phase: 'loading' });
            void loadTree();
          }}
        >
          {t('retry')}
        </button>
      </div>
    );
  const activeId = activeIdOf(pathname);
  const onOpened = () => setDrawer(false);
  return (
    <div className={classes.body}>
      <PinnedList activeId={activeId} onOpened={onOpened} />
      <div className={classes.tree}>
        <Tree userId={userId} activeId={activeId} onOpened={onOpened} />
      </div>
    </div>
  );
}

const widths = [46, 62, 78, 54, 70, 40];

function Skeleton({ label }: { label: string }) {
  return (
    <div className={classes.skeleton} role="status" aria-label={label}>
      {widths.map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
