import '@mantine/core/styles/Combobox.layer.css';
import { Button, Select } from '@mantine/core';
import type { Template, TemplateKind } from '@tandem/shared/template/schema';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { chooseTemplate, fillDocument } from '../../entities/template/choose.ts';
import { refreshTemplates } from '../../entities/template/queries.ts';
import { closeTemplates, type GalleryView } from '../../entities/template/store.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { bySort } from '../../entities/workspace/tree.ts';
import { describeError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import classes from './Preview.module.css';

interface PreviewFootProps {
  template: Template;
  /** Options with which the gallery opened. */
  view: GalleryView;
  onRemoved(): void;
}

/** Says what the template creates, and creates it; removes a template if permitted. */
export function PreviewFoot({ template, view, onRemoved }: PreviewFootProps) {
  const { t } = useTranslation('template');
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // One key for all retries of a press.
  const [clientKey] = useState(newId);
  const { kind } = template;
  const places = usePlaces(kind);
  const [chosenId, choosePlace] = useState(kind === 'document' ? view.place?.appId : view.spaceId);
  const place = places.find(({ id }) => id === chosenId) ?? places[0];
  const fills = kind === 'document' ? view.documentId : undefined;
  // A place that was passed in is used, even if it is below something in an app.
  const isNamed = fills !== undefined || (kind === 'document' && view.place !== undefined);
  const isRefused = fills === undefined && !template.abilities.choose;
  const cannot = isRefused || (kind !== 'assistant' && !isNamed && !place);

  const choose = async () => {
    setBusy(true);
    setProblem(null);
    try {
      if (fills !== undefined) {
        await fillDocument(fills, template);
        closeTemplates();
        return;
      }
      const where = kind === 'document' ? (view.place ?? { appId: place?.id }) : { spaceId: place?.id };
      const { chosen, path } = await chooseTemplate(
        template.id,
        kind === 'assistant' ? {} : where,
        clientKey,
      );
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
        {t(
          isRefused
            ? 'preview.nowhere.guest'
            : cannot
              ? `preview.nowhere.${kind}`
              : fills
                ? 'preview.fills'
                : `preview.makes.${kind}`,
        )}
      </p>
      <div className={classes.actions}>
        {template.abilities.remove && <RemoveButton template={template} onRemoved={onRemoved} />}
        {kind !== 'assistant' && !isNamed && places.length > 1 && (
          <Select
            aria-label={t(kind === 'app' ? 'preview.space' : 'preview.app')}
            className={classes.space ?? ''}
            data={places.map(({ id, name }) => ({ value: id, label: name }))}
            value={place?.id ?? null}
            allowDeselect={false}
            onChange={(value) => value && choosePlace(value)}
          />
        )}
        <Button loading={busy} disabled={cannot} onClick={() => void choose()}>
          {t(fills ? 'preview.fill' : `preview.use.${kind}`)}
        </Button>
      </div>
    </footer>
  );
}

/** The places in which this person may create it, likely ones first. */
function usePlaces(kind: TemplateKind): { id: string; name: string }[] {
  const spaces = useWorkspace((state) => state.tree.spaces);
  const apps = useWorkspace((state) => state.tree.apps);
  return useMemo(() => {
    if (kind === 'assistant') return [];
    if (kind === 'app')
      return [...spaces.values()].filter(({ abilities }) => abilities.createApp).sort(bySort);
    const open = [...apps.values()].filter(
      ({ abilities, archivedAt }) => abilities.createChannel && !archivedAt,
    );
    return open.sort((a, b) => Number(b.type === 'note') - Number(a.type === 'note') || bySort(a, b));
  }, [kind, spaces, apps]);
}

/** Asks for confirmation in place before removing. */
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
