import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconCornerDownRight,
  IconDatabase,
  IconDatabasePlus,
  IconFileExport,
  IconFilePlus,
  IconFileSearch,
  IconFileText,
  IconFileZip,
  IconJson,
  IconMessageCircleUser,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPlus,
  IconRobot,
  IconTrash,
} from '@tabler/icons-react';
import { answeringModes, type Channel } from '@tandem/shared/channel/schema';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { openDatasets } from '../../../entities/dataset/attach/dialog.ts';
import { openExport } from '../../../entities/exchange/store.ts';
import {
  archiveChannel,
  duplicateDocument,
  moveChannel,
  pinChannel,
  setAnswering,
  unarchiveChannel,
  usualKind,
} from '../../../entities/workspace/actions.ts';
import { moveByKey } from '../../../entities/workspace/move.ts';
import { pathOf } from '../../../entities/workspace/path.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { describeError } from '../../../lib/errors.ts';
import { toast } from '../../../lib/toasts.ts';
import { openDialog } from '../dialogs/dialog.ts';
import { CopyLink, ImportDocuments, Item, LinkItem, ShareItem } from './MenuItems.tsx';
import { useChannelActions } from './use-channel-actions.ts';

interface ChannelItemsProps {
  channel: Channel;
  /** Starts renaming, in the way of the place of the menu. */
  onRename(): void;
}

/**
 * The actions on a channel or document, shared by the sidebar and the header of its screen. Actions of the
 * open screen only, such as printing, are in that screen's menu.
 */
export function ChannelItems({ channel, onRename }: ChannelItemsProps) {
  const { t } = useTranslation('workspace');
  const { remove } = useChannelActions();
  const { id, appId, kind, pinned, abilities, archivedAt } = channel;
  return (
    <>
      {abilities.edit && (
        <>
          <Item icon={IconPencil} onClick={onRename}>
            {t('menu.rename')}
          </Item>
          {kind !== 'dataset' && <MakeItems appId={appId} parentId={id} />}
          <Menu.Divider />
          <MoveItems channelId={id} />
        </>
      )}
      {kind === 'document' && <DuplicateItem channel={channel} />}
      <Item icon={pinned ? IconPinnedOff : IconPin} onClick={() => void pinChannel(id, !pinned)}>
        {pinned ? t('menu.unpin') : t('menu.pin')}
      </Item>
      <ShareItem target={{ kind: 'channel', id }} manages={abilities.manage} />
      <CopyLink path={pathOf.channel(channel)} />
      {kind !== 'dataset' && kind !== 'chatpdf' && abilities.edit && (
        <Item icon={IconDatabase} onClick={() => openDatasets(id)}>
          {t('menu.datasets')}
        </Item>
      )}
      {kind !== 'document' && kind !== 'dataset' && abilities.edit && <AnsweringItems channel={channel} />}
      {kind !== 'dataset' && (
        <>
          <Menu.Divider />
          <ExportItems channel={channel} />
        </>
      )}
      {abilities.manage && (
        <>
          <Menu.Divider />
          <Item
            icon={archivedAt ? IconArchiveOff : IconArchive}
            onClick={() => void (archivedAt ? unarchiveChannel(id) : archiveChannel(id))}
          >
            {archivedAt ? t('archive.undo') : t('menu.archive')}
          </Item>
          <Item icon={IconTrash} color="var(--mantine-color-error)" onClick={() => remove(id)}>
            {t('menu.remove')}
          </Item>
        </>
      )}
    </>
  );
}

