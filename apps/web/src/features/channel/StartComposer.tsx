import type { FilePart } from '@tandem/shared/message/parts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAssistants } from '../../entities/assistant/queries.ts';
import { Starters } from '../../entities/assistant/Starters.tsx';
import { useForEveryone } from '../../entities/assistant/use-for-everyone.ts';
import { attachmentsOf } from '../../entities/message/composer/attachments.ts';
import { Composer } from '../../entities/message/composer/Composer.tsx';
import { focusComposer } from '../../entities/message/focus.ts';
import { AnswerTools, useAnswerChoice } from '../../entities/model/AnswerTools.tsx';
import { useAnswerModels } from '../../entities/model/queries.ts';
import { describeError } from '../../lib/errors.ts';
import { useSession } from '../../lib/session/session.ts';
import { DropArea } from '../../ui/files/DropArea.tsx';
import { startChannel } from './start.ts';

interface StartComposerProps {
  /** Names the draft and the choice of model. */
  place: string;
  /** The app in which the channel is created; undefined until known. */
  appId: string | undefined;
  /** Waits until it is known. @throws when there is none */
  findApp?: () => Promise<string>;
  placeholder?: string;
  /** Shown beside the model. */
  tools?: ReactNode;
  /** The kind of channel that is made. */
  kind?: 'chat' | 'agent';
  /** Done with the channel before the message is sent. */
  prepare?: (channelId: string) => Promise<unknown>;
  /** Whether the assistant's questions to begin with are offered. */
  withStarters?: boolean;
}

/** A composer whose first message makes a channel and opens it. */
export function StartComposer({
  place,
  appId,
  findApp,
  placeholder,
  tools,
  kind = 'chat',
  prepare,
  withStarters = false,
}: StartComposerProps) {
  const { t } = useTranslation('chat');
  const { t: tFile } = useTranslation('file');
  const navigate = useNavigate();
  const userId = useSession((state) => state.user.id);
  const models = useAnswerModels();
  const assistant = useAssistants(appId).data?.[0];
  const choice = useAnswerChoice(place, models);
  const forEveryone = useForEveryone(assistant, () => choice.choose(null));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (text: string, files: readonly FilePart[]): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      const target = appId ?? (await findApp?.());
      if (!target) return false;
      const path = await startChannel({ appId: target, kind, prepare, text, files, choice, userId });
      // After the field was emptied, so that no half-sent words stay behind as a draft.
      queueMicrotask(() => void navigate(path));
      return true;
    } catch (error) {
      setProblem(describeError(error));
      return false;
    } finally {
      setBusy(false);
    }
  };

  return (
    <DropArea
      label={tFile('drop')}
      disabled={busy}
      onFiles={(files) => {
        attachmentsOf(place).add(files);
        focusComposer();
      }}
    >
      <Composer
        draftKey={place}
        autoFocus
        placeholder={
          placeholder ??
          (assistant ? t('composer.placeholderTo', { name: assistant.name }) : t('composer.placeholder'))
        }
        busy={busy}
        problem={problem}
        onSend={(text, { files }) => send(text, files)}
        tools={
          <>
            {tools}
            <AnswerTools
              choice={choice}
              models={models}
              defaultId={assistant?.modelId ?? null}
              onForEveryone={forEveryone}
            />
          </>
        }
      />
      {withStarters && assistant && <Starters place={place} starters={assistant.starters} />}
    </DropArea>
  );
}
