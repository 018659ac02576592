import { type AgentMode, DEFAULT_MODE } from '@tandem/shared/agent/schema';
import type { App } from '@tandem/shared/app/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { StartComposer } from '../../features/channel/StartComposer.tsx';
import { ModeMenu } from '../../features/run/setting/ModeMenu.tsx';
import { api } from '../../lib/trpc.ts';
import { ExampleTasks } from '../agent/ExampleTasks.tsx';
import { useExampleTemplate } from '../agent/use-example-template.ts';
import { AppChannels } from './AppChannels.tsx';
import { AppPage } from './AppPage.tsx';
import classes from './NoteScreen.module.css';

/** `/agent/{appId}`: an app of tasks for agents, and a composer that begins one. */
export default function AgentAppScreen() {
  return <AppPage>{(app) => <Tasks key={app.id} app={app} />}</AppPage>;
}

function Tasks({ app: { id, icon, name, description, abilities } }: { app: App }) {
  const { t } = useTranslation('agent');
  const [mode, setMode] = useState<AgentMode>(DEFAULT_MODE);
  const isEmpty = useWorkspace(
    (state) => !state.tree.channels.values().some((channel) => channel.appId === id),
  );
  const place = `app:${id}`;
  const template = useExampleTemplate(place);
  return (
    <>
      <div className={classes.head} data-apart>
        <h1 className={classes.name}>
          {icon && <span aria-hidden>{icon} </span>}
          {name}
        </h1>
      </div>
      {description && <p className={classes.description}>{description}</p>}
      {abilities.createChannel ? (
        <StartComposer
          place={place}
          appId={id}
          kind="agent"
          placeholder={t('app.placeholder')}
          tools={<ModeMenu mode={mode} onChange={setMode} />}
          prepare={async (channelId) => {
            const silent = { context: { silent: true } };
            if (mode !== DEFAULT_MODE) await api.agentSetting.update.mutate({ channelId, mode }, silent);
            const templateId = template.current;
            if (templateId) await api.agentTemplate.choose.mutate({ channelId, templateId }, silent);
          }}
        />
      ) : (
        <p className={classes.description}>{t('app.viewOnly')}</p>
      )}
      {isEmpty ? (
        <>
          {abilities.createChannel && <ExampleTasks place={place} />}
          <p className={classes.description} data-centred>
            {t('app.noneWords')}
          </p>
        </>
      ) : (
        <AppChannels appId={id} title={t('app.tasks')} />
      )}
    </>
  );
}