/** Makes something in an app or below a channel; what the app is for comes first. */
export function MakeItems({ appId, parentId }: { appId: string; parentId: string | null }) {
  const { t } = useTranslation('workspace');
  const { add } = useChannelActions();
  const inside = parentId === null ? '' : 'Inside';
  const usual = usualKind(appId);
  const items = {
    chatpdf: usual === 'chatpdf' && (
      <Item key="chatpdf" icon={IconFileSearch} onClick={() => add(appId, parentId, 'chatpdf')}>
        {t(`source.new${inside}`)}
      </Item>
    ),
    chat: (
      <Item
        key="chat"
        icon={IconPlus}
        // A click by keyboard opens the new item: its user would otherwise have to find the way back to rename
        // it.
        onClick={({ detail }) =>
          detail === 0
            ? openDialog({ kind: 'newChannel', as: 'chat', appId, parentId })
            : add(appId, parentId, 'chat')
        }
      >
        {t(`channel.new${inside}`)}
      </Item>
    ),
    document: (
      <Item key="document" icon={IconFilePlus} onClick={() => add(appId, parentId, 'document')}>
        {t(`document.new${inside}`)}
      </Item>
    ),
    agent: (
      <Item key="agent" icon={IconRobot} onClick={() => add(appId, parentId, 'agent')}>
        {t(`agent.new${inside}`)}
      </Item>
    ),
  };
  const { [usual]: first, ...others } = items;
  return (
    <>
      {first}
      {Object.values(others)}
      <Item
        icon={IconMessageCircleUser}
        onClick={() => openDialog({ kind: 'newChannel', as: 'discussion', appId, parentId })}
      >
        {t(`channel.newDiscussion${inside}`)}
      </Item>
      <Item
        icon={IconDatabasePlus}
        onClick={() => openDialog({ kind: 'newChannel', as: 'dataset', appId, parentId })}
      >
        {t(`dataset.new${inside}`)}
      </Item>
      <ImportDocuments appId={appId} parentId={parentId} />
    </>
  );
}

function MoveItems({ channelId }: { channelId: string }) {
  const { t } = useTranslation('workspace');
  const channels = useWorkspace((state) => state.tree.channels);
  const index = useWorkspace((state) => state.index);
  const up = moveByKey({ channels, index }, channelId, 'up');
  const down = moveByKey({ channels, index }, channelId, 'down');
  return (
    <>
      <Item icon={IconCornerDownRight} onClick={() => openDialog({ kind: 'move', channelId })}>
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
  );
}

/** Duplicates a document beside it, with everything below it, and opens the copy. */
function DuplicateItem({ channel: { id, appId, parentId } }: { channel: Channel }) {
  const { t } = useTranslation('workspace');
  const navigate = useNavigate();
  const mayPlace = useWorkspace(({ tree }) =>
    parentId === null
      ? tree.apps.get(appId)?.abilities.createChannel
      : tree.channels.get(parentId)?.abilities.edit,
  );
  if (!mayPlace) return null;
  const duplicate = () => {
    const copying = duplicateDocument(id);
    // A document with much below it takes a while.
    toast.promise(copying, {
      loading: t('copy.begun'),
      success: t('copy.done'),
      error: (error) => describeError(error),
    });
    copying.then((copy) => navigate(pathOf.channel(copy))).catch(() => {});
  };
  return (
    <Item icon={IconCopy} onClick={duplicate}>
      {t('menu.duplicate')}
    </Item>
  );
}

function AnsweringItems({ channel: { id, answering } }: { channel: Channel }) {
  const { t } = useTranslation('workspace');
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('answering.label')}</Menu.Label>
      <Menu.RadioGroup
        value={answering}
        onChange={(mode) => void setAnswering(id, mode === 'mentioned' ? 'mentioned' : 'always')}
      >
        {answeringModes.map((mode) => (
          <Menu.RadioItem key={mode} value={mode}>
            {t(`answering.${mode}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function ExportItems({ channel: { id, kind } }: { channel: Channel }) {
  const { t } = useTranslation('workspace');
  if (kind === 'document')
    return (
      <Item icon={IconFileExport} onClick={() => openExport(id)}>
        {t('menu.export')}
      </Item>
    );
  const exportTo = (format: string) => `/api/channel/${id}/export?format=${format}`;
  return (
    <>
      <LinkItem icon={IconFileText} href={exportTo('markdown')}>
        {t('menu.exportMarkdown')}
      </LinkItem>
      <LinkItem icon={IconJson} href={exportTo('json')}>
        {t('menu.exportJson')}
      </LinkItem>
      {kind === 'agent' && (
        <LinkItem icon={IconFileZip} href={`/api/channelAgent/${id}/export`}>
          {t('menu.exportWithFiles')}
        </LinkItem>
      )}
    </>
  );
}
