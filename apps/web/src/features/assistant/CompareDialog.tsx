import { Button, Modal, Select, Textarea } from '@mantine/core';
import { type Assistant, MAX_TRY_LENGTH } from '@tandem/shared/assistant/schema';
import type { Model } from '@tandem/shared/provider/schema';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError, isAbort } from '../../lib/errors.ts';
import { api } from '../../lib/trpc.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';
import { useIsPhone } from '../../ui/page/shell.ts';
import { AnswerView } from './AnswerView.tsx';
import classes from './CompareDialog.module.css';
import type { Draft } from './draft.ts';
import { type Answer, applyTryEvent, triedDraft, unanswered } from './trying.ts';

type Side = 'first' | 'second';
const sides: readonly Side[] = ['first', 'second'];
const none = { first: unanswered, second: unanswered };

interface CompareDialogProps {
  assistant: Assistant;
  draft: Draft;
  models: readonly Model[];
  onUse(modelId: string): void;
  onClose(): void;
}

/** Two models answer one question as the assistant, side by side. */
export function CompareDialog({ assistant, draft, models, onUse, onClose }: CompareDialogProps) {
  useFocusBack();
  const { t } = useTranslation('assistant');
  const isPhone = useIsPhone();
  const own = models.find(({ id }) => id === draft.modelId) ?? models[0];
  const [chosen, setChosen] = useState<Record<Side, string>>({
    first: own?.id ?? '',
    second: models.find(({ id }) => id !== own?.id)?.id ?? '',
  });
  const [text, setText] = useState(draft.starters[0] ?? '');
  const [answers, setAnswers] = useState<Record<Side, Answer> | null>(null);
  const [running, setRunning] = useState(false);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    current.current = controller;
    setRunning(true);
    setAnswers(none);
    const change = (side: Side, next: (answer: Answer) => Answer) =>
      setAnswers((held) => held && { ...held, [side]: next(held[side]) });
    const endOpen = (problem: string) => {
      for (const side of sides)
        change(side, (answer) => (answer.end || answer.problem ? answer : { ...answer, problem }));
    };
    try {
      const stream = await api.assistant.compare.mutate(
        { assistantId: assistant.id, draft: triedDraft(draft, assistant.name), text, ...chosen },
        { signal: controller.signal, context: { streamed: true, silent: true } },
      );
      for await (const { side, ...event } of stream)
        change(side, (answer) => applyTryEvent(answer, event as Parameters<typeof applyTryEvent>[1]));
      endOpen(t('try.failed'));
    } catch (error) {
      endOpen(isAbort(error) || controller.signal.aborted ? t('figure.stopped') : describeError(error));
    } finally {
      if (current.current === controller) current.current = null;
      setRunning(false);
    }
  };
  const data = [...Map.groupBy(models, (model) => model.provider.name)].map(([group, items]) => ({
    group,
    items: items.map(({ id, name }) => ({ value: id, label: name })),
  }));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('compare.title')}
      size="60rem"
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        className={classes.ask}
        onSubmit={(event) => {
          event.preventDefault();
          if (!running && text.trim() !== '') void run();
        }}
      >
        <Textarea
          label={t('compare.question')}
          placeholder={t('try.placeholder')}
          value={text}
          maxLength={MAX_TRY_LENGTH}
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        {running ? (
          <Button variant="default" onClick={() => current.current?.abort()}>
            {t('compare.stop')}
          </Button>
        ) : (
          <Button type="submit" disabled={text.trim() === ''}>
            {t('compare.go')}
          </Button>
        )}
      </form>
      <div className={classes.sides}>
        {sides.map((side) => (
          <section key={side} className={classes.side} aria-label={t(`compare.${side}`)}>
            <Select
              data={data}
              value={chosen[side]}
              allowDeselect={false}
              searchable={models.length > 8}
              disabled={running}
              aria-label={t(`compare.${side}`)}
              onChange={(value) => value && setChosen({ ...chosen, [side]: value })}
            />
            <div className={classes.answer} aria-busy={running}>
              {answers ? (
                <AnswerView answer={answers[side]} />
              ) : (
                <p className={classes.words}>{t('compare.words')}</p>
              )}
            </div>
            <Button
              variant="default"
              disabled={running}
              className={classes.use ?? ''}
              onClick={() => onUse(chosen[side])}
            >
              {t('compare.use')}
            </Button>
          </section>
        ))}
      </div>
    </Modal>
  );
}
