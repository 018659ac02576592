import { Button, Textarea } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import type { ToolPart } from '@tandem/shared/message/parts';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decideTool } from '../../../entities/message/actions.ts';
import { useConversation } from '../../../entities/message/context.ts';
import { useAction } from '../../../entities/message/use-action.ts';
import { describeError, isErrorKey } from '../../../lib/errors.ts';
import { toast } from '../../../lib/toasts.ts';
import { textIn } from './call.ts';
import classes from './QuestionCard.module.css';

/** Most characters of an answer. */
const MAX_ANSWER = 10_000;

interface QuestionCardProps {
  part: ToolPart;
  messageId: string;
  /** Whether the reader may answer; others see that it waits. */
  mayDecide: boolean;
}

/** A question of a run to people, which waits for an answer. */
export function QuestionCard({ part, messageId, mayDecide }: QuestionCardProps) {
  const { t } = useTranslation('agent');
  const { store } = useConversation();
  const { run, busy, problem } = useAction();
  const id = useId();
  const [answer, setAnswer] = useState('');
  const question = textIn(part.input, 'question');
  const options = optionsOf(part.input);

  const send = (words: string) =>
    void run(async () => {
      const shown = typeof part.input === 'object' && part.input !== null ? { ...part.input } : {};
      try {
        await decideTool(store, {
          messageId,
          toolCallId: part.toolCallId,
          approve: true,
          input: { ...shown, answer: words },
          shown,
        });
      } catch (error) {
        // An answered question no longer has a card to say so.
        if (!isErrorKey(error, 'toolDecided')) throw error;
        toast.info(describeError(error));
      }
    });

  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <IconMessageQuestion className={classes.icon} size={18} stroke={1.75} aria-hidden />
        <h3 id={id} className={classes.title}>
          {t('question.title')}
        </h3>
      </header>
      <p className={classes.question}>{question}</p>
      {!mayDecide && <p className={classes.note}>{t('question.waits')}</p>}
      {mayDecide && options.length > 0 && (
        <div className={classes.options}>
          {options.map((option) => (
            <Button key={option} variant="default" size="xs" disabled={busy} onClick={() => send(option)}>
              {option}
            </Button>
          ))}
        </div>
      )}
      {mayDecide && (
        <form
          className={classes.form}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            if (answer.trim() !== '') send(answer.trim());
          }}
        >
          <Textarea
            aria-label={t('question.other')}
            placeholder={t('question.placeholder')}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={MAX_ANSWER}
            disabled={busy}
            value={answer}
            onChange={(event) => setAnswer(event.currentTarget.value)}
          />
          <div className={classes.actions}>
            <Button type="submit" size="xs" loading={busy} disabled={answer.trim() === ''}>
              {t('question.send')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" disabled={busy} onClick={() => send('')}>
              {t('question.decide')}
            </Button>
          </div>
        </form>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

function optionsOf(input: unknown): string[] {
  if (typeof input !== 'object' || input === null || !('options' in input)) return [];
  const { options } = input;
  return Array.isArray(options) ? [...new Set(options.filter((each) => typeof each === 'string'))] : [];
}
