import { NativeSelect, TextInput } from '@mantine/core';
import { refreshChoices } from '@tandem/shared/dataset/source';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addPage, type SourcePlace } from '../../../entities/dataset/actions.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface AddPageProps {
  place: SourcePlace;
  kind: 'page' | 'sitemap';
  onClose(): void;
}

const NEVER = 'never';

/** Adds a web page, or all pages that a sitemap lists. */
export function AddPage({ place, kind, onClose }: AddPageProps) {
  const { t } = useTranslation('dataset');
  const [url, setUrl] = useState('');
  const [refresh, setRefresh] = useState(NEVER);
  const address = addressOf(url);
  /** Whether the reader takes what they typed for an address. */
  const [isTyped, setTyped] = useState(false);
  const isOdd = isTyped && url.trim() !== '' && address === null;
  return (
    <FormDialog
      title={t(`add.${kind}`)}
      submit={t('add.do')}
      valid={address !== null}
      onClose={onClose}
      onSubmit={() =>
        addPage(place, {
          kind,
          url: address ?? '',
          refreshHours: refreshChoices.find((hours) => String(hours) === refresh) ?? null,
        })
      }
    >
      {(problem) => (
        <>
          <TextInput
            data-autofocus
            type="url"
            label={t('field.url')}
            description={t(`field.${kind}Note`)}
            placeholder={kind === 'page' ? 'https://example.com/guide' : 'https://example.com/sitemap.xml'}
            value={url}
            maxLength={2000}
            error={isOdd ? t('field.urlOdd') : problem}
            onBlur={() => setTyped(true)}
            onKeyDown={({ key }) => {
              if (key === 'Enter') setTyped(true);
            }}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('refresh.label')}
            value={refresh}
            data={[
              { value: NEVER, label: t('refresh.never') },
              ...refreshChoices.map((hours) => ({
                value: String(hours),
                label: t(`refresh.hours${hours}`),
              })),
            ]}
            onChange={(event) => setRefresh(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The typed text as a web address; https unless it says otherwise, null when it is none. */
function addressOf(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  return url?.hostname.includes('.') ? url.href : null;
}
