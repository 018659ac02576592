import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Button, Checkbox, Group, Modal, Radio, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ExportFormat, exportFormats } from '@tandem/shared/document/export';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeExchange } from '../../entities/exchange/store.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { subtreeOf } from '../../entities/workspace/tree.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';

/** Chooses the format of an export, and whether to include the documents below. */
export default function ExportDialog({ documentId }: { documentId: string }) {
  useFocusBack();
  const { t } = useTranslation('document');
  const { t: tPlace } = useTranslation('workspace');
  const channel = useWorkspace(({ tree }) => tree.channels.get(documentId));
  const below = useWorkspace(({ tree, index }) => {
    const kinds = [...subtreeOf(index, documentId)].map((id) => tree.channels.get(id)?.kind);
    return kinds.filter((kind) => kind === 'document').length - 1;
  });
  const [format, setFormat] = useState<ExportFormat>('markdown');
  const [withBelow, setWithBelow] = useState(below > 0);
  if (!channel) return null;
  const query = new URLSearchParams({ format, scope: withBelow && below > 0 ? 'tree' : 'document' });
  return (
    <Modal
      opened
      onClose={closeExchange}
      size={440}
      title={t('export.title', {
        name: channel.name || tPlace('channel.untitled', { context: channel.kind }),
      })}
      closeButtonProps={{ 'aria-label': t('exchange.close') }}
    >
      <Stack gap="lg">
        <Radio.Group
          label={t('export.format')}
          value={format}
          onChange={(value) => setFormat(value as ExportFormat)}
        >
          <Stack gap="xs" mt="xs">
            {exportFormats.map((each, at) => (
              <Radio
                key={each}
                value={each}
                label={t(`export.${each}`)}
                description={t(`export.${each}Words`)}
                data-autofocus={at === 0 || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        {below > 0 && (
          <Checkbox
            label={t('export.below', { count: below })}
            description={t('export.belowWords')}
            checked={withBelow}
            onChange={({ currentTarget }) => setWithBelow(currentTarget.checked)}
          />
        )}
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={closeExchange}>
          {t('export.cancel')}
        </Button>
        <Button
          component="a"
          href={`/api/app/${channel.appId}/channelDoc/${documentId}/export?${query}`}
          download
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          // The link has been followed by then.
          onClick={() => setTimeout(closeExchange)}
        >
          {t('export.download')}
        </Button>
      </Group>
    </Modal>
  );
}
