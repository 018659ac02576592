import type { ToolPart } from '@tandem/shared/message/parts';
import { useTranslation } from 'react-i18next';
import { readable } from '../../../entities/message/parts/tool.ts';
import { LineDifference } from '../../../ui/difference/LineDifference.tsx';
import { CodeBlock } from '../../../ui/markdown/CodeBlock.tsx';
import { languageOf } from '../../../ui/markdown/language-of.ts';
import classes from './CallDetail.module.css';
import { agentToolOf, codeOf, outputOf, subagentOf, textIn } from './call.ts';
import { OutputText } from './OutputText.tsx';
import { SubagentDetail } from './SubagentDetail.tsx';

/** What went into a call and what came out of it. */
export function CallDetail({ part }: { part: ToolPart }) {
  const { t } = useTranslation(['agent', 'chat']);
  const running = !part.state.startsWith('output');
  const decision = part.consent?.decision;
  return (
    <div className={classes.detail}>
      {decision && (
        <p className={classes.note}>
          {decision !== 'approved'
            ? t(decision === 'expired' ? 'chat:toolCall.expired' : 'chat:toolCall.refused')
            : t(part.consent?.isEdited ? 'chat:toolCall.approvedChanged' : 'chat:toolCall.approved')}
        </p>
      )}
      <Given part={part} />
      {part.state === 'output-error' && decision !== 'refused' && decision !== 'expired' && (
        <p className={classes.error}>{part.errorText || t('chat:toolCall.unknownError')}</p>
      )}
      <Result part={part} running={running} />
    </div>
  );
}

/** What a call was given, in the form that says most. */
function Given({ part }: { part: ToolPart }) {
  const { t } = useTranslation('chat');
  const code = codeOf(part);
  if (code)
    return code.code === '' ? null : <CodeBlock {...code} incomplete={part.state === 'input-streaming'} />;
  const path = textIn(part.input, 'path');
  switch (agentToolOf(part)) {
    case 'write_file':
      return (
        <CodeBlock
          code={textIn(part.input, 'content')}
          language={languageOf(path)}
          incomplete={part.state === 'input-streaming'}
        />
      );
    case 'edit_file':
      return <Replaced before={textIn(part.input, 'find')} after={textIn(part.input, 'replace')} />;
    case 'list_files':
    case 'read_file':
    case 'search_files':
    case 'move_file':
    case 'delete_file':
    case 'update_plan':
      return null;
    case 'run_subagent':
      return <OutputText label={t('toolCall.input')} text={textIn(part.input, 'instructions')} />;
    case 'ask_person':
      return <p className={classes.question}>{textIn(part.input, 'question')}</p>;
    default:
      return part.input === undefined ? null : (
        <OutputText label={t('toolCall.input')} text={readable(part.input)} />
      );
  }
}

/** A replaced piece of text as lines that went and lines that came. */
function Replaced({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('agent');
  const lines = [...signed(before, '-'), ...signed(after, '+')];
  return (
    <LineDifference
      bare
      layout="unified"
      label={t('panel.changes')}
      hunks={[{ oldStart: 1, newStart: 1, lines }]}
    />
  );
}

function signed(text: string, sign: string): string[] {
  if (text === '') return [];
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => sign + line);
}

function Result({ part, running }: { part: ToolPart; running: boolean }) {
  const { t } = useTranslation(['agent', 'chat']);
  const { output } = part;
  const command = outputOf(part);
  if (command) {
    const { stdout, stderr, stopped, changed } = command;
    return (
      <>
        {stdout !== '' && <OutputText label={t('call.output')} text={stdout} follows={running} />}
        {stderr !== '' && <OutputText label={t('call.errors')} text={stderr} follows={running} />}
        {!running && stdout === '' && stderr === '' && <p className={classes.note}>{t('call.noOutput')}</p>}
        {stopped !== '' && <p className={classes.error}>{t('call.stopped', { why: stopped })}</p>}
        {changed.length > 0 && (
          <p className={classes.note}>
            {t('call.changed')}: {changed.join(', ')}
          </p>
        )}
      </>
    );
  }
  const subagent = subagentOf(part);
  if (subagent) return <SubagentDetail {...{ subagent, running }} />;
  if (output === undefined)
    return running ? <p className={classes.note}>{t('chat:toolCall.running')}</p> : null;
  switch (agentToolOf(part)) {
    case 'read_file':
      return <OutputText label={t('call.output')} text={textIn(output, 'content') || readable(output)} />;
    case 'write_file':
    case 'edit_file':
    case 'move_file':
    case 'delete_file':
    case 'update_plan':
      return <p className={classes.note}>{textIn(output, 'done')}</p>;
    case 'ask_person':
      return <OutputText label={t('call.answer')} text={textIn(output, 'answer')} />;
    default:
      return <OutputText label={t('call.output')} text={readable(output)} />;
  }
}
