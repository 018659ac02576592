import { Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCornerDownRight,
  IconFolderPlus,
  IconPencil,
  IconPlus,
  IconSettings,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react';
import type { App } from '@tandem/shared/app/schema';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { removeSpace } from '../../../entities/workspace/actions.ts';
import { appMoveByKey, moveApp, spacesFor } from '../../../entities/workspace/app-actions.ts';
import { BIN_PATH, pathOf } from '../../../entities/workspace/path.ts';
import type { Row } from '../../../entities/workspace/rows.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import type { SpaceNode } from '../../../entities/workspace/tree.ts';
import { openDialog } from '../dialogs/dialog.ts';
import { ChannelItems, MakeItems } from './ChannelItems.tsx';
import classes from './Menu.module.css';
import { CopyLink, Item, ShareItem } from './MenuItems.tsx';
import { SaveTemplateItem } from './SaveTemplateItem.tsx';

interface TreeMenuProps {
  row: Exclude<Row, { kind: 'empty' | 'archived' }>;
  /** Position of the menu, in pixels of the window. */
  x: number;
  y: number;
  /** Offers only what can be made there. */
  onlyMakes: boolean;
  onClose(): void;
  onRename(): void;
}

/**
 * Events that close the menu from outside. Not keys, as in Mantine: the key that opens the menu still bubbles
 * when the menu starts to listen, and would close it.
 */
const outsideEvents = ['mousedown', 'touchstart'];

/**
 * The menu opens at a point, not at a button that could carry ARIA attributes. Mantine's menu passes this on
 * to its popover, though its own type does not name it.
 */
const withoutRoles = { withRoles: false };

/** All actions on a node of the tree, by pointer, touch and keyboard. */
export function TreeMenu(props: TreeMenuProps) {
  const { row, x, y, onlyMakes, onClose } = props;
  const { t } = useTranslation('workspace');
  return (
    <Menu
      opened
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      withinPortal
      returnFocus={false}
      clickOutsideEvents={outsideEvents}
      {...withoutRoles}
      width={240}
    >
      <Menu.Target>
        <span style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown
        className={classes.menu}
        aria-label={t(onlyMakes ? 'tree.add' : 'tree.menuOf', {
          name:
            row.node.name ||
            t('channel.untitled', { context: row.kind === 'channel' ? row.node.kind : undefined }),
        })}
        // Where the menu key opens the browser's own menu on key-up, the focus is already in here.
        onContextMenu={(event) => event.preventDefault()}
      >
        {onlyMakes && row.kind === 'app' && <MakeItems appId={row.node.id} parentId={null} />}
        {onlyMakes && row.kind === 'channel' && <MakeItems appId={row.node.appId} parentId={row.node.id} />}
        {row.kind === 'space' && <SpaceItems {...props} space={row.node} />}
        {!onlyMakes && row.kind === 'app' && <AppItems {...props} app={row.node} />}
        {!onlyMakes && row.kind === 'channel' && (
          <ChannelItems channel={row.node} onRename={props.onRename} />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

type Acts = Pick<TreeMenuProps, 'onRename'>;

function SpaceItems({ space, onRename }: Acts & { space: SpaceNode }) {
  const { t } = useTranslation('workspace');
  const navigate = useNavigate();
  const index = useWorkspace((state) => state.tree);
  // The reader's personal app moves to another space automatically.
  const holdsApps = [...index.apps.values()].some((app) => app.spaceId === space.id && !app.personal);
  const { createApp, manage } = space.abilities;
  return (
    <>
      {createApp && (
        <Item icon={IconPlus} onClick={() => openDialog({ kind: 'newApp', spaceId: space.id })}>
          {t('app.new')}
        </Item>
      )}
      {manage && (
        <>
          <Item icon={IconFolderPlus} onClick={() => openDialog({ kind: 'newSpace' })}>
            {t('space.new')}
          </Item>
          <Item icon={IconPencil} onClick={onRename}>
            {t('menu.rename')}
          </Item>
        </>
      )}
      <Item icon={IconTrashX} onClick={() => void navigate(BIN_PATH)}>
        {t('menu.bin')}
      </Item>
      {manage && !holdsApps && index.spaces.size > 1 && (
        <Item icon={IconTrash} color="var(--mantine-color-error)" onClick={() => void removeSpace(space.id)}>
          {t('menu.remove')}
        </Item>
      )}
    </>
  );
}

function AppItems({ app, onRename }: Acts & { app: App }) {
  const { t } = useTranslation('workspace');
  const navigate = useNavigate();
  const tree = useWorkspace((state) => state.tree);
  const up = appMoveByKey(tree, app.id, 'up');
  const down = appMoveByKey(tree, app.id, 'down');
  const { createChannel, edit, manage } = app.abilities;
  return (
    <>
      {createChannel && <MakeItems appId={app.id} parentId={null} />}
      {edit && (
        <Item icon={IconPencil} onClick={onRename}>
          {t('menu.rename')}
        </Item>
      )}
      {!app.personal && <ShareItem target={{ kind: 'app', id: app.id }} manages={manage} />}
      {edit && (
        <>
          <Item icon={IconSettings} onClick={() => void navigate(`${pathOf.app(app)}/setting`)}>
            {t('menu.settings')}
          </Item>
          <Menu.Divider />
          {manage && spacesFor(tree, app.id).length > 0 && (
            <Item icon={IconCornerDownRight} onClick={() => openDialog({ kind: 'moveApp', appId: app.id })}>
              {t('menu.moveToSpace')}
            </Item>
          )}
          {up && (
            <Item icon={IconArrowUp} onClick={() => void moveApp(up)}>
              {t('menu.moveUp')}
            </Item>
          )}
          {down && (
            <Item icon={IconArrowDown} onClick={() => void moveApp(down)}>
              {t('menu.moveDown')}
            </Item>
          )}
        </>
      )}
      <CopyLink path={pathOf.app(app)} />
      {edit && (
        <SaveTemplateItem
          source={{ kind: 'app', id: app.id, name: app.name, description: app.description }}
        />
      )}
      {manage && (
        <>
          <Menu.Divider />
          <Item
            icon={IconTrash}
            color="var(--mantine-color-error)"
            onClick={() => openDialog({ kind: 'removeApp', app })}
          >
            {t('menu.remove')}
          </Item>
        </>
      )}
    </>
  );
}
