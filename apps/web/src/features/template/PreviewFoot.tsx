import '@mantine/core/styles/Combobox.layer.css';
import { Button, Select } from '@mantine/core';
import type { Template } from '@tandem/shared/template/schema';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { describeError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { api } from '../../lib/trpc.ts';
import { useWorkspace } from '../workspace/store.ts';
import { bySort } from '../workspace/tree.ts';
import { chooseTemplate } from './choose.ts';
import classes from './Preview.module.css';
import { refreshTemplates } from './queries.ts';
import { closeTemplates } from './store.ts';

interface PreviewFootProps {
  template: Template;
  spaceId: string | undefined;
  onRemoved(): void;
}

/** Says what choosing makes, and makes it; removes what may be removed. */
export function PreviewFoot({ template, spaceId, onRemoved }: PreviewFootProps) {
  const { t } = useTranslation('template');
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // One press, however often it has to be tried.
  const [clientKey] = useState(newId);
  const spaces = useSpacesForApps();
  const [chosenSpace, chooseSpace] = useState(spaceId);
  const isApp = template.kind === 'app';
  const space = spaces.find(({ id }) => id === chosenSpace) ?? spaces[0];
  const cannot = isApp && !space;

  const choose = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { chosen, path } = await chooseTemplate(template.id, isApp ? space?.id : undefined, clientKey);
      closeTemplates();
      if (chosen.kind === 'assistant') toast(t('made.assistant', { name: chosen.assistant.name }));
      void navigate(path);
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  };

  return (
    <footer className={classes.foot}>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <p className={classes.makes}>
        {t(cannot ? 'preview.noSpace' : isApp ? 'preview.makesApp' : 'preview.makesAssistant')}
      </p>
      <div className={classes.actions}>
        {template.abilities.remove && <RemoveButton template={template} onRemoved={onRemoved} />}
        {isApp && spaces.length > 1 && (
          <Select
            aria-label={t('preview.space')}
            className={classes.space ?? ''}
            data={spaces.map(({ id, name }) => ({ value: id, label: name }))}
            value={space?.id ?? null}
            allowDeselect={false}
            onChange={(value) => value && chooseSpace(value)}
          />
        )}
        <Button loading={busy} disabled={cannot} onClick={() => void choose()}>
          {t(isApp ? 'preview.useApp' : 'preview.useAssistant')}
        </Button>
      </div>
    </footer>
  );
}

/** Spaces in which this person may make an app, in the order of the sidebar. */
function useSpacesForApps() {
  const spaces = useWorkspace((state) => state.tree.spaces);
  return useMemo(
    () => [...spaces.values()].filter((space) => space.abilities.createApp).sort(bySort),
    [spaces],
  );
}

/** Asks once more in its own place before it removes. */
function RemoveButton({ template, onRemoved }: Pick<PreviewFootProps, 'template' | 'onRemoved'>) {
  const { t } = useTranslation('template');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await api.template.remove.mutate({ templateId: template.id });
      refreshTemplates();
      onRemoved();
      toast(t('remove.done', { name: template.name }));
    } catch {
      // The call has shown why.
      setBusy(false);
    }
  };
  if (!asking)
    return (
      <Button variant="subtle" color="red" className={classes.remove ?? ''} onClick={() => setAsking(true)}>
        {t('remove.open')}
      </Button>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame
    <div className={classes.asking} role="group" aria-label={t('remove.ask')}>
      <span>{t('remove.ask')}</span>
      <Button size="compact-sm" variant="default" autoFocus onClick={() => setAsking(false)}>
        {t('remove.cancel')}
      </Button>
      <Button size="compact-sm" color="red" loading={busy} onClick={() => void remove()}>
        {t('remove.confirm')}
      </Button>
    </div>
  );
}
