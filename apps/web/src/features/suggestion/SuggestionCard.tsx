import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconPlayerStopFilled, IconRefresh, IconRowInsertBottom, IconSparkles } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentEditor } from '../../screens/document/editor/schema.ts';
import { Dots } from '../../ui/Dots.tsx';
import { Markdown } from '../../ui/markdown/Markdown.tsx';
import { insertBelow, replace } from './apply.ts';
import { PromptField } from './PromptField.tsx';
import { isUnchanged, type Place } from './place.ts';
import classes from './SuggestionCard.module.css';
import { SuggestionProblem } from './SuggestionProblem.tsx';
import { TaskList } from './TaskList.tsx';
import { useSuggestion } from './use-suggestion.ts';

interface SuggestionCardProps {
  documentId: string;
  editor: DocumentEditor;
  place: Place;
  /** Rendered inside a dialog. */
  framed: boolean;
  /** Called with whether leaving would lose something. */
  onHolds(holds: boolean): void;
  onClose(): void;
}

/** Asks a model about a place in a document, and decides about its suggestion. */
export function SuggestionCard(props: SuggestionCardProps) {
  const { documentId, editor, place, framed, onHolds, onClose } = props;
  const { t } = useTranslation('suggestion');
  const suggestion = useSuggestion(documentId, editor, place);
  const { phase, text, model, problem } = suggestion;
  const hasChanged = useHasChanged(editor, place);
  const accept = useRef<HTMLButtonElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const isWriting = phase === 'writing';
  const isReady = phase === 'ready' || phase === 'accepting';
  const takesPlace = !hasChanged;
  const hasText = text.trim() !== '';

  useEffect(() => onHolds(isWriting || (isReady && hasText)), [isWriting, isReady, hasText, onHolds]);
  // A person waiting here by keyboard decides next.
  useEffect(() => {
    if (phase === 'ready') accept.current?.focus({ preventScroll: true });
  }, [phase]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when text arrives
  useEffect(() => {
    if (isWriting) body.current?.scrollTo({ top: body.current.scrollHeight });
  }, [text, isWriting]);

  const take = async (put: typeof replace | typeof insertBelow) => {
    const blocks = await suggestion.accept();
    if (!blocks) return;
    put(editor, place, blocks);
    onClose();
  };

  return (
    <section
      role={framed ? 'group' : 'dialog'}
      aria-label={t('title')}
      className={classes.card}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <VisuallyHidden role="status">{problem ? '' : t(`state.${phase}`)}</VisuallyHidden>
      {phase === 'choosing' ? (
        <>
          <PromptField
            label={t('prompt.label')}
            placeholder={t(place.kind === 'cursor' ? 'prompt.here' : 'prompt.selection')}
            onSend={(prompt) => suggestion.ask({ task: 'custom', prompt })}
          />
          <TaskList isCursor={place.kind === 'cursor'} onAsk={(wanted) => suggestion.ask(wanted)} />
        </>
      ) : (
        <>
          <header className={classes.head}>
            <IconSparkles size={16} stroke={1.75} aria-hidden />
            {(isWriting || !framed) && (
              <span className={classes.state}>{t(isWriting ? 'state.writing' : 'title')}</span>
            )}
            {model && <span className={classes.model}>{model}</span>}
            {isWriting && (
              <ActionIcon
                size="sm"
                variant="light"
                aria-label={t('stop')}
                autoFocus
                onClick={suggestion.stop}
              >
                <IconPlayerStopFilled size={12} aria-hidden />
              </ActionIcon>
            )}
          </header>
          {(hasText || isWriting) && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            <section ref={body} className={classes.body} tabIndex={0} aria-label={t('text')}>
              {hasText ? <Markdown text={text} streaming={isWriting} /> : <Dots />}
            </section>
          )}
          {problem && <SuggestionProblem problem={problem} />}
          {isReady && hasText && hasChanged && <p className={classes.note}>{t('changed')}</p>}
          {isReady && (
            <footer className={classes.foot}>
              {hasText && (
                <PromptField
                  label={t('prompt.change')}
                  placeholder={t('prompt.change')}
                  onSend={(prompt) => suggestion.ask({ task: 'custom', prompt }, text)}
                />
              )}
              <div className={classes.buttons}>
                {hasText && takesPlace && (
                  <Button
                    ref={accept}
                    size="xs"
                    loading={phase === 'accepting'}
                    onClick={() => void take(replace)}
                  >
                    {t(place.kind === 'cursor' ? 'insert' : 'replace')}
                  </Button>
                )}
                {hasText && (!takesPlace || place.kind !== 'cursor') && (
                  <Button
                    ref={takesPlace ? undefined : accept}
                    size="xs"
                    variant={takesPlace ? 'default' : 'filled'}
                    disabled={phase === 'accepting'}
                    leftSection={<IconRowInsertBottom size={14} stroke={1.75} aria-hidden />}
                    onClick={() => void take(insertBelow)}
                  >
                    {t('below')}
                  </Button>
                )}
                {problem?.kind !== 'setUp' && (
                  <Button
                    ref={hasText ? undefined : accept}
                    size="xs"
                    variant="default"
                    disabled={phase === 'accepting'}
                    leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
                    onClick={suggestion.again}
                  >
                    {t(problem ? 'retry' : 'again')}
                  </Button>
                )}
                <Button
                  size="xs"
                  variant="subtle"
                  color="gray"
                  className={classes.reject ?? ''}
                  disabled={phase === 'accepting'}
                  onClick={onClose}
                >
                  {t(hasText ? 'reject' : 'close')}
                </Button>
              </div>
            </footer>
          )}
        </>
      )}
    </section>
  );
}

/** Whether others have since changed the text asked about. */
function useHasChanged(editor: DocumentEditor, place: Place): boolean {
  const [hasChanged, setHasChanged] = useState(false);
  useEffect(() => {
    const look = () => setHasChanged(!isUnchanged(editor, place));
    look();
    return editor.onChange(look);
  }, [editor, place]);
  return hasChanged;
}
