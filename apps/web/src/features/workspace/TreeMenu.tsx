import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArrowDown,
  IconArrowUp,
  IconCornerDownRight,
  IconFilePlus,
  IconFolderPlus,
  IconMessageCircleUser,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPlus,
  IconSettings,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react';
import type { App } from '@tandem/shared/app/schema';
import type { Channel } from '@tandem/shared/channel/schema';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { archiveChannel, moveChannel, pinChannel, removeSpace, usualKind } from './actions.ts';
import { appMoveByKey, moveApp, spacesFor } from './app-actions.ts';
import { useTreeActions } from './context.ts';
import { moveByKey } from './move.ts';
import { pathOf } from './path.ts';
import type { Row } from './rows.ts';
import { useWorkspace } from './store.ts';
import { CopyLink, ImportDocuments, Item, SaveTemplateItem, ShareItem } from './TreeMenuItems.tsx';
import type { SpaceNode } from './tree.ts';

interface TreeMenuProps {
  row: Exclude<Row, { kind: 'empty' | 'archived' }>;
  /** Where it opens, in pixels of the window. */
  x: number;
  y: number;
  onClose(): void;
  onRename(): void;
  onMove(): void;
  onRemove(): void;
  onNewSpace(): void;
  /** Asks for what was deleted. */
  onBin(): void;
}

/**
 * What closes it from outside. Not keys, as Mantine has it: the key that opens the menu is still on its way up the
 * page when the menu begins to listen, and would close it.
 */
const outsideEvents = ['mousedown', 'touchstart'];

/**
 * The menu stands at a point, not at a button that could tell what it opens. Menus hand this on to their popover,
 * though their own type does not name it.
 */
const withoutRoles = { withRoles: false };

/** Everything that can be done with a node of the tree, by pointer, finger and keyboard. */
export function TreeMenu(props: TreeMenuProps) {
  const { row, x, y, onClose } = props;
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
      width={220}
    >
      <Menu.Target>
        <span style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown
        aria-label={t('tree.menuOf', {
          name:
            row.node.name ||
            t('channel.untitled', { context: row.kind === 'channel' ? row.node.kind : undefined }),
        })}
        // Where the key for menus opens the browser's own when it is let go, the focus is in here by then.
        onContextMenu={(event) => event.preventDefault()}
      >
        {row.kind === 'space' && <SpaceItems {...props} space={row.node} />}
        {row.kind === 'app' && <AppItems {...props} app={row.node} />}
        {row.kind === 'channel' && <ChannelItems {...props} channel={row.node} />}
      </Menu.Dropdown>
    </Menu>
  );
}

type Acts = Pick<TreeMenuProps, 'onRename' | 'onMove' | 'onRemove' | 'onNewSpace' | 'onBin'>;

function SpaceItems({ space, onRename, onNewSpace, onBin }: Acts & { space: SpaceNode }) {
  const { t } = useTranslation('workspace');
  const actions = useTreeActions();
  const index = useWorkspace((state) => state.tree);
  // The reader's own app goes to another space by itself.
  const holdsApps = [...index.apps.values()].some((app) => app.spaceId === space.id && !app.personal);
  const { createApp, manage } = space.abilities;
  return (
    <>
      {createApp && (
        <Item icon={IconPlus} onClick={() => actions.addApp(space.id)}>
          {t('app.new')}
        </Item>
      )}
      {manage && (
        <>
          <Item icon={IconFolderPlus} onClick={onNewSpace}>
            {t('space.new')}
          </Item>
          <Item icon={IconPencil} onClick={onRename}>
            {t('menu.rename')}
          </Item>
        </>
      )}
      <Item icon={IconTrashX} onClick={onBin}>
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

function AppItems({ app, onRename, onMove, onRemove }: Acts & { app: App }) {
  const { t } = useTranslation('workspace');
  const navigate = useNavigate();
  const actions = useTreeActions();
  const tree = useWorkspace((state) => state.tree);
  const up = appMoveByKey(tree, app.id, 'up');
  const down = appMoveByKey(tree, app.id, 'down');
  const { createChannel, edit, manage } = app.abilities;
  return (
    <>
      {createChannel && (
        <>
          <MakeItems appId={app.id} parentId={null} />
          <Item icon={IconMessageCircleUser} onClick={() => actions.addDiscussion(app.id, null)}>
            {t('channel.newDiscussion')}
          </Item>
          <ImportDocuments appId={app.id} parentId={null} />
        </>
      )}
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
            <Item icon={IconCornerDownRight} onClick={onMove}>
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
          <Item icon={IconTrash} color="var(--mantine-color-error)" onClick={onRemove}>
            {t('menu.remove')}
          </Item>
        </>
      )}
    </>
  );
}

