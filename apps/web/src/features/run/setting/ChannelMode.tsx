import type { AgentMode } from '@tandem/shared/agent/schema';
import { useState } from 'react';
import { applySetting, useAgentSetting } from '../../../entities/run/queries.ts';
import { api } from '../../../lib/trpc.ts';
import { lazyPart } from '../../../ui/page/lazy-part.tsx';
import { ModeMenu } from './ModeMenu.tsx';

const ruleDialog = lazyPart('agent-rules', () => import('./RuleDialog.tsx'), ['agent', 'chat'], null);

/** The mode of a channel, at its composer. */
export function ChannelMode({ channelId }: { channelId: string }) {
  const setting = useAgentSetting(channelId);
  const [isRulesOpen, openRules] = useState(false);
  if (!setting) return null;
  const change = async (mode: AgentMode) => {
    // At once for its reader; a failure shows as a toast, and what was comes back.
    applySetting(channelId, { ...setting, mode });
    try {
      applySetting(channelId, await api.agentSetting.update.mutate({ channelId, mode }));
    } catch {
      applySetting(channelId, setting);
    }
  };
  const { update } = setting.abilities;
  return (
    <>
      <ModeMenu
        mode={setting.mode}
        onChange={update ? (mode) => void change(mode) : undefined}
        onRules={update ? () => openRules(true) : undefined}
      />
      {isRulesOpen && (
        <ruleDialog.Part channelId={channelId} setting={setting} onClose={() => openRules(false)} />
      )}
    </>
  );
}
