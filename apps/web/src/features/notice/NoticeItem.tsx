import { IconRobot, IconUserPlus } from '@tabler/icons-react';
import { addressOfNotice } from '@tandem/shared/notice/address';
import type { Notice } from '@tandem/shared/notice/schema';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { markNoticesRead, setNoticesOpened } from '../../entities/notice/store.ts';
import { goToTeam } from '../../entities/team/go.ts';
import { useSession } from '../../lib/session/session.ts';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './NoticeItem.module.css';

interface NoticeItemProps {
  notice: Notice;
  /** Whether the person has several teams. */
  namesTeam: boolean;
}

/** One notice: who did what and where, the text, and the time. */
export function NoticeItem({ notice, namesTeam }: NoticeItemProps) {
  const { t } = useTranslation('notice');
  const navigate = useNavigate();
  const currentTeamId = useSession((state) => state.user.currentTeamId);
  const { actor, app, channel, team, kind, excerpt, createdAt, readAt } = notice;
  const address = addressOfNotice(notice);
  const where =
    kind === 'invitation' ? team.name : channel ? channel.name || t('untitled') : app?.name || t('untitled');
  const place = [channel ? app?.name : '', namesTeam && kind !== 'invitation' ? team.name : '']
    .filter(Boolean)
    .join(' · ');

  function open(event: MouseEvent) {
    void markNoticesRead([notice.id]);
    // Another tab or window takes care of itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    setNoticesOpened(false);
    if (kind === 'invitation' || team.id === currentTeamId) return;
    event.preventDefault();
    void goToTeam(team.id).then((gone) => gone && navigate(address));
  }

  return (
    <Link to={address} className={classes.item} data-unread={readAt === null || undefined} onClick={open}>
      <span className={classes.picture}>
        {actor ? <Portrait name={actor.name} avatar={actor.avatar} size={28} /> : <Emblem kind={kind} />}
      </span>
      <span className={classes.body}>
        <span className={classes.sentence}>
          <Sentence kind={kind} actor={actor?.name || t('someone')} where={where} />
        </span>
        {excerpt && <span className={classes.excerpt}>{excerpt}</span>}
        <span className={classes.meta}>
          {place && <span className={classes.place}>{place}</span>}
          <RelativeTime date={createdAt} />
        </span>
      </span>
      {readAt === null && <span className={classes.dot} role="img" aria-label={t('unread')} />}
    </Link>
  );
}

/**
 * The sentence with the names in bold. Names are inserted last, so that their content is rendered as it is.
 */
function Sentence({ kind, actor, where }: Pick<Notice, 'kind'> & { actor: string; where: string }) {
  const { t } = useTranslation('notice');
  const names: Record<string, string> = { '⟨actor⟩': actor, '⟨where⟩': where };
  const pieces = t(`item.${kind}`, { actor: '⟨actor⟩', where: '⟨where⟩' }).split(/(⟨\w+⟩)/u);
  return pieces.map((piece) => {
    const name = names[piece];
    return name === undefined ? piece : <b key={piece}>{name}</b>;
  });
}

function Emblem({ kind }: Pick<Notice, 'kind'>) {
  const Icon = kind === 'turn' ? IconRobot : IconUserPlus;
  return (
    <span className={classes.emblem}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </span>
  );
}
