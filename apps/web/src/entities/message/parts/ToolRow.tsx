import { IconAlertCircle, IconBan, IconCheck, IconLoader2 } from '@tabler/icons-react';
import type { ToolConsent, ToolPart } from '@tandem/shared/message/parts';
import { useTranslation } from 'react-i18next';
import { Fold } from './Fold.tsx';
import classes from './ToolRow.module.css';
import { hintOf, readable, titleOf } from './tool.ts';

/** A tool call as one live line; what went in and came out shows when it is opened. */
export function ToolRow({ part }: { part: ToolPart }) {
  const { t } = useTranslation('chat');
  const running = !part.state.startsWith('output');
  const failed = part.state === 'output-error';
  const refused = part.consent?.decision === 'refused' || part.consent?.decision === 'expired';
  return (
    <Fold
      icon={<StateIcon running={running} failed={failed} refused={failed && refused} />}
      label={part.source ? `${part.source}: ${titleOf(part)}` : titleOf(part)}
      hint={hintOf(part)}
      busy={running}
      failed={failed && !refused}
    >
      {() => (
        <dl className={classes.details}>
          {part.consent?.decision && <dd data-consent>{t(consentKey(part.consent))}</dd>}
          {part.input !== undefined && (
            <>
              <dt>{t('toolCall.input')}</dt>
              <dd>
                <pre>{readable(part.input)}</pre>
              </dd>
            </>
          )}
          {failed && !refused && (
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

/** The sentence for a decision on a call. */
function consentKey({ decision, isEdited }: ToolConsent) {
  if (decision !== 'approved') return decision === 'expired' ? 'toolCall.expired' : 'toolCall.refused';
  return isEdited ? 'toolCall.approvedChanged' : 'toolCall.approved';
}

function StateIcon({ running, failed, refused }: { running: boolean; failed: boolean; refused: boolean }) {
  const { t } = useTranslation('chat');
  if (refused) return <IconBan size={16} stroke={1.75} role="img" aria-label={t('toolCall.notRun')} />;
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
