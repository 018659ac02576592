import type { CompletionEnd } from '@tandem/shared/completion/schema';
import { MICRO_CREDITS } from '@tandem/shared/usage/credit';
import { useTranslation } from 'react-i18next';
import { PartView } from '../../entities/message/parts/PartView.tsx';
import { describeEnd } from '../../lib/errors.ts';
import { localeOf } from '../../lib/i18n/locale.ts';
import classes from './AnswerView.module.css';
import type { Answer } from './trying.ts';

/** A test answer: its text as it streams, and its figures at the end. */
export function AnswerView({ answer }: { answer: Answer }) {
  const { t } = useTranslation('assistant');
  const { parts, model, end, problem } = answer;
  const waiting = !end && !problem && parts.every((part) => part.type === 'step-start');
  return (
    <div className={classes.answer}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are added at the end and have no other name
        <PartView key={index} part={part} streaming={!end && !problem && index === parts.length - 1} />
      ))}
      {waiting && <span className={classes.waiting} role="status" aria-label={t('try.waiting')} />}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {end?.error && (
        <p className={classes.problem} role="alert">
          {describeEnd(end.error, t('try.failed'))}
          {end.error.detail && <small>{end.error.detail}</small>}
        </p>
      )}
      {end && !end.error && <Figures model={model} end={end} />}
    </div>
  );
}

/** The model, tokens, speed and price of an answer. */
export function Figures({ model, end }: { model: string; end: CompletionEnd }) {
  const { t, i18n } = useTranslation('assistant');
  const number = (value: number, digits = 0) =>
    value.toLocaleString(localeOf(i18n.language), { maximumFractionDigits: digits });
  const seconds = (ms: number) => t('figure.seconds', { seconds: number(ms / 1000, 1) });
  const said = [
    model,
    end.status === 'stopped' && t('figure.stopped'),
    end.inputTokens !== null &&
      end.outputTokens !== null &&
      t('figure.tokens', { input: number(end.inputTokens), output: number(end.outputTokens) }),
    end.firstTokenMs !== null && t('figure.first', { time: seconds(end.firstTokenMs) }),
    end.durationMs > 0 && t('figure.whole', { time: seconds(end.durationMs) }),
    end.durationMs > 0 &&
      (end.cost === null
        ? t('figure.free')
        : t('figure.cost', { credits: number(end.cost / MICRO_CREDITS, 3) })),
  ].filter(Boolean);
  return <p className={classes.figures}>{said.join(' · ')}</p>;
}
