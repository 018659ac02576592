import { Menu } from '@mantine/core';
import { IconChevronDown, IconMessages } from '@tabler/icons-react';
import type { App } from '@tandem/shared/app/schema';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personalKey } from '../../lib/personal.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import classes from './AppChoice.module.css';

const keyOf = () => personalKey('home', 'app');

/** The app in which home begins chats: the one chosen last, else the first. */
export function useAppChoice(apps: readonly App[]): [string | undefined, (appId: string) => void] {
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => {
    void readStored(keyOf()).then((stored) => typeof stored === 'string' && setChosen(stored));
  }, []);
  const app = apps.find((candidate) => candidate.id === chosen) ?? apps[0];
  return [
    app?.id,
    (appId) => {
      setChosen(appId);
      void writeStored(keyOf(), appId);
    },
  ];
}

interface AppChoiceProps {
  apps: readonly App[];
  appId: string | undefined;
  onChoose(appId: string): void;
}

/** Chooses among several apps; with one there is nothing to choose. */
export function AppChoice({ apps, appId, onChoose }: AppChoiceProps) {
  const { t } = useTranslation('home');
  const app = apps.find(({ id }) => id === appId);
  if (!app || apps.length < 2) return null;
  return (
    <Menu position="bottom-start" width={240} withinPortal>
      <Menu.Target>
        <button type="button" className={classes.target} aria-label={t('app.choose', { name: app.name })}>
          <IconMessages size={14} stroke={1.75} aria-hidden />
          <span>{app.name}</span>
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('app.label')}</Menu.Label>
        <Menu.RadioGroup value={app.id} onChange={onChoose}>
          {apps.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={id} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
