import { NativeSelect } from '@mantine/core';
import { type AgentSetting, agentTools, toolRules } from '@tandem/shared/agent/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../../entities/message/parts/tool.ts';
import { applySetting } from '../../../entities/run/queries.ts';
import { api } from '../../../lib/trpc.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import classes from './RuleDialog.module.css';

interface RuleDialogProps {
  channelId: string;
  setting: AgentSetting;
  onClose(): void;
}

/** What rules are about; telling people is always possible. */
const groups = ['read', 'write', 'run'] as const;

/** Chooses for each tool of agents whether it runs, asks first, or is not offered. */
export default function RuleDialog({ channelId, setting, onClose }: RuleDialogProps) {
  const { t } = useTranslation('agent');
  const [rules, setRules] = useState(setting.rules);
  const change = (key: string, rule: string) => {
    const { [key]: _old, ...others } = rules;
    const known = toolRules.find((each) => each === rule);
    setRules(known ? { ...others, [key]: known } : others);
  };
  const choices = [
    { value: '', label: t('rule.byMode') },
    ...toolRules.map((rule) => ({ value: rule, label: t(`rule.${rule}`) })),
  ];
  return (
    <FormDialog
      title={t('rule.title')}
      words={t('rule.words')}
      submit={t('rule.save')}
      valid
      onClose={onClose}
      onSubmit={async () =>
        applySetting(
          channelId,
          await api.agentSetting.update.mutate({ channelId, rules }, { context: { silent: true } }),
        )
      }
    >
      {groups.map((group) => (
        <fieldset key={group} className={classes.group}>
          <legend className={classes.legend}>{t(`rule.group.${group}`)}</legend>
          {agentTools[group].map((toolName) => (
            <div key={toolName} className={classes.rule}>
              <span aria-hidden>{titleOf({ toolName })}</span>
              <NativeSelect
                size="xs"
                aria-label={titleOf({ toolName })}
                value={rules[toolName] ?? ''}
                data={choices}
                onChange={(event) => change(toolName, event.currentTarget.value)}
              />
            </div>
          ))}
        </fieldset>
      ))}
    </FormDialog>
  );
}
