import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { loadTree } from '../../entities/workspace/load.ts';
import { activeIdOf, SHARED_PATH } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { SHARED } from '../../entities/workspace/tree.ts';
import { setDrawer } from '../../ui/page/shell.ts';
import { PinnedList } from './PinnedList.tsx';
import classes from './Sidebar.module.css';
import { Tree } from './Tree.tsx';

/** The body of the sidebar: the team's spaces, apps and channels. */
export default function Sidebar() {
  const { t } = useTranslation('workspace');
  const { pathname, search } = useLocation();
  const phase = useWorkspace((state) => state.phase);

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
  const activeId = pathname + search === SHARED_PATH ? SHARED : activeIdOf(pathname);
  const onOpened = () => setDrawer(false);
  return (
    <div className={classes.body}>
      <PinnedList activeId={activeId} onOpened={onOpened} />
      <div className={classes.tree}>
        <Tree activeId={activeId} onOpened={onOpened} />
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
