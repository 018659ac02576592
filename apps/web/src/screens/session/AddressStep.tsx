import { Anchor, Button, TextInput } from '@mantine/core';
import type { SystemSetting } from '@tandem/shared/system/schema';
import { displayNameSchema, emailSchema } from '@tandem/shared/user/schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { say } from '../../lib/errors.ts';
import { useSession } from '../../lib/session/session.ts';
import { BoldNames, nameMarks } from '../../ui/BoldNames.tsx';
import { NameField, SetupCodeField } from './AccountFields.tsx';
import { Failure } from './Failure.tsx';
import { OauthButtons } from './OauthButtons.tsx';
import { StepHeading } from './StepHeading.tsx';
import classes from './steps.module.css';
import type { InvitedBy, SignIn } from './use-sign-in.ts';

interface AddressStepProps {
  title: string;
  /** The invitation that is taken up; its address is the only one. */
  invitation?: InvitedBy;
  signIn: SignIn;
  mode: 'login' | 'register';
  /** Whether this will be the installation's first account. */
  isFirst: boolean;
  registration: SystemSetting['registration'] | undefined;
  setupCodeRequired: boolean;
  /** Whether codes are sent; if not, third parties are the only way. */
  emailCodes: boolean;
  returnTo: string;
}

/** Asks for the address, and new people for their name. */
export function AddressStep(props: AddressStepProps) {
  const { title, invitation, signIn, mode, isFirst, setupCodeRequired, emailCodes, returnTo } = props;
  const { t } = useTranslation('auth');
  const [email, setEmail] = useState(invitation?.email ?? signIn.state.email);
  const [name, setName] = useState(signIn.state.name);
  const [setupCode, setSetupCode] = useState(signIn.state.setupCode);
  const [checked, setChecked] = useState(false);
  const registering = mode === 'register';
  const emailIsBad = !emailSchema.safeParse(email).success;
  const nameIsBad = registering && !displayNameSchema.safeParse(name).success;
  const setupCodeIsBad = registering && setupCodeRequired && setupCode.trim() === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (emailIsBad || nameIsBad || setupCodeIsBad) return;
    void signIn.send({
      email: emailSchema.parse(email),
      name: registering ? displayNameSchema.parse(name) : '',
      setupCode: setupCode.trim(),
    });
  }

  return (
    <>
      <StepHeading title={title}>
        {invitation ? (
          <BoldNames
            words={t(invitation.inviter ? 'subtitle.invited' : 'subtitle.invitedNobody', {
              inviter: nameMarks[0],
            })}
            names={[invitation.inviter]}
          />
        ) : (
          <Beginning isFirst={isFirst} registering={registering} />
        )}
      </StepHeading>
      <OauthButtons returnTo={returnTo} alone={!emailCodes} />
      {emailCodes && (
        <form onSubmit={submit} noValidate className={classes.fields}>
          {registering && <NameField value={name} onChange={setName} isBad={checked && nameIsBad} />}
          <TextInput
            label={t('field.email')}
            size="md"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoFocus={!registering}
            placeholder={t('field.emailPlaceholder')}
            value={email}
            readOnly={invitation !== undefined}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={checked && emailIsBad && t('invalid.email')}
          />
          {registering && setupCodeRequired && (
            <SetupCodeField value={setupCode} onChange={setSetupCode} isBad={checked && setupCodeIsBad} />
          )}
          <Button type="submit" size="md" fullWidth loading={signIn.busy}>
            {t('action.continue')}
          </Button>
        </form>
      )}
      <Failure error={signIn.state.failure} />
      <OtherWay {...props} />
    </>
  );
}

/** The notice before sign-in: that this is the first account, or how the last session ended. */
function Beginning({ isFirst, registering }: { isFirst: boolean; registering: boolean }) {
  const { t } = useTranslation('auth');
  const ended = useSession((state) => state.ended);
  if (isFirst) return t('subtitle.first');
  return !registering && ended ? say(`error:${ended}`, '') : null;
}

/** The link between signing in and making an account; the first account has only one way. */
function OtherWay({ mode, isFirst, invitation, registration, returnTo }: AddressStepProps) {
  const { t } = useTranslation('auth');
  if (isFirst || registration === undefined) return null;
  const registering = mode === 'register';
  return (
    <p className={classes.links}>
      {registering && !invitation && registration === 'invitation' && <span>{t('hint.invitationOnly')}</span>}
      <span>
        {t(registering ? 'hint.haveAccount' : 'hint.noAccount')}{' '}
        <Anchor
          component={Link}
          to={registering ? '/login' : '/register'}
          state={{ returnTo }}
          size="sm"
          underline="always"
        >
          {t(registering ? 'action.signIn' : 'action.register')}
        </Anchor>
      </span>
    </p>
  );
}
