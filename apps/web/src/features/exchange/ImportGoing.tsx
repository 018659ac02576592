import '@mantine/core/styles/Progress.layer.css';
import { Button, Group, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Exchange.module.css';
import type { ImportProgress } from './import-files.ts';

/** Progress of an import, with a stop button. */
export function ImportGoing({
  progress: { name, share },
  onStop,
}: {
  progress: ImportProgress;
  onStop(): void;
}) {
  const { t } = useTranslation('document');
  const percent = share === null ? 100 : Math.round(share * 100);
  return (
    <div className={classes.going}>
      <p role="status" className={classes.lead}>
        {share === null ? t('import.reading', { name }) : t('upload.begun', { name })}
      </p>
      <Progress
        value={percent}
        animated={share === null}
        striped={share === null}
        transitionDuration={100}
        aria-label={t('import.progress')}
      />
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus variant="default" onClick={onStop}>
          {t('upload.stop')}
        </Button>
      </Group>
    </div>
  );
}
