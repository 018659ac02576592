import { Button, Group, Textarea } from '@mantine/core';
import type { AgentFileContent } from '@tandem/shared/agent/file';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { writeAgentFile } from '../../../entities/agent-file/actions.ts';
import { nameOf } from '../../../entities/agent-file/address.ts';
import { describeError } from '../../../lib/errors.ts';
import { toast } from '../../../lib/toasts.ts';
import classes from './FileEditor.module.css';

interface FileEditorProps {
  channelId: string;
  file: AgentFileContent;
  /** Called with whether the text differs from what is stored. */
  onChanged(isChanged: boolean): void;
  onCancel(): void;
  onSaved(): void;
}

/** Edits a text. What somebody else, or a run, changed meanwhile is never overwritten unasked. */
export function FileEditor({ channelId, file, onChanged, onCancel, onSaved }: FileEditorProps) {
  const { t } = useTranslation('agent');
  const [text, setText] = useState(file.content ?? '');
  const [base, setBase] = useState<{ manifestId: string | null; content: string }>({
    manifestId: file.manifestId,
    content: file.content ?? '',
  });
  const [conflict, setConflict] = useState<{ current: AgentFileContent | null } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isChanged = text !== base.content;
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);

  const save = async (basedOn = base.manifestId) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const written = await writeAgentFile({ channelId, path: file.path, content: text, basedOn });
      if (written.outcome === 'written') {
        toast.success(t('file.saved'));
        onSaved();
        return;
      }
      setConflict({ current: written.current });
    } catch (error) {
      setProblem(describeError(error));
    }
    setBusy(false);
  };

  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        if (isChanged) void save();
      }}
    >
      {conflict && (
        <section className={classes.conflict} role="alert">
          <h3>{t('file.conflict.title')}</h3>
          <p>{t(conflict.current ? 'file.conflict.words' : 'file.conflict.goneWords')}</p>
          {conflict.current && (
            <Textarea
              label={t('file.conflict.theirs')}
              classNames={{ input: classes.text as string }}
              readOnly
              rows={8}
              value={conflict.current.content ?? ''}
            />
          )}
          <Group gap="xs" mt="sm">
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                const { current } = conflict;
                if (!current) return onSaved();
                setText(current.content ?? '');
                setBase({ manifestId: current.manifestId, content: current.content ?? '' });
                setConflict(null);
              }}
            >
              {t('file.conflict.take')}
            </Button>
            <Button
              size="xs"
              loading={busy}
              onClick={() => {
                const next = conflict.current?.manifestId ?? null;
                setBase({ manifestId: next, content: conflict.current?.content ?? '' });
                setConflict(null);
                void save(next);
              }}
            >
              {t('file.conflict.keep')}
            </Button>
          </Group>
        </section>
      )}
      <Textarea
        className={classes.field ?? ''}
        classNames={{ wrapper: classes.wrapper as string, input: classes.text as string }}
        aria-label={t('file.text', { name: nameOf(file.path) })}
        autoFocus
        spellCheck={false}
        readOnly={busy}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" disabled={busy} onClick={onCancel}>
          {t('file.cancel')}
        </Button>
        <Button size="xs" type="submit" loading={busy} disabled={!isChanged}>
          {t('file.save')}
        </Button>
      </Group>
    </form>
  );
}
