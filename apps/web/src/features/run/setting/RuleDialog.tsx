import { NativeSelect } from '@mantine/core';
import { type AgentSetting, agentToolNames, agentTools, toolRules } from '@tandem/shared/agent/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAssistants, useTools } from '../../../entities/assistant/queries.ts';
import { titleOf } from '../../../entities/message/parts/tool.ts';
import { applySetting } from '../../../entities/run/queries.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
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
  const others = useOthers(channelId, setting);
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
        <Group
          key={group}
          label={t(`rule.group.${group}`)}
          tools={agentTools[group].map((key) => ({ key, title: titleOf({ toolName: key }) }))}
          {...{ rules, choices, change }}
        />
      ))}
      {others.length > 0 && (
        <Group label={t('rule.group.assistant')} tools={others} {...{ rules, choices, change }} />
      )}
    </FormDialog>
  );
}

interface RuledTool {
  key: string;
  title: string;
}

interface GroupProps {
  label: string;
  tools: readonly RuledTool[];
  rules: AgentSetting['rules'];
  choices: { value: string; label: string }[];
  change(key: string, rule: string): void;
}

function Group({ label, tools, rules, choices, change }: GroupProps) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      {tools.map(({ key, title }) => (
        <div key={key} className={classes.rule}>
          <span aria-hidden>{title}</span>
          <NativeSelect
            size="xs"
            aria-label={title}
            value={rules[key] ?? ''}
            data={choices}
            onChange={(event) => change(key, event.currentTarget.value)}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** Tools that the assistants of the app have besides those of agents; those that have a rule already stay in the list. */
function useOthers(channelId: string, { rules }: AgentSetting): RuledTool[] {
  const appId = useWorkspace((state) => state.tree.channels.get(channelId)?.appId);
  const assistants = useAssistants(appId).data ?? [];
  const offered = new Map(useTools().data?.map((tool) => [tool.id, tool]));
  const own: readonly string[] = agentToolNames;
  const keys = new Set([...assistants.flatMap(({ tools }) => tools), ...Object.keys(rules)]);
  return [...keys].flatMap((key) => {
    const tool = offered.get(key);
    if (own.includes(key) || !tool) return [];
    const title = titleOf(tool.source ? { toolName: key, title: tool.name } : { toolName: key });
    return { key, title: tool.source ? `${title} (${tool.source})` : title };
  });
}
