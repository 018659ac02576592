import { TextInput } from '@mantine/core';
import { IconLock, IconUsers } from '@tabler/icons-react';
import { type AppVisibility, appVisibilities } from '@tandem/shared/access/permissions';
import { type CreateApp, creatableAppTypes } from '@tandem/shared/app/schema';
import type { Channel } from '@tandem/shared/channel/schema';
import { MAX_NAME } from '@tandem/shared/user/schema';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TemplatesButton } from '../../../entities/template/TemplatesButton.tsx';
import { createApp, createSpace, type NamedKind } from '../../../entities/workspace/actions.ts';
import { setExpanded } from '../../../entities/workspace/expanded.ts';
import { pathOf } from '../../../entities/workspace/path.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { AppIcon } from '../../../ui/KindIcon.tsx';
import classes from './NameDialog.module.css';

interface NameDialogProps {
  /** The space for the new app. */
  spaceId?: string;
  /** Makes a channel by its name; without either, a space is made. */
  channel?: { kind: NamedKind; make(name: string): Promise<Channel> };
  onClose(): void;
  /** Called with the path of the new item. */
  onMade(path: string): void;
}

const wordsOf = { chat: 'channel', discussion: 'discussion', dataset: 'dataset' } as const;

/** Asks for the name of a new app, channel or space, and creates it. */
export function NameDialog({ spaceId, channel, onClose, onMade }: NameDialogProps) {
  const { t } = useTranslation('workspace');
  const [name, setName] = useState('');
  const [type, setType] = useState<CreateApp['type']>('chat');
  const [visibility, setVisibility] = useState<AppVisibility>('team');
  const wanted = name.trim();
  const words = spaceId ? 'app' : channel ? wordsOf[channel.kind] : 'space';
  const hints = words === 'app' ? (`app.type.${type}` as const) : words;

  const make = async () => {
    if (spaceId) {
      const app = await createApp(spaceId, { name: wanted, type, visibility });
      setExpanded([spaceId, app.id], true);
      onMade(pathOf.app(app));
    } else if (channel) onMade(pathOf.channel(await channel.make(wanted)));
    else await createSpace(wanted);
  };

  return (
    <FormDialog
      title={t(`${words}.new`)}
      size={spaceId ? 'md' : 'sm'}
      submit={t('create')}
      valid={wanted !== ''}
      extra={
        spaceId && (
          <Suspense fallback={null}>
            <TemplatesButton variant="subtle" mr="auto" view={{ kind: 'app', spaceId }} onOpen={onClose} />
          </Suspense>
        )
      }
      onClose={onClose}
      onSubmit={make}
    >
      {(problem) => (
        <>
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
        </>
      )}
    </FormDialog>
  );
}

interface TypeChoiceProps {
  type: CreateApp['type'];
  onChange(type: CreateApp['type']): void;
}

/** Chooses the type of a new app. */
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

/** Chooses the visibility of a new app. */
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
