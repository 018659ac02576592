import { Button, Loader, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useMediaQuery } from '@mantine/hooks';
import type { Assistant } from '@tandem/shared/assistant/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyAssistant, useAssistant } from '../../entities/assistant/queries.ts';
import { useMayMake } from '../../entities/assistant/rights.ts';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { describeError, isGone } from '../../lib/errors.ts';
import { api } from '../../lib/trpc.ts';
import { BackLink } from '../../ui/page/BackLink.tsx';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { SettingForm } from '../../ui/page/SettingForm.tsx';
import { SettingPage } from '../../ui/page/SettingPage.tsx';
import { AssistantPortrait } from '../../ui/portrait/AssistantPortrait.tsx';
import classes from './AssistantEditor.module.css';
import { AssistantFields } from './AssistantFields.tsx';
import { AssistantMenu } from './AssistantMenu.tsx';
import { AssistantView } from './AssistantView.tsx';
import { type Draft, useDraft } from './draft.ts';
import { StartButton } from './StartButton.tsx';
import { TryPane } from './TryPane.tsx';

/** Below this there is room for one of form and try. */
const WIDE = '(min-width: 64em)';

/**
 * One assistant: its form with the test pane beside it, or a read-only view for people who may not change it.
 */
export function AssistantEditor({ assistantId }: { assistantId: string }) {
  const { t } = useTranslation('assistant');
  const { data: assistant, error, refetch } = useAssistant(assistantId);
  return (
    <>
      <ScreenHeader
        actions={
          assistant && (
            <>
              <StartButton assistant={assistant} />
              {assistant.abilities.edit && <AssistantMenu assistant={assistant} />}
            </>
          )
        }
      >
        <BackLink to="/assistant">{t('title')}</BackLink>
        {assistant && (
          <span className={classes.here}>
            <AssistantPortrait name={assistant.name} avatar={assistant.avatar} size={20} />
            <span>{assistant.name}</span>
          </span>
        )}
      </ScreenHeader>
      <ConnectionNotice />
      <ScreenTitle title={assistant?.name ?? t('title')} />
      {error && !assistant && (
        <div className={classes.place} role="alert">
          <h1>{isGone(error) ? t('gone') : t('failed')}</h1>
          <p>{isGone(error) ? t('goneWords') : describeError(error)}</p>
          {!isGone(error) && (
            <Button variant="default" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          )}
        </div>
      )}
      {!error && !assistant && (
        <div className={classes.place} role="status" aria-label={t('loading')}>
          <Loader size="sm" />
        </div>
      )}
      {assistant &&
        (assistant.abilities.edit ? (
          <Editor assistant={assistant} />
        ) : (
          <AssistantView assistant={assistant} />
        ))}
    </>
  );
}

function Editor({ assistant }: { assistant: Assistant }) {
  const { t } = useTranslation('assistant');
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const mayTry = useMayMake();
  const [side, setSide] = useState<'form' | 'try'>('form');
  const { draft, changed, toSend, change, reset } = useDraft(assistant);

  const save = async (values: Partial<Draft>) => {
    const changes = { assistantId: assistant.id, ...values };
    applyAssistant(await api.assistant.update.mutate(changes, { context: { silent: true } }));
    reset();
  };
  return (
    <div className={classes.columns}>
      {!isWide && mayTry && (
        <SegmentedControl
          className={classes.switch ?? ''}
          value={side}
          onChange={(value) => setSide(value as typeof side)}
          data={[
            { value: 'form', label: t('editor.form') },
            { value: 'try', label: t('editor.try') },
          ]}
          aria-label={t('editor.sides')}
        />
      )}
      {/* Both stay mounted, so that text typed in one tab survives a switch. */}
      <div className={classes.scroll} hidden={!isWide && side !== 'form'}>
        <div className={classes.form}>
          <h1 className={classes.title}>{t('editor.title')}</h1>
          <SettingPage>
            <SettingForm
              title={t('editor.about')}
              changed={changed}
              valid={draft.name.trim() !== '' && draft.starters.every((text) => text.trim() !== '')}
              onSave={() => save(toSend)}
              onReset={reset}
            >
              <AssistantFields assistant={assistant} draft={draft} onChange={change} />
            </SettingForm>
          </SettingPage>
        </div>
      </div>
      {mayTry && (
        <aside className={classes.pane} hidden={!isWide && side !== 'try'} aria-label={t('try.title')}>
          <TryPane assistant={assistant} draft={draft} />
        </aside>
      )}
    </div>
  );
}
