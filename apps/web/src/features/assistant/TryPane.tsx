import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowUp, IconEraser, IconFlask, IconPlayerStopFilled } from '@tabler/icons-react';
import { type Assistant, MAX_TRY_LENGTH } from '@tandem/shared/assistant/schema';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GrowingText } from '../../entities/message/composer/GrowingText.tsx';
import { useIsTouch } from '../../ui/page/shell.ts';
import { AnswerView } from './AnswerView.tsx';
import type { Draft } from './draft.ts';
import classes from './TryPane.module.css';
import { useTry } from './use-try.ts';

/** A conversation with the assistant as it is in the form, saved or not. None of it is stored. */
export function TryPane({ assistant, draft }: { assistant: Assistant; draft: Draft }) {
  const { t } = useTranslation('assistant');
  const { t: tChat } = useTranslation('chat');
  const onTouch = useIsTouch();
  const [text, setText] = useState('');
  const { exchanges, running, ask, stop, clear } = useTry(assistant, draft);
  const end = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const stays = useRef(true);
  const starters = draft.starters.filter((each) => each.trim() !== '');

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when text arrives
  useEffect(() => {
    if (stays.current) end.current?.scrollIntoView({ block: 'end' });
  }, [exchanges]);

  const send = (words: string) => {
    if (words.trim() === '' || running) return;
    stays.current = true;
    setText('');
    void ask(words.trim());
  };
  return (
    <>
      <div className={classes.head}>
        <h2>{t('try.title')}</h2>
        {exchanges.length > 0 && (
          <Tooltip label={t('try.clear')}>
            <ActionIcon aria-label={t('try.clear')} onClick={clear}>
              <IconEraser size={17} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div
        ref={scroll}
        className={classes.scroll}
        onScroll={({ currentTarget: at }) => {
          stays.current = at.scrollHeight - at.scrollTop - at.clientHeight < 48;
        }}
      >
        {exchanges.length === 0 ? (
          <div className={classes.empty}>
            <IconFlask size={26} stroke={1.5} aria-hidden />
            <p>{t('try.words')}</p>
            {starters.length > 0 && (
              <ul aria-label={t('field.starters')}>
                {starters.map((words) => (
                  <li key={words}>
                    <button type="button" onClick={() => send(words)}>
                      {words}
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </div>
        ) : (
          <div className={classes.list} role="log" aria-label={t('try.title')} aria-busy={running}>
            {exchanges.map(({ id, text: words, answer }) => (
              <div key={id} className={classes.exchange}>
                <p className={classes.question}>{words}</p>
                <AnswerView answer={answer} />
              </div>
            ))}
          </div>
        )}
        <div ref={end} />
      </div>
      <form
        className={classes.composer}
        onSubmit={(event) => {
          event.preventDefault();
          send(text);
        }}
      >
        <GrowingText
          value={text}
          onChange={setText}
          maxLength={MAX_TRY_LENGTH}
          placeholder={t('try.placeholder')}
          aria-label={t('try.placeholder')}
          className={classes.text ?? ''}
          {...(!onTouch && { onEnter: () => send(text) })}
          onEscape={stop}
        />
        {running ? (
          <button type="button" className={classes.stop} aria-label={tChat('composer.stop')} onClick={stop}>
            <IconPlayerStopFilled size={14} aria-hidden />
          </button>
        ) : (
          <button
            type="submit"
            className={classes.send}
            disabled={text.trim() === ''}
            aria-label={tChat('composer.send')}
          >
            <IconArrowUp size={18} stroke={2} aria-hidden />
          </button>
        )}
      </form>
    </>
  );
}
