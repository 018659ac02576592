import '@mantine/core/styles/Combobox.layer.css';
import { Select, TextInput } from '@mantine/core';
import { type TemplateCategory, templateCategories } from '@tandem/shared/template/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshTemplates } from '../../entities/template/queries.ts';
import { closeTemplates, openTemplates, type SaveSource } from '../../entities/template/store.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { NameFields, trimmed } from '../../ui/form/NameFields.tsx';

/** Limits of the server. */
const MAX_KEYWORDS = 12;
const MAX_KEYWORD = 40;

/** Asks for the name of a template made from an assistant or app, and saves it for the team. */
export default function SaveDialog({ source }: { source: SaveSource }) {
  const { t } = useTranslation('template');
  const [named, setNamed] = useState({ name: source.name, description: source.description });
  const [category, setCategory] = useState<TemplateCategory>('other');
  const [keywords, setKeywords] = useState('');
  const [clientKey] = useState(newId);

  const save = async () => {
    const saved = await api.template.save.mutate(
      {
        ...(source.kind === 'app' ? { appId: source.id } : { assistantId: source.id }),
        ...trimmed(named),
        ...{ category, clientKey },
        keywords: wordsIn(keywords),
      },
      { context: { silent: true } },
    );
    refreshTemplates();
    toast(t('save.done', { name: saved.name }), {
      action: { label: t('save.look'), onClick: () => openTemplates({ templateId: saved.id }) },
    });
  };

  return (
    <FormDialog
      title={t('save.title')}
      words={t('save.words')}
      submit={t('save.save')}
      valid={named.name.trim() !== ''}
      onClose={closeTemplates}
      onSubmit={save}
    >
      <NameFields
        value={named}
        labels={{
          name: t('save.name'),
          description: t('save.description'),
          descriptionNote: t('save.descriptionNote'),
        }}
        onChange={setNamed}
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
    </FormDialog>
  );
}

function wordsIn(text: string): string[] {
  const words = text.split(/[,，、;；]/u).map((word) => word.trim().slice(0, MAX_KEYWORD).trim());
  return [...new Set(words.filter(Boolean))].slice(0, MAX_KEYWORDS);
}
