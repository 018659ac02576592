import { Button, Group, Modal, TextInput } from '@mantine/core';
import { IconLock, IconUsers } from '@tabler/icons-react';
import { type AppVisibility, appVisibilities } from '@tandem/shared/access/permissions';
import { type CreateApp, creatableAppTypes } from '@tandem/shared/app/schema';
import type { Channel } from '@tandem/shared/channel/schema';
import { MAX_NAME } from '@tandem/shared/user/schema';
import { type FormEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TemplatesButton } from '../../../entities/template/TemplatesButton.tsx';
import { createApp, createSpace, type NamedKind } from '../../../entities/workspace/actions.ts';
import { setExpanded } from '../../../entities/workspace/expanded.ts';
import { pathOf } from '../../../entities/workspace/path.ts';
import { describeError } from '../../../lib/errors.ts';
import { useFocusBack } from '../../../ui/focus/use-focus-back.ts';
import { AppIcon } from '../../../ui/KindIcon.tsx';
import classes from './NameDialog.module.css';

interface NameDialogProps {
  /** Where the new app goes. */
  spaceId?: string;
  /** Makes a conversation by its name; without either, a space is made. */
  channel?: { kind: NamedKind; make(name: string): Promise<Channel> };
  onClose(): void;
  /** Told where the new thing is. */
  onMade(path: string): void;
}

const wordsOf = { chat: 'channel', discussion: 'discussion' } as const;

/** Asks for the name of a new app, channel, discussion or space, and makes it. */
export function NameDialog({ spaceId, channel, onClose, onMade }: NameDialogProps) {
  useFocusBack();
  const { t } = useTranslation('workspace');
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [type, setType] = useState<CreateApp['type']>('chat');
  const [visibility, setVisibility] = useState<AppVisibility>('team');
  const [problem, setProblem] = useState<string | null>(null);
  const words = spaceId ? 'app' : channel ? wordsOf[channel.kind] : 'space';
  const hints = words === 'app' ? (`app.type.${type}` as const) : words;

  const make = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '' || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      if (spaceId) {
        const app = await createApp(spaceId, { name: wanted, type, visibility });
        setExpanded([spaceId, app.id], true);
        onMade(pathOf.app(app));
      } else if (channel) onMade(pathOf.channel(await channel.make(wanted)));
      else await createSpace(wanted);
      onClose();
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`${words}.new`)}
      size={spaceId ? 'md' : 'sm'}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={make}>
        {spaceId && <TypeChoice type={type} onChange={setType} />}
        <TextInput
          data-autofocus
          label={t('name.label')}
          description={t(`${hints}.words`)}
          placeholder={t(`${hints}.placeholder`)}
          value={name}
          maxLength={MAX_NAME}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {spaceId && <WhoChoice visibility={visibility} onChange={setVisibility} />}
        <Group justify="flex-end" mt="lg" gap="xs">
          {spaceId && (
            <Suspense fallback={null}>
              <TemplatesButton variant="subtle" mr="auto" view={{ kind: 'app', spaceId }} onOpen={onClose} />
            </Suspense>
          )}
          <Group wrap="nowrap" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={name.trim() === ''}>
              {t('create')}
            </Button>
          </Group>
        </Group>
      </form>
    </Modal>
  );
}

interface TypeChoiceProps {
  type: CreateApp['type'];
  onChange(type: CreateApp['type']): void;
}

/** What a new app is for. */
function TypeChoice({ type, onChange }: TypeChoiceProps) {
  const { t } = useTranslation('workspace');
  return (
    <fieldset className={classes.types}>
      <legend className={classes.legend}>{t('app.type.label')}</legend>
      {creatableAppTypes.map((each) => (
        <label key={each} className={classes.type}>
          <input
            type="radio"
            name="app-type"
            className={classes.radio}
            checked={each === type}
            onChange={() => onChange(each)}
          />
          <AppIcon type={each} size={18} />
          {t(`app.type.${each}.name`)}
        </label>
      ))}
    </fieldset>
  );
}

interface WhoChoiceProps {
  visibility: AppVisibility;
  onChange(visibility: AppVisibility): void;
}

const whoIcons = { team: IconUsers, private: IconLock } as const;

/** Who finds a new app. */
function WhoChoice({ visibility, onChange }: WhoChoiceProps) {
  const { t } = useTranslation('workspace');
  return (
    <fieldset className={classes.who}>
      <legend className={classes.legend}>{t('app.who.label')}</legend>
      {[...appVisibilities].reverse().map((each) => {
        const Icon = whoIcons[each];
        return (
          <label key={each} className={classes.type}>
            <input
              type="radio"
              name="app-visibility"
              className={classes.radio}
              checked={each === visibility}
              onChange={() => onChange(each)}
            />
            <Icon size={18} stroke={1.75} aria-hidden />
            {t(`app.who.${each}`)}
          </label>
        );
      })}
    </fieldset>
  );
}
