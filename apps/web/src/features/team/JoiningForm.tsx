import '@mantine/core/styles/Switch.layer.css';
import { Button, Loader, Switch, Textarea } from '@mantine/core';
import { emailDomainSchema, type TeamChoices } from '@tandem/shared/team/schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { api, trpc } from '../../lib/trpc.ts';
import classes from './PeopleDialog.module.css';

/** The rules for joining without an invitation. */
export function JoiningForm() {
  const { t } = useTranslation('team');
  const utils = trpc.useUtils();
  const { data, error } = trpc.team.getPreference.useQuery(undefined, {
    trpc: { context: { silent: true } },
  });
  if (error)
    return (
      <p className={classes.none} role="alert">
        {describeError(error)}
      </p>
    );
  if (!data?.registration)
    return <Loader size="sm" mt="lg" mx="auto" display="block" aria-label={t('people.joining')} />;
  return <Fields stored={data} onStored={(stored) => utils.team.getPreference.setData(undefined, stored)} />;
}

interface FieldsProps {
  stored: TeamChoices;
  onStored(stored: TeamChoices): void;
}

function Fields({ stored, onStored }: FieldsProps) {
  const { t } = useTranslation('team');
  const [open, setOpen] = useState(stored.registration === 'open');
  const { emailDomains: held = [], publicDomains = [] } = stored;
  const [text, setText] = useState(held.join('\n'));
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const lines = text.split(/[\s,;]+/).filter(Boolean);
  const changed = open !== (stored.registration === 'open') || lines.join(' ') !== held.join(' ');

  async function submit(event: FormEvent) {
    event.preventDefault();
    const bad = lines.filter((line) => !emailDomainSchema.safeParse(line).success);
    if (bad.length > 0) {
      setProblem(t('joining.badDomain', { domains: bad.join(', ') }));
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const input = { registration: open ? ('open' as const) : ('invitation' as const), emailDomains: lines };
      const next = await api.team.setPreference.mutate(input, { context: { silent: true } });
      onStored(next);
      setText((next.emailDomains ?? []).join('\n'));
      toast.success(t('joining.saved'));
    } catch (error) {
      setProblem(describeError(error));
    }
    setBusy(false);
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Switch
        label={t('joining.open')}
        description={t('joining.openWords')}
        checked={open}
        onChange={(event) => setOpen(event.currentTarget.checked)}
      />
      <Textarea
        mt="xs"
        label={t('joining.domains')}
        description={t('joining.domainsWords')}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {publicDomains.length > 0 && (
        <p className={classes.note} role="status">
          {t('joining.publicDomain', { domains: publicDomains.join(', ') })}
        </p>
      )}
      <div className={classes.controls}>
        <span />
        <Button type="submit" loading={busy} disabled={!changed}>
          {t('joining.save')}
        </Button>
      </div>
    </form>
  );
}
