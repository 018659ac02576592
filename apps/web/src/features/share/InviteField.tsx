import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Button, Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { type Permission, permissions } from '@tandem/shared/access/permissions';
import type { AccessPerson, Invitee } from '@tandem/shared/grant/schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { anySpelt, useFit } from '../../lib/spelling.ts';
import { systemSettingQuery } from '../../lib/system-setting.ts';
import { toast } from '../../lib/toasts.ts';
import { trpc } from '../../lib/trpc.ts';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import { candidatesFor, type Picked } from './candidates.ts';
import classes from './InviteField.module.css';

/** Milliseconds for which members stay cached: a team rarely changes while somebody shares. */
const FRESH_MS = 60_000;

interface InviteFieldProps {
  /** People who already have access, as far as loaded. */
  people: readonly AccessPerson[];
  /** Whether addresses of people outside the team can be invited. */
  mayInvite: boolean;
  /** Whether it takes the focus when it is mounted. */
  first: boolean;
  /** Says what people of a level can do. */
  mayWords(level: Permission): string;
  /** @returns whether it worked */
  onShare(users: Invitee[]): Promise<boolean>;
}

/** Adds people by name or address, several at once, at one level. */
export function InviteField({ people, mayInvite, first, mayWords, onShare }: InviteFieldProps) {
  const { t } = useTranslation('share');
  const field = useRef<HTMLInputElement>(null);
  // Its code loads after the dialog has chosen an element to focus.
  useEffect(() => {
    if (first) field.current?.focus();
  }, [first]);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data: users = [] } = trpc.team.users.useQuery(undefined, {
    staleTime: FRESH_MS,
    trpc: { context: { silent: true } },
  });
  const { data: setting } = useQuery(systemSettingQuery);
  const [query, setQuery] = useState('');
  const [picked, setPicked] = useState<Picked[]>([]);
  const [permission, setPermission] = useState<Permission>('edit');
  const [busy, setBusy] = useState(false);
  const fit = useFit(useMemo(() => anySpelt(users.map(({ name }) => name)), [users]));
  const candidates = useMemo(
    () => candidatesFor({ users, query, picked, mayInvite, fit }),
    [users, query, picked, mayInvite, fit],
  );
  const levels = useMemo(() => new Map(people.map(({ id, level }) => [id, level])), [people]);
  const strangers = picked.filter(({ userId }) => userId === undefined).length;

  // Selects the first candidate, so that typing and Enter are enough.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the candidates change
  useEffect(() => {
    if (query.trim() === '') combobox.resetSelectedOption();
    else combobox.selectFirstOption();
  }, [candidates]);

  const pick = (key: string) => {
    const candidate = candidates.find((each) => each.key === key);
    if (!candidate) return;
    setPicked((held) => [...held, candidate]);
    setQuery('');
    combobox.closeDropdown();
  };
  const share = async () => {
    // A complete address counts even if it was typed and not selected.
    const typed = candidates.length === 1 && query.includes('@') ? candidates : [];
    const chosen = [...picked, ...typed];
    if (chosen.length === 0 || busy) return;
    setBusy(true);
    const done = await onShare(
      chosen.map(({ userId, email }) => ({ ...(userId === undefined ? { email } : { userId }), permission })),
    );
    setBusy(false);
    if (!done) return;
    toast.success(t('invite.shared', { names: chosen.map(({ name }) => name).join(', ') }));
    setPicked([]);
    setQuery('');
  };

  return (
    <form
      className={classes.form}
      aria-label={t('invite.label')}
      onSubmit={(event) => {
        event.preventDefault();
        void share();
      }}
    >
      <Combobox store={combobox} onOptionSubmit={pick} withinPortal keepMounted={false}>
        <Combobox.DropdownTarget>
          <PillsInput className={classes.field ?? ''} onClick={() => combobox.openDropdown()}>
            <Pill.Group>
              {picked.map(({ key, name }) => (
                <Pill
                  key={key}
                  withRemoveButton
                  removeButtonProps={{ 'aria-label': t('invite.drop', { name }), 'aria-hidden': false }}
                  onRemove={() => setPicked((held) => held.filter((each) => each.key !== key))}
                >
                  {name}
                </Pill>
              ))}
              <Combobox.EventsTarget withExpandedAttribute>
                <PillsInput.Field
                  ref={field}
                  role="combobox"
                  aria-label={t('invite.label')}
                  placeholder={t(
                    picked.length > 0
                      ? 'invite.more'
                      : mayInvite
                        ? 'invite.placeholder'
                        : 'invite.placeholderNames',
                  )}
                  value={query}
                  autoComplete="off"
                  spellCheck={false}
                  onBlur={() => combobox.closeDropdown()}
                  onChange={(event) => {
                    setQuery(event.currentTarget.value);
                    combobox.openDropdown();
                  }}
                  onKeyDown={(event) => {
                    if (event.key === 'Backspace' && query === '') setPicked((held) => held.slice(0, -1));
                  }}
                />
              </Combobox.EventsTarget>
            </Pill.Group>
          </PillsInput>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={candidates.length === 0 && query.trim() === ''}>
          <Combobox.Options mah={260} className={classes.options ?? ''} aria-label={t('invite.label')}>
            {candidates.map((each) => {
              const level = each.userId === undefined ? undefined : levels.get(each.userId);
              return (
                <Combobox.Option key={each.key} value={each.key} className={classes.option ?? ''}>
                  {each.userId === undefined ? (
                    <span className={classes.mail} aria-hidden>
                      <IconMailPlus size={16} stroke={1.75} />
                    </span>
                  ) : (
                    <Portrait name={each.name} avatar={each.avatar} size={26} />
                  )}
                  <span className={classes.words}>
                    <span className={classes.name}>
                      {each.userId === undefined ? t('invite.asGuest', { email: each.email }) : each.name}
                    </span>
                    <span className={classes.note}>
                      {each.userId === undefined
                        ? t('invite.guestNote')
                        : level
                          ? t('invite.has', { level: t(`level.${level}`) })
                          : each.email}
                    </span>
                  </span>
                </Combobox.Option>
              );
            })}
            {candidates.length === 0 && (
              <Combobox.Empty>{t(mayInvite ? 'invite.nobody' : 'invite.nobodyHere')}</Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <Button type="submit" loading={busy} disabled={picked.length === 0 && !query.includes('@')}>
        {t('invite.send')}
      </Button>
      {picked.length > 0 && (
        <div className={classes.how}>
          <span>
            {t('invite.become')}
            <ChoiceMenu<Permission>
              choices={permissions.map((value) => ({
                value,
                label: t(`level.${value}`),
                note: mayWords(value),
              }))}
              value={permission}
              shown={t(`level.${permission}`)}
              label={t('invite.level', { level: t(`level.${permission}`) })}
              onChoose={setPermission}
            />
          </span>
          {strangers > 0 && (
            <p>
              {t(setting?.mailDelivery === 'console' ? 'invite.willInviteByLink' : 'invite.willInvite', {
                count: strangers,
              })}
            </p>
          )}
        </div>
      )}
    </form>
  );
}
