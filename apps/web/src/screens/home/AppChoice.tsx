import { Menu } from '@mantine/core';
import { IconChevronDown, IconLock, IconMessages } from '@tabler/icons-react';
import type { App } from '@tandem/shared/app/schema';
import { useTranslation } from 'react-i18next';
import classes from './AppChoice.module.css';

interface AppChoiceProps {
  apps: readonly App[];
  app: App | undefined;
  onChoose(appId: string): void;
}

/** The audience of a chat started in an app. */
function audienceOf(app: App): 'personal' | 'private' | 'team' {
  return app.personal ? 'personal' : app.visibility;
}

/**
 * Shows where home starts a chat and who will see it, and chooses another app; with a single app there is no
 * choice.
 */
export function AppChoice({ apps, app, onChoose }: AppChoiceProps) {
  const { t } = useTranslation('home');
  if (!app || apps.length < 2) return null;
  const audience = t(`app.${audienceOf(app)}`);
  const Icon = app.visibility === 'private' ? IconLock : IconMessages;
  return (
    <Menu position="bottom-start" width={260} withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.target}
          title={audience}
          aria-label={t('app.choose', { name: app.name, audience })}
        >
          <Icon size={14} stroke={1.75} aria-hidden />
          <span>{app.name}</span>
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('app.label')}</Menu.Label>
        <Menu.RadioGroup value={app.id} onChange={onChoose}>
          {apps.map((each) => (
            <Menu.RadioItem key={each.id} value={each.id} closeMenuOnClick>
              <span className={classes.name}>{each.name}</span>
              <small className={classes.audience}>{t(`app.${audienceOf(each)}`)}</small>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
