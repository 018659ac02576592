import { Button, Group, Modal, Text } from '@mantine/core';
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router';
import { describeError } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import classes from './SettingPage.module.css';

/** The state that a group of settings reports to its page. */
export interface SettingGroup {
  /** Whether anything differs from the stored values. */
  changed: boolean;
  /** Whether it may be stored as it is. */
  valid: boolean;
  save(): Promise<unknown>;
  reset(): void;
}

interface SettingPageActions {
  /** Reports a group's state; null when it is unmounted. */
  report(id: string, group: SettingGroup | null): void;
  save(): void;
}

const SettingPageContext = createContext<SettingPageActions | null>(null);

/** @throws Error outside a page of settings */
export function useSettingPage(): SettingPageActions {
  const actions = use(SettingPageContext);
  if (!actions) throw new Error('There is no page of settings around this group.');
  return actions;
}

/**
 * Groups of settings with one save bar, visible while anything is changed. Leaving with changes asks for
 * confirmation; a failure shows in the bar and nothing is lost.
 */
export function SettingPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const groups = useRef(new Map<string, SettingGroup>());
  const saving = useRef(false);
  const [{ changed, valid }, setSummary] = useState({ changed: false, valid: true });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const report = useCallback((id: string, group: SettingGroup | null) => {
    if (group) groups.current.set(id, group);
    else groups.current.delete(id);
    const open = [...groups.current.values()].filter((each) => each.changed);
    const next = { changed: open.length > 0, valid: open.every((each) => each.valid) };
    setSummary((held) => (held.changed === next.changed && held.valid === next.valid ? held : next));
  }, []);

  const save = useCallback(async () => {
    const open = [...groups.current.values()].filter((group) => group.changed);
    if (saving.current || open.length === 0 || open.some((group) => !group.valid)) return;
    saving.current = true;
    setBusy(true);
    setProblem(null);
    try {
      for (const group of open) await group.save();
      toast.success(t('setting.saved'));
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      saving.current = false;
      setBusy(false);
    }
  }, [t]);

  const discard = () => {
    setProblem(null);
    for (const group of groups.current.values()) group.reset();
  };
  const actions = useMemo(() => ({ report, save: () => void save() }), [report, save]);

  return (
    <SettingPageContext value={actions}>
      {children}
      {changed && (
        <section className={classes.bar} data-save-bar aria-label={t('setting.unsaved')}>
          <p className={classes.words} {...(problem && { role: 'alert', 'data-problem': true })}>
            {problem ?? t('setting.unsaved')}
          </p>
          <Button variant="subtle" color="gray" disabled={busy} onClick={discard}>
            {t('setting.discard')}
          </Button>
          <Button loading={busy} disabled={!valid} onClick={actions.save}>
            {t('setting.save')}
          </Button>
        </section>
      )}
      <LeaveDialog unsaved={changed} />
    </SettingPageContext>
  );
}

/** The subject of a settings page: its address, and the thing that it names. */
function subjectOf({ pathname, search }: { pathname: string; search: string }): string {
  return `${pathname} ${new URLSearchParams(search).get('id') ?? ''}`;
}

/** Asks for confirmation on leaving with changes, also when the window closes. */
function LeaveDialog({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // After signing out nothing can be saved.
      unsaved && subjectOf(nextLocation) !== subjectOf(currentLocation) && nextLocation.pathname !== '/login',
  );
  useBeforeUnload(useCallback((event: BeforeUnloadEvent) => unsaved && event.preventDefault(), [unsaved]));
  const stay = () => blocker.reset?.();
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title={t('setting.leave.title')}
      size="sm"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Text>{t('setting.leave.words')}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {t('setting.leave.leave')}
        </Button>
        <Button data-autofocus onClick={stay}>
          {t('setting.leave.stay')}
        </Button>
      </Group>
    </Modal>
  );
}
