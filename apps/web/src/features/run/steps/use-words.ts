import { agentTools } from '@tandem/shared/agent/schema';
import type { ToolPart } from '@tandem/shared/message/parts';
import { useTranslation } from 'react-i18next';
import { hintOf, titleOf } from '../../../entities/message/parts/tool.ts';
import { agentToolOf, codeOf, textIn } from './call.ts';

/** Most characters of a line of code beside what a call does. */
const MAX_HINT = 100;

/** Tools whose sentence names a path. */
const needsPath = new Set<string>([...agentTools.write, 'read_file']);

/** What a call does in plain words, and what it is about. */
export function useCallWords(): (part: ToolPart) => { label: string; hint: string } {
  const { t } = useTranslation('agent');
  return (part) => {
    const tool = agentToolOf(part);
    if (!tool)
      return { label: part.source ? `${part.source}: ${titleOf(part)}` : titleOf(part), hint: hintOf(part) };
    // Before it is known which file, that it is one says enough.
    if (needsPath.has(tool) && textIn(part.input, 'path') === '') return { label: titleOf(part), hint: '' };
    const state = part.state.startsWith('output') ? 'done' : 'running';
    const label = t(`call.${tool}.${state}`, {
      path: textIn(part.input, 'path') || textIn(part.input, 'folder') || t('call.everything'),
      to: textIn(part.input, 'to'),
      pattern: textIn(part.input, 'pattern'),
      title: textIn(part.input, 'title'),
    });
    return {
      label,
      hint: tool === 'ask_person' ? textIn(part.input, 'question') : firstLine(codeOf(part)?.code),
    };
  };
}

function firstLine(code = ''): string {
  const line = code.split('\n').find((each) => each.trim() !== '' && !each.startsWith('#!')) ?? '';
  return line.length > MAX_HINT ? `${line.slice(0, MAX_HINT)}…` : line.trim();
}

/** A time of work in words. */
export function useDuration(): (ms: number) => string {
  const { t } = useTranslation('agent');
  return (ms) => {
    // A second more or less matters only for what is short.
    const seconds = ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1_000);
    if (seconds < 60) return t('run.seconds', { count: seconds });
    if (seconds < 3_600)
      return t('run.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
    return t('run.hours', {
      hours: Math.floor(seconds / 3_600),
      minutes: Math.floor((seconds % 3_600) / 60),
    });
  };
}
