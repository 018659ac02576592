import { IconAlertTriangle, IconMessagePlus } from '@tabler/icons-react';
import type { LimitPart, SaidPart } from '@tandem/shared/message/parts';
import { useTranslation } from 'react-i18next';
import { useConversation, useMessages } from '../../../entities/message/context.ts';
import { useSession } from '../../../lib/session/session.ts';
import classes from './RunNote.module.css';

/** Milliseconds of a minute. */
const MINUTE = 60_000;

/** Between the steps of a run: that it nears a limit, or what somebody wrote meanwhile. */
export function RunNote({ part }: { part: LimitPart | SaidPart }) {
  return part.type === 'data-limit' ? <Limit part={part} /> : <Said part={part} />;
}

function Limit({ part: { data } }: { part: LimitPart }) {
  const { t } = useTranslation('agent');
  return (
    <p className={classes.note}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      {data.limit === 'steps'
        ? t('limit.steps', { count: data.at })
        : t('limit.time', { minutes: Math.round(data.at / MINUTE) })}
    </p>
  );
}

function Said({ part: { data } }: { part: SaidPart }) {
  const { t } = useTranslation('agent');
  const { candidates, userId } = useConversation();
  const own = useSession((state) => state.user.name);
  const present = useMessages(({ people }) => people?.present.get(data.userId)?.name);
  const known = candidates().find((each) => each.type === 'user' && each.id === data.userId)?.name;
  const name = data.userId === userId ? own : (present ?? known ?? t('change.someone'));
  return (
    <div className={classes.said}>
      <p className={classes.writer}>
        <IconMessagePlus size={16} stroke={1.75} aria-hidden />
        {t('said', { name })}
      </p>
      <p className={classes.words}>{data.text}</p>
    </div>
  );
}
