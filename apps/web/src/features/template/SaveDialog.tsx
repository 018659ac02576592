import '@mantine/core/styles/Combobox.layer.css';
import { Button, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type TemplateCategory, templateCategories } from '@tandem/shared/template/schema';
import { MAX_NAME } from '@tandem/shared/user/schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { refreshTemplates } from '../../entities/template/queries.ts';
import { closeTemplates, openTemplates, type SaveSource } from '../../entities/template/store.ts';
import { describeError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { api } from '../../lib/trpc.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';

/** What the server takes of them. */
const MAX_KEYWORDS = 12;
const MAX_KEYWORD = 40;

/** Asks what an assistant or app is called as a template, and saves it for the team. */
export default function SaveDialog({ source }: { source: SaveSource }) {
  useFocusBack();
  const { t } = useTranslation('template');
  const [name, setName] = useState(source.name);
  const [description, setDescription] = useState(source.description);
  const [category, setCategory] = useState<TemplateCategory>('other');
  const [keywords, setKeywords] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [clientKey] = useState(newId);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || name.trim() === '') return;
    setBusy(true);
    setProblem(null);
    try {
      const saved = await api.template.save.mutate(
        {
          ...(source.kind === 'app' ? { appId: source.id } : { assistantId: source.id }),
          ...{ name: name.trim(), description: description.trim(), category, clientKey },
          keywords: wordsIn(keywords),
        },
        { context: { silent: true } },
      );
      refreshTemplates();
      closeTemplates();
      toast(t('save.done', { name: saved.name }), {
        action: { label: t('save.look'), onClick: () => openTemplates({ templateId: saved.id }) },
      });
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  };

  return (
    <Modal
      opened
      onClose={closeTemplates}
      title={t('save.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={save}>
        <Stack gap="md">
          <p style={{ margin: 0, color: 'var(--mantine-color-dimmed)' }}>{t('save.words')}</p>
          <TextInput
            data-autofocus
            label={t('save.name')}
            value={name}
            maxLength={MAX_NAME}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label={t('save.description')}
            description={t('save.descriptionNote')}
            value={description}
            maxLength={2000}
            autosize
            minRows={2}
            maxRows={6}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Select
            label={t('save.category')}
            data={templateCategories.map((id) => ({ value: id, label: t(`category.${id}`) }))}
            value={category}
            allowDeselect={false}
            onChange={(value) => value && setCategory(value as TemplateCategory)}
          />
          <TextInput
            label={t('save.keywords')}
            description={t('save.keywordsNote')}
            value={keywords}
            maxLength={400}
            onChange={(event) => setKeywords(event.currentTarget.value)}
          />
          {problem && (
            <p role="alert" style={{ margin: 0, color: 'var(--mantine-color-error)' }}>
              {problem}
            </p>
          )}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={closeTemplates}>
            {t('save.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={name.trim() === ''}>
            {t('save.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function wordsIn(text: string): string[] {
  const words = text.split(/[,，、;；]/u).map((word) => word.trim().slice(0, MAX_KEYWORD).trim());
  return [...new Set(words.filter(Boolean))].slice(0, MAX_KEYWORDS);
}
