import { Anchor, Loader, PinInput, UnstyledButton } from '@mantine/core';
import { CODE_LENGTH, CODE_LIFETIME_MS } from '@tandem/shared/session/schema';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { isErrorKey } from '../../lib/errors.ts';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { Failure } from './Failure.tsx';
import { StepHeading } from './StepHeading.tsx';
import { triesLeft } from './sign-in-state.ts';
import classes from './steps.module.css';
import type { SignIn } from './use-sign-in.ts';

/** A new code may be asked for after this time, in milliseconds. */
const RESEND_AFTER_MS = 30_000;

interface CodeStepProps {
  signIn: SignIn;
  /** Whether this will be the installation's first account, for which every address is welcome. */
  isFirst: boolean;
}

/**
 * Takes the six digits; the last one submits them. The page must not reveal which addresses have an account,
 * so the sentence about the code starts with "if".
 */
export function CodeStep({ signIn, isFirst }: CodeStepProps) {
  const { t } = useTranslation('auth');
  const { state, busy } = signIn;
  const left = triesLeft(state);
  const isWrong = isErrorKey(state.failure, 'wrongCode');
  const [code, setCode] = useState('');

  // A wrong code is cleared, so that the next try starts with the first digit.
  useEffect(() => {
    if (state.failure !== null) setCode('');
  }, [state.failure]);

  return (
    <>
      <ScreenTitle title={t('title.code')} />
      <StepHeading title={t('title.code')}>
        {state.delivery === 'mail' ? (
          <Trans
            t={t}
            i18nKey={isFirst ? 'subtitle.codeFirst' : 'subtitle.code'}
            values={{ email: state.email, minutes: CODE_LIFETIME_MS / 60_000 }}
            components={{ strong: <strong /> }}
          />
        ) : (
          <Trans
            t={t}
            i18nKey={isFirst ? 'subtitle.codeForFirst' : 'subtitle.codeFor'}
            values={{ email: state.email }}
            components={{ strong: <strong /> }}
          />
        )}
      </StepHeading>
      <div className={classes.pin}>
        <PinInput
          // A new field after each wrong try and each new code takes the focus to its first digit.
          key={`${state.sentAt}-${state.wrongTries}`}
          length={CODE_LENGTH}
          type="number"
          oneTimeCode
          autoFocus
          placeholder=""
          size="lg"
          value={code}
          onChange={setCode}
          onComplete={(value) => void signIn.enterCode(value)}
          error={isWrong}
          disabled={busy || left === 0}
          aria-label={t('field.code')}
          getInputProps={(index) => ({ 'aria-label': t('field.digit', { number: index + 1 }) })}
          classNames={{ input: classes.pinInput ?? '' }}
        />
      </div>
      <Failure error={left === 0 ? null : state.failure}>
        {isWrong ? t('hint.triesLeft', { count: left }) : ''}
      </Failure>
      {left === 0 && (
        <p className={classes.failure} role="alert">
          {t('hint.burnt')}
        </p>
      )}
      {state.delivery === 'console' && <p className={classes.note}>{t('hint.console')}</p>}
      <div className={classes.links}>
        {busy ? (
          <Loader size="xs" aria-label={t('hint.checking')} />
        ) : (
          <Resend signIn={signIn} now={left === 0} />
        )}
        {!signIn.isFixed && (
          <UnstyledButton onClick={signIn.changeAddress}>
            <Anchor component="span" size="sm" c="dimmed">
              {t('action.changeAddress')}
            </Anchor>
          </UnstyledButton>
        )}
      </div>
    </>
  );
}

/** Offers a new code: after a while, or `now`. */
function Resend({ signIn, now }: { signIn: SignIn; now: boolean }) {
  const { t } = useTranslation('auth');
  const { state } = signIn;
  const seconds = useSecondsUntil(state.sentAt + RESEND_AFTER_MS);
  if (seconds > 0 && !now) return <span>{t('hint.resendIn', { seconds })}</span>;
  return (
    <UnstyledButton onClick={() => void signIn.send(state)}>
      <Anchor component="span" size="sm">
        {t('action.resend')}
      </Anchor>
    </UnstyledButton>
  );
}

/** Whole seconds until a moment given in milliseconds since 1970; 0 once it has passed. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((moment - now) / 1000));
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return left;
}
