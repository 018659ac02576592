import { Menu } from '@mantine/core';
import { IconChevronDown, IconRefresh } from '@tabler/icons-react';
import { drawingOf } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import type { Model } from '@tandem/shared/provider/schema';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenedOnce } from '../../../ui/focus/use-opened-once.ts';
import { regenerateMessage } from '../actions.ts';
import { useConversation, useMessages } from '../context.ts';
import { focusComposer } from '../focus.ts';
import type { useAction } from '../use-action.ts';
import classes from './MessageActions.module.css';

interface RegenerateButtonProps {
  message: Message;
  action: ReturnType<typeof useAction>;
}

/** Regenerates an answer; where there are several models, a menu beside it chooses one. */
export function RegenerateButton({ message, action }: RegenerateButtonProps) {
  const { t } = useTranslation('chat');
  const { store } = useConversation();
  const drawn = drawingOf(message.parts) !== null;
  const models = useModelsThat(drawn);
  const label = t(drawn ? 'message.drawAgain' : 'message.regenerate');
  const running = useMessages((state) => state.runningId !== null);
  const fixed = running || action.busy;
  const again = async (modelId?: string) => {
    // The buttons disappear with the answer below which they are.
    if (await action.run(() => regenerateMessage(store, message.id, modelId))) focusComposer();
  };
  return (
    <>
      <button type="button" aria-label={label} title={label} disabled={fixed} onClick={() => void again()}>
        <IconRefresh size={16} stroke={1.75} aria-hidden />
      </button>
      {models.length > 1 && <OtherModel models={models} disabled={fixed} onChoose={(id) => void again(id)} />}
    </>
  );
}

/** The models that can write an answer again, or draw it. */
function useModelsThat(draw: boolean): readonly Model[] {
  const { models } = useConversation();
  return useMemo(() => models.filter(({ kind }) => (kind === 'image') === draw), [models, draw]);
}

interface OtherModelProps {
  models: readonly Model[];
  disabled: boolean;
  onChoose(modelId: string): void;
}

function OtherModel({ models, disabled, onChoose }: OtherModelProps) {
  const { t } = useTranslation('chat');
  const [open, setOpen] = useState(false);
  const made = useOpenedOnce(open);
  const button = (
    <button
      type="button"
      className={classes.more}
      aria-label={t('message.tryWith')}
      title={t('message.tryWith')}
      aria-haspopup="menu"
      aria-expanded={open}
      disabled={disabled}
      onClick={() => setOpen(!open)}
    >
      <IconChevronDown size={14} stroke={1.75} aria-hidden />
    </button>
  );
  // The menu is costly and every answer has one: it is made when it is first opened.
  if (!made) return button;
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-start" withinPortal shadow="md" width={260}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('message.tryWith')}</Menu.Label>
        {models.map((model) => (
          <Menu.Item key={model.id} onClick={() => onChoose(model.id)}>
            {model.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
