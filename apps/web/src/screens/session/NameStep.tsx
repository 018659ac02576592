import { Button } from '@mantine/core';
import { displayNameSchema } from '@tandem/shared/user/schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { NameField, SetupCodeField } from './AccountFields.tsx';
import { Failure } from './Failure.tsx';
import { StepHeading } from './StepHeading.tsx';
import classes from './steps.module.css';
import type { SignIn } from './use-sign-in.ts';

interface NameStepProps {
  signIn: SignIn;
  setupCodeRequired: boolean;
}

/** The code was right but creates a new account: asks for what is missing. */
export function NameStep({ signIn, setupCodeRequired }: NameStepProps) {
  const { t } = useTranslation('auth');
  const [name, setName] = useState(signIn.state.name);
  const [setupCode, setSetupCode] = useState('');
  const [checked, setChecked] = useState(false);
  const nameIsBad = !displayNameSchema.safeParse(name).success;
  const setupCodeIsBad = setupCodeRequired && setupCode.trim() === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (!nameIsBad && !setupCodeIsBad) void signIn.enterName(displayNameSchema.parse(name), setupCode.trim());
  }

  return (
    <>
      <ScreenTitle title={t('title.name')} />
      <StepHeading title={t('title.name')}>{t('subtitle.name', { email: signIn.state.email })}</StepHeading>
      <form onSubmit={submit} noValidate className={classes.fields}>
        <NameField value={name} onChange={setName} isBad={checked && nameIsBad} />
        {setupCodeRequired && (
          <SetupCodeField value={setupCode} onChange={setSetupCode} isBad={checked && setupCodeIsBad} />
        )}
        <Button type="submit" size="md" fullWidth loading={signIn.busy}>
          {t('action.createAccount')}
        </Button>
      </form>
      <Failure error={signIn.state.failure} />
    </>
  );
}
