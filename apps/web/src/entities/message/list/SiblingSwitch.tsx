import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Message } from '@tandem/shared/message/schema';
import { useTranslation } from 'react-i18next';
import { selectMessage } from '../actions.ts';
import { useConversation, useMessages } from '../context.ts';
import type { useAction } from '../use-action.ts';
import { useFollowed } from '../use-followed.ts';
import classes from './SiblingSwitch.module.css';

interface SiblingSwitchProps {
  message: Message;
  action: ReturnType<typeof useAction>;
}

/** The buttons went away with the alternative they stood under; those of the one that came take the focus. */
function keepFocus(id: string, step: number): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const steps = document.querySelectorAll<HTMLButtonElement>(`[data-message="${id}"] [data-step]:enabled`);
    const same = [...steps].find((button) => button.dataset.step === String(step));
    (same ?? steps[0])?.focus({ preventScroll: true });
  });
}

/** Switches between the alternatives at one point of the conversation: ‹ 2/3 ›. */
export function SiblingSwitch({ message, action }: SiblingSwitchProps) {
  const { t } = useTranslation('chat');
  const { store, canSelect } = useConversation();
  const running = useMessages((state) => state.runningId !== null);
  const { siblings, id } = message;
  const isFollowed = useFollowed(message);
  if (siblings.length < 2) return null;
  const at = siblings.indexOf(id);
  const go = (step: number) => {
    const target = siblings[at + step];
    if (target) void action.run(() => selectMessage(store, target)).then(() => keepFocus(target, step));
  };
  const fixed = !canSelect || running || action.busy || isFollowed;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of a form.
    <div
      className={classes.switch}
      data-siblings
      role="group"
      aria-label={t('siblings.label')}
      title={isFollowed ? t('siblings.followed') : undefined}
    >
      <button
        type="button"
        className={classes.step}
        data-step={-1}
        aria-label={t('siblings.previous')}
        disabled={fixed || at <= 0}
        onClick={() => go(-1)}
      >
        <IconChevronLeft size={16} stroke={1.75} aria-hidden />
      </button>
      <span>
        {at + 1}/{siblings.length}
      </span>
      <button
        type="button"
        className={classes.step}
        data-step={1}
        aria-label={t('siblings.next')}
        disabled={fixed || at >= siblings.length - 1}
        onClick={() => go(1)}
      >
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
      </button>
    </div>
  );
}
