import { Menu } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { Channel } from '@tandem/shared/channel/schema';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { describeError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { api } from '../../lib/trpc.ts';
import { menuIcon } from '../channel/PlaceItems.tsx';
import { pathOf } from '../workspace/path.ts';
import { useWorkspace } from '../workspace/store.ts';

/** Makes a copy of the open document beside it, with what is below it, and goes there. */
export function DuplicateItem({ channel: { id, appId, parentId } }: { channel: Channel }) {
  const { t } = useTranslation('document');
  const navigate = useNavigate();
  const mayPlace = useWorkspace(({ tree }) =>
    parentId === null
      ? tree.apps.get(appId)?.abilities.createChannel
      : tree.channels.get(parentId)?.abilities.edit,
  );
  if (!mayPlace) return null;
  const duplicate = () => {
    const copying = api.document.duplicate.mutate(
      { documentId: id, clientKey: newId() },
      { context: { silent: true } },
    );
    // A document with much below it takes a while.
    toast.promise(copying, {
      loading: t('copy.begun'),
      success: t('copy.done'),
      error: (error) => describeError(error),
    });
    copying.then((copy) => navigate(pathOf.channel(copy))).catch(() => {});
  };
  return (
    <Menu.Item leftSection={<IconCopy {...menuIcon} />} onClick={duplicate}>
      {t('menu.duplicate')}
    </Menu.Item>
  );
}
