import { Menu } from '@mantine/core';
import { IconAdjustments, IconBolt, IconChevronDown, IconEye, IconHandStop } from '@tabler/icons-react';
import { type AgentMode, agentModes } from '@tandem/shared/agent/schema';
import { useTranslation } from 'react-i18next';
import classes from './ModeMenu.module.css';

const icons = { read: IconEye, ask: IconHandStop, work: IconBolt } as const;

interface ModeMenuProps {
  mode: AgentMode;
  /** Absent for readers who may not change it. */
  onChange?: ((mode: AgentMode) => void) | undefined;
  /** Opens the rules per tool; absent where there are none yet. */
  onRules?: (() => void) | undefined;
}

/** Says what the agent may do without asking, and changes it. */
export function ModeMenu({ mode, onChange, onRules }: ModeMenuProps) {
  const { t } = useTranslation('agent');
  const Icon = icons[mode];
  const words = (
    <>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.words}>{t(`mode.${mode}`)}</span>
    </>
  );
  if (!onChange)
    return (
      <span className={classes.fixed} title={t(`mode.${mode}Words`)}>
        <span className={classes.unseen}>{t('mode.current', { mode: '' })}</span>
        {words}
      </span>
    );
  return (
    <Menu position="top-start" width={300} withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.target}
          data-mode={mode}
          aria-label={t('mode.current', { mode: t(`mode.${mode}`) })}
          title={t('mode.label')}
        >
          {words}
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('mode.label')}</Menu.Label>
        {agentModes.map((each) => (
          <Menu.RadioItem key={each} value={each} checked={each === mode} onChange={() => onChange(each)}>
            <Choice mode={each} />
          </Menu.RadioItem>
        ))}
        {onRules && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconAdjustments size={16} stroke={1.75} aria-hidden />}
              onClick={onRules}
            >
              {t('mode.rules')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice({ mode }: { mode: AgentMode }) {
  const { t } = useTranslation('agent');
  const Icon = icons[mode];
  return (
    <span className={classes.choice}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        <span className={classes.name}>{t(`mode.${mode}`)}</span>
        <span className={classes.about}>{t(`mode.${mode}Words`)}</span>
      </span>
    </span>
  );
}
