import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import type { Channel } from '@tandem/shared/channel/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangesTabProps, Compared } from '../../features/agent-file/change/ChangesTab.tsx';
import { FilesTab } from '../../features/agent-file/FilesTab.tsx';
import type { RunsTabProps } from '../../features/run/list/RunsTab.tsx';
import { lazyPart, usePreloadWhenIdle } from '../../ui/page/lazy-part.tsx';
import classes from './AgentPanel.module.css';
import { PdfPreview } from './PdfPreview.tsx';

const changesTab = lazyPart<ChangesTabProps>(
  'agent-changes',
  () => import('../../features/agent-file/change/ChangesTab.tsx'),
  ['agent'],
);
const runsTab = lazyPart<RunsTabProps>('agent-runs', () => import('../../features/run/list/RunsTab.tsx'), [
  'agent',
  'chat',
]);

const tabs = ['files', 'changes', 'runs'] as const;
type Tab = (typeof tabs)[number];

interface AgentPanelProps {
  /** Out of sight; what is being edited in it stays. */
  hidden: boolean;
  channelId: string;
  /** Undefined until the tree is known. */
  channel: Channel | undefined;
  /** Shows a message in the conversation. */
  onMessage(messageId: string): void;
}

/** What an agent works with: its files, what changed in them, its runs. */
export function AgentPanel({ channelId, channel, hidden, onMessage }: AgentPanelProps) {
  const { t } = useTranslation('agent');
  usePreloadWhenIdle(changesTab, runsTab);
  const [tab, setTab] = useState<Tab>('files');
  const [path, setPath] = useState<string | null>(null);
  const [manifestId, setManifest] = useState<string | null>(null);
  const [compared, compare] = useState<Compared>(null);
  const [runId, setRun] = useState<string | null>(null);
  const mayEdit = channel?.abilities.edit === true && channel.archivedAt === null;
  const showState = (id: string) => {
    setManifest(id);
    setTab('files');
  };
  return (
    <Tabs
      className={classes.panel ?? ''}
      hidden={hidden}
      value={tab}
      keepMounted={false}
      onChange={(next) => setTab(tabs.find((each) => each === next) ?? 'files')}
    >
      <Tabs.List aria-label={t('panel.label')} className={classes.tabs ?? ''}>
        {tabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(`panel.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="files" keepMounted className={classes.content ?? ''}>
        <FilesTab
          {...{ channelId, mayEdit, path, manifestId }}
          pdf={(file) => <PdfPreview file={file} />}
          onPath={setPath}
          onNewest={() => setManifest(null)}
        />
      </Tabs.Panel>
      <Tabs.Panel value="changes" className={classes.content ?? ''}>
        <changesTab.Part {...{ channelId, mayEdit, compared }} onCompare={compare} onState={showState} />
      </Tabs.Panel>
      <Tabs.Panel value="runs" className={classes.content ?? ''}>
        <runsTab.Part
          {...{ channelId, mayEdit, runId, onMessage }}
          onRun={setRun}
          onState={showState}
          onChanges={(id, step) => {
            compare({ runId: id, step });
            setTab('changes');
          }}
        />
      </Tabs.Panel>
    </Tabs>
  );
}
