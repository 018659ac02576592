import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Group, Modal, PinInput, Text } from '@mantine/core';
import { CODE_LENGTH } from '@tandem/shared/session/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { forgetSession } from '../../entities/session/sign-out.ts';
import { describeError, isErrorKey } from '../../lib/errors.ts';
import { useSession } from '../../lib/session/session.ts';
import { systemSettingQuery } from '../../lib/system-setting.ts';
import { api } from '../../lib/trpc.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';
import page from '../../ui/page/Page.module.css';
import classes from './GeneralScreen.module.css';

const silent = { context: { silent: true } };

/** Deletes the account with a code; teams without anyone else need another confirmation. */
export function RemoveAccountDialog({ onClose }: { onClose(): void }) {
  useFocusBack();
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const email = useSession((state) => state.user.email);
  const { data: setting } = useQuery(systemSettingQuery);
  const [isSent, setSent] = useState(false);
  const [code, setCode] = useState('');
  const [alsoTeams, setAlsoTeams] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function attempt(step: () => Promise<void>) {
    setBusy(true);
    setProblem(null);
    try {
      await step();
    } catch (error) {
      // From now on it can be confirmed; the code stays good.
      if (isErrorKey(error, 'lastMember')) setAlsoTeams((held) => held ?? false);
      if (isErrorKey(error, 'wrongCode')) setCode('');
      setProblem(describeError(error));
    }
    setBusy(false);
  }
  const send = () =>
    attempt(async () => {
      await api.user.sendRemovalCode.mutate(undefined, silent);
      setSent(true);
      setCode('');
    });
  const remove = () =>
    attempt(async () => {
      await api.user.remove.mutate({ code, alsoTeams: alsoTeams === true }, silent);
      // Signed out by choice: nothing leads back to the page.
      useSession.setState({ leaving: true });
      await forgetSession();
      navigate('/login', { replace: true });
    });

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('remove.title')}
      size="md"
      closeButtonProps={{ 'aria-label': t('remove.close') }}
    >
      <Text>
        {t(setting?.mailDelivery === 'console' ? 'remove.introConsole' : 'remove.intro', { email })}
      </Text>
      {isSent && (
        <div className={classes.code}>
          <PinInput
            length={CODE_LENGTH}
            type="number"
            oneTimeCode
            autoFocus
            placeholder=""
            value={code}
            onChange={setCode}
            disabled={busy}
            aria-label={t('remove.code')}
            getInputProps={(index) => ({ 'aria-label': t('remove.digit', { number: index + 1 }) })}
          />
          {alsoTeams !== null && (
            <Checkbox
              label={t('remove.alsoTeams')}
              checked={alsoTeams}
              onChange={(event) => setAlsoTeams(event.currentTarget.checked)}
            />
          )}
        </div>
      )}
      {problem && (
        <p className={page.problem} role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('remove.cancel')}
        </Button>
        {isSent ? (
          <>
            <Button variant="default" disabled={busy} onClick={() => void send()}>
              {t('remove.again')}
            </Button>
            <Button
              color="red"
              loading={busy}
              disabled={code.length < CODE_LENGTH || alsoTeams === false}
              onClick={() => void remove()}
            >
              {t('remove.confirm')}
            </Button>
          </>
        ) : (
          <Button color="red" loading={busy} onClick={() => void send()}>
            {t('remove.send')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
