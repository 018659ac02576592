import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCheck, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Assistant } from '@tandem/shared/assistant/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { applyAssistant, applyRemoval, useAssistants } from '../../entities/assistant/queries.ts';
import { useChatModels } from '../../entities/model/queries.ts';
import { describeError } from '../../lib/errors.ts';
import { api } from '../../lib/trpc.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { AssistantPortrait } from '../../ui/portrait/AssistantPortrait.tsx';
import classes from './AppAssistants.module.css';

/** The assistants of an app in its settings: the list, the default one, and the ways to change them. */
export function AppAssistants({ appId }: { appId: string }) {
  const { t } = useTranslation('assistant');
  const navigate = useNavigate();
  const { data: assistants, error } = useAssistants(appId);
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState<Assistant | null>(null);

  const add = async () => {
    setBusy(true);
    try {
      const made = await api.assistant.add.mutate({ appId, name: t('newName') });
      applyAssistant(made);
      void navigate(`/assistant?id=${made.id}`);
    } catch {
      // The call has shown why.
      setBusy(false);
    }
  };
  const remove = async (assistant: Assistant) => {
    await api.assistant.remove.mutate({ assistantId: assistant.id });
    applyRemoval(assistant);
  };
  return (
    <section className={classes.section} aria-label={t('ofApp.title')}>
      <h2>{t('ofApp.title')}</h2>
      <p className={classes.words}>{t('ofApp.words')}</p>
      {error && (
        <p className={classes.problem} role="alert">
          {describeError(error)}
        </p>
      )}
      <ul className={classes.list}>
        {assistants?.map((assistant, index) => (
          <li key={assistant.id}>
            <Line
              assistant={assistant}
              answers={index === 0}
              last={assistants.length === 1}
              onRemove={() => setRemoving(assistant)}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        loading={busy}
        onClick={() => void add()}
      >
        {t('ofApp.add')}
      </Button>
      {removing && (
        <ConfirmDialog
          title={t('remove.title', { name: removing.name })}
          words={t('remove.words')}
          confirm={t('remove.do')}
          grave
          onClose={() => setRemoving(null)}
          onConfirm={() => remove(removing)}
        />
      )}
    </section>
  );
}

interface LineProps {
  assistant: Assistant;
  /** It answers in channels that name no other. */
  answers: boolean;
  last: boolean;
  onRemove(): void;
}

function Line({ assistant, answers, last, onRemove }: LineProps) {
  const { t } = useTranslation('assistant');
  const { id, name, avatar, description, modelId, appId } = assistant;
  const model = useChatModels().find((each) => each.id === modelId)?.name ?? t('defaultModel');
  const makeDefault = async () => {
    if (appId === null) return;
    // A failure shows as a toast.
    await api.assistant.setDefault.mutate({ appId, assistantId: id }).then(applyAssistant, () => {});
  };
  return (
    <div className={classes.line}>
      <AssistantPortrait name={name} avatar={avatar} size={32} />
      <div className={classes.who}>
        <Link to={`/assistant?id=${id}`}>{name}</Link>
        {answers && <span className={classes.mark}>{t('default')}</span>}
        <p>{description || model}</p>
      </div>
      <Menu position="bottom-end" width={220} withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('ofApp.menu', { name })}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`/assistant?id=${id}`}
            leftSection={<IconPencil size={16} stroke={1.75} />}
          >
            {t('ofApp.edit')}
          </Menu.Item>
          {!answers && (
            <Menu.Item leftSection={<IconCheck size={16} stroke={1.75} />} onClick={() => void makeDefault()}>
              {t('ofApp.makeDefault')}
            </Menu.Item>
          )}
          {!last && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onRemove}>
              {t('remove.do')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
