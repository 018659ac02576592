import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconShare2, IconTemplate, IconTrash } from '@tabler/icons-react';
import type { Assistant } from '@tandem/shared/assistant/schema';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { applyAssistant, applyRemoval } from '../../entities/assistant/queries.ts';
import { useEditableApps } from '../../entities/assistant/rights.ts';
import { useTeam } from '../../entities/team/queries.ts';
import { openSaveTemplate } from '../../entities/template/store.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

/** Further actions on an assistant. */
export function AssistantMenu({ assistant }: { assistant: Assistant }) {
  const { t } = useTranslation('assistant');
  const { id: assistantId, name } = assistant;
  const navigate = useNavigate();
  const apps = useEditableApps().filter(({ id }) => id !== assistant.appId);
  const [removing, setRemoving] = useState(false);
  const open = (id: string) => void navigate(`/assistant?id=${id}`);

  const duplicate = async () => {
    const copy = await api.assistant.duplicate.mutate({ assistantId });
    applyAssistant(copy);
    open(copy.id);
  };
  const share = async (app: { id: string; name: string }) => {
    const copy = await api.assistant.shareToApp.mutate({ appId: app.id, assistantId });
    applyAssistant(copy);
    toast.success(t('share.done', { name, app: app.name }), {
      action: { label: t('share.open'), onClick: () => open(copy.id) },
    });
  };
  const remove = async () => {
    await api.assistant.remove.mutate({ assistantId });
    applyRemoval(assistant);
    void navigate('/assistant');
  };
  // A failure shows as a toast.
  const quietly = (work: Promise<unknown>) => void work.catch(() => {});
  return (
    <>
      <Menu position="bottom-end" width={220} withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('menu')}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => quietly(duplicate())}>
            {t('duplicate')}
          </Menu.Item>
          {apps.length > 0 && (
            <Menu.Sub position="left-start">
              <Menu.Sub.Target>
                <Menu.Sub.Item leftSection={<IconShare2 size={16} stroke={1.75} />}>
                  {t('share.to')}
                </Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown mah={360} style={{ overflowY: 'auto' }}>
                {apps.map((app) => (
                  <Menu.Item key={app.id} onClick={() => quietly(share(app))}>
                    {app.icon && <span aria-hidden>{app.icon} </span>}
                    {app.name}
                  </Menu.Item>
                ))}
              </Menu.Sub.Dropdown>
            </Menu.Sub>
          )}
          <Suspense fallback={null}>
            <SaveAsTemplate assistant={assistant} />
          </Suspense>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => setRemoving(true)}
          >
            {t('remove.do')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {removing && (
        <ConfirmDialog
          title={t('remove.title', { name })}
          words={t('remove.words')}
          confirm={t('remove.do')}
          grave
          onClose={() => setRemoving(false)}
          onConfirm={remove}
        />
      )}
    </>
  );
}

function SaveAsTemplate({ assistant: { id, name, description } }: { assistant: Assistant }) {
  const { t } = useTranslation('template');
  const maySave = useTeam()?.abilities.saveTemplate;
  if (!maySave) return null;
  return (
    <Menu.Item
      leftSection={<IconTemplate size={16} stroke={1.75} />}
      onClick={() => openSaveTemplate({ kind: 'assistant', id, name, description })}
    >
      {t('save.open')}
    </Menu.Item>
  );
}
