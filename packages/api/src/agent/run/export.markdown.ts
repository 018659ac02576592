import type { AgentRun } from '@tandem/shared/agent/schema';
import { formatMoment } from '@tandem/shared/error/moment';
import { MICRO_CREDITS } from '@tandem/shared/usage/credit';
import type { Language } from '@tandem/shared/user/schema';
import { say } from '../../core/language.ts';
import type { ExportedCall, ExportedStep } from './export.ts';

/** The beginning of a run in Markdown: its task, and who asked when. */
export function headMarkdown(
  run: AgentRun,
  { title, language }: { title: string; language: Language },
): string {
  const by = run.user.name || say(language, 'common:export.someone');
  return `# ${oneLine(title)}\n\n*${oneLine(by)} · ${formatMoment(run.startedAt, language, 'UTC')} · ${figures(
    { ...run, durationMs: run.activeMs },
    language,
  )}*\n\n${fenced(run.task)}`;
}

/** A step in Markdown. */
export function stepMarkdown(step: ExportedStep, language: Language): string {
  const title = say(language, 'common:export.step', { count: step.index + 1 });
  const calls = step.calls.map((call) => callMarkdown(call, language)).join('');
  return `\n## ${title}\n\n*${figures(step, language)}*\n${step.text === '' ? '' : `\n${step.text}\n`}${calls}`;
}

/** The last words of a run in Markdown; '' for none. */
export function answerMarkdown(answer: string, language: Language): string {
  return answer === '' ? '' : `\n## ${say(language, 'common:export.answer')}\n\n${answer}\n`;
}

function callMarkdown(call: ExportedCall, language: Language): string {
  const name = call.decider?.name || say(language, 'common:export.someone');
  const decided = call.decision
    ? `\n*${oneLine(say(language, `common:export.${call.decision}`, { name }))}*\n`
    : '';
  const block = (key: string, value: unknown) =>
    `\n${say(language, `common:export.${key}`)}:\n\n${fenced(
      typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    )}`;
  const result =
    call.error !== null
      ? block('failure', call.error)
      : call.output
        ? block('result', call.output.value)
        : '';
  return `\n### ${oneLine(call.toolName)}\n${decided}${block('given', call.decidedInput ?? call.input)}${result}`;
}

function figures(
  of: { durationMs: number; inputTokens: number; outputTokens: number; cost: number },
  language: Language,
): string {
  return say(language, 'common:export.figures', {
    seconds: Math.round(of.durationMs / 100) / 10,
    tokens: of.inputTokens + of.outputTokens,
    credits: of.cost / MICRO_CREDITS,
  });
}

/** A text as it is, between fences that it does not hold itself. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