/** Makes a document or a channel; what the app is for comes first. */
function MakeItems({ appId, parentId }: { appId: string; parentId: string | null }) {
  const { t } = useTranslation('workspace');
  const actions = useTreeActions();
  const inside = parentId === null ? '' : 'Inside';
  const items = [
    <Item
      key="chat"
      icon={IconPlus}
      // Keys click without a pointer: whoever uses them would have to find the way back to name it.
      onClick={({ detail }) =>
        detail === 0 ? actions.nameChannel(appId, parentId) : actions.addChannel(appId, parentId, 'chat')
      }
    >
      {t(`channel.new${inside}`)}
    </Item>,
    <Item key="document" icon={IconFilePlus} onClick={() => actions.addChannel(appId, parentId, 'document')}>
      {t(`document.new${inside}`)}
    </Item>,
  ];
  return usualKind(appId) === 'document' ? items.reverse() : items;
}

function ChannelItems({ channel, onRename, onMove, onRemove }: Acts & { channel: Channel }) {
  const { t } = useTranslation('workspace');
  const actions = useTreeActions();
  const channels = useWorkspace((state) => state.tree.channels);
  const index = useWorkspace((state) => state.index);
  const up = moveByKey({ channels, index }, channel.id, 'up');
  const down = moveByKey({ channels, index }, channel.id, 'down');
  const mayEdit = channel.abilities.edit;
  return (
    <>
      {mayEdit && (
        <>
          <Item icon={IconPencil} onClick={onRename}>
            {t('menu.rename')}
          </Item>
          <MakeItems appId={channel.appId} parentId={channel.id} />
          <Item icon={IconMessageCircleUser} onClick={() => actions.addDiscussion(channel.appId, channel.id)}>
            {t('channel.newDiscussionInside')}
          </Item>
          <ImportDocuments appId={channel.appId} parentId={channel.id} />
          <Menu.Divider />
          <Item icon={IconCornerDownRight} onClick={onMove}>
            {t('menu.moveTo')}
          </Item>
          {up && (
            <Item icon={IconArrowUp} onClick={() => void moveChannel(up)}>
              {t('menu.moveUp')}
            </Item>
          )}
          {down && (
            <Item icon={IconArrowDown} onClick={() => void moveChannel(down)}>
              {t('menu.moveDown')}
            </Item>
          )}
        </>
      )}
      <Item
        icon={channel.pinned ? IconPinnedOff : IconPin}
        onClick={() => void pinChannel(channel.id, !channel.pinned)}
      >
        {channel.pinned ? t('menu.unpin') : t('menu.pin')}
      </Item>
      <ShareItem target={{ kind: 'channel', id: channel.id }} manages={channel.abilities.manage} />
      <CopyLink path={pathOf.channel(channel)} />
      {channel.abilities.manage && (
        <>
          <Menu.Divider />
          <Item icon={IconArchive} onClick={() => void archiveChannel(channel.id)}>
            {t('menu.archive')}
          </Item>
          <Item icon={IconTrash} color="var(--mantine-color-error)" onClick={onRemove}>
            {t('menu.remove')}
          </Item>
        </>
      )}
    </>
  );
}
