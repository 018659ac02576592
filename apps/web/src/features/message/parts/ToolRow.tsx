import { IconAlertCircle, IconCheck, IconLoader2 } from '@tabler/icons-react';
import type { ToolPart } from '@tandem/shared/message/parts';
import { useTranslation } from 'react-i18next';
import { say } from '../../../lib/errors.ts';
import { Fold } from './Fold.tsx';
import classes from './ToolRow.module.css';
import { hintOf, keyOf, readable, wordsOf } from './tool.ts';

/** A tool call as one live line; what went in and came out shows when it is opened. */
export function ToolRow({ part }: { part: ToolPart }) {
  const { t } = useTranslation('chat');
  const running = !part.state.startsWith('output');
  const failed = part.state === 'output-error';
  // Tools of ours have a name in every language; others are called by what their author called them.
  const name = say(`chat:tool.${keyOf(part.toolName)}`, wordsOf(part.toolName));
  return (
    <Fold
      icon={<StateIcon running={running} failed={failed} />}
      label={name}
      hint={hintOf(part)}
      busy={running}
      failed={failed}
    >
      {() => (
        <dl className={classes.details}>
          {part.input !== undefined && (
            <>
              <dt>{t('toolCall.input')}</dt>
              <dd>
                <pre>{readable(part.input)}</pre>
              </dd>
            </>
          )}
          {failed && (
            <>
              <dt>{t('toolCall.error')}</dt>
              <dd data-error>{part.errorText || t('toolCall.unknownError')}</dd>
            </>
          )}
          {part.output !== undefined && (
            <>
              <dt>{t('toolCall.output')}</dt>
              <dd>
                <pre>{readable(part.output)}</pre>
              </dd>
            </>
          )}
          {running && <dd>{t('toolCall.running')}</dd>}
        </dl>
      )}
    </Fold>
  );
}

function StateIcon({ running, failed }: { running: boolean; failed: boolean }) {
  const { t } = useTranslation('chat');
  const label = running ? t('toolCall.running') : failed ? t('toolCall.failed') : t('toolCall.done');
  const Icon = running ? IconLoader2 : failed ? IconAlertCircle : IconCheck;
  return (
    <Icon
      size={16}
      stroke={1.75}
      role="img"
      aria-label={label}
      className={running ? classes.spin : undefined}
    />
  );
}
