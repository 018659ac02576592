import { useTranslation } from 'react-i18next';
import { useConversation, useMessages } from '../../entities/message/context.ts';
import { Dots } from '../../ui/Dots.tsx';
import classes from './TypingLine.module.css';

/** Names said; more are counted. */
const NAMED = 2;

/** The other people who type here now, in one quiet line. */
export function TypingLine() {
  const { t } = useTranslation('chat');
  const { userId } = useConversation();
  const typing = useMessages((state) => state.people?.typing);
  const others = [...(typing?.values() ?? [])].filter(({ id }) => id !== userId);
  const [first, second] = others.map(({ name }) => name);
  const words =
    others.length === 0
      ? ''
      : others.length === 1
        ? t('typing.one', { name: first })
        : others.length === NAMED
          ? t('typing.two', { first, second })
          : t('typing.many', { count: others.length });
  return (
    <div className={classes.line} aria-live="polite">
      {words && (
        <>
          <Dots small />
          {words}
        </>
      )}
    </div>
  );
}
