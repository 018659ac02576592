import { Button } from '@mantine/core';
import type { InvitationPeek } from '@tandem/shared/invitation/schema';
import { displayNameSchema } from '@tandem/shared/user/schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorKey } from '../../lib/errors.ts';
import { chosenLanguage } from '../../lib/i18n/language.ts';
import { BoldNames, nameMarks } from '../../ui/BoldNames.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { NameField } from './AccountFields.tsx';
import { AuthPage } from './AuthPage.tsx';
import { Failure } from './Failure.tsx';
import { OauthButtons } from './OauthButtons.tsx';
import { StepHeading } from './StepHeading.tsx';
import { joinByInvitation } from './sign-in.ts';
import classes from './steps.module.css';

/** After these the page has something else to say. */
const endings = ['invitationUsed', 'invitationExpired', 'invitationGone', 'forbidden'] as const;

interface MailedLinkProps {
  token: string;
  invitation: InvitationPeek & { mailed: NonNullable<InvitationPeek['mailed']> };
  /**
   * Called when the invitation may have ended, or its address has an account meanwhile, for the page to say
   * so.
   */
  onOver(): void;
}

/**
 * The page of the link in an invitation's mail, which proves the address: one press joins. Nothing happens before, for
 * mail scanners open links too.
 */
export function MailedLink({ token, invitation, onOver }: MailedLinkProps) {
  const { t } = useTranslation('auth');
  const { team, inviter, email, mailed } = invitation;
  const [name, setName] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const nameIsBad = !displayNameSchema.safeParse(name).success;
  const title = t('title.invited', { team });

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (nameIsBad) return;
    setBusy(true);
    setFailure(null);
    const language = chosenLanguage();
    try {
      await joinByInvitation({
        token,
        name: displayNameSchema.parse(name),
        ...(language && { language }),
      });
    } catch (error) {
      setFailure(error);
      setBusy(false);
      if (endings.some((key) => isErrorKey(error, key))) onOver();
    }
  }

  return (
    <AuthPage>
      <ScreenTitle title={title} />
      <StepHeading title={title}>
        <BoldNames
          words={
            mailed.to
              ? t('subtitle.invitedTo', { inviter: nameMarks[0], what: nameMarks[1] })
              : t(inviter ? 'subtitle.join' : 'subtitle.joinNobody', { inviter: nameMarks[0] })
          }
          names={[inviter, mailed.to ?? '']}
        />
      </StepHeading>
      <OauthButtons returnTo={`/register?invitation=${token}`} alone={false} />
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.fields}>
        <NameField value={name} onChange={setName} isBad={checked && nameIsBad} />
        <p className={classes.note}>
          <BoldNames words={t('hint.joinAs', { email: nameMarks[0] })} names={[email]} />
        </p>
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('action.join', { team })}
        </Button>
      </form>
      <Failure error={failure} />
    </AuthPage>
  );
}
