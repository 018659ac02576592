import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './Exchange.module.css';
import type { ImportOutcome } from './import-files.ts';

interface ImportResultProps {
  outcome: ImportOutcome;
  onOpen(): void;
  onAgain(): void;
}

/** The report of an import that left something out. */
export function ImportResult({ outcome, onOpen, onAgain }: ImportResultProps) {
  const { t } = useTranslation('document');
  const { documents, leftOut, leftOutCount, failed } = outcome;
  const hasCome = documents.length > 0;
  return (
    <div className={classes.result}>
      {hasCome && (
        <p className={classes.verdict} role="status">
          <IconCircleCheck size={18} stroke={1.75} className={classes.good} aria-hidden />
          {t('import.done', { count: documents.length })}
        </p>
      )}
      {failed.map(({ name, problem }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names can come twice
        <div key={at} className={classes.verdict} role="alert">
          <IconAlertTriangle size={18} stroke={1.75} className={classes.bad} aria-hidden />
          <div>
            <strong className={classes.file}>{name}</strong>
            <p className={classes.problem}>{problem}</p>
          </div>
        </div>
      ))}
      {leftOut.length > 0 && (
        <section aria-labelledby="left-out">
          <h3 id="left-out" className={classes.heading}>
            {t('import.leftOut')}
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <ul className={classes.list} tabIndex={0}>
            {leftOut.map(({ name, reason }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names can come twice
              <li key={at}>
                <span className={classes.file}>{name}</span>
                <span className={classes.reason}>{t(`import.reason.${reason}`)}</span>
              </li>
            ))}
            {leftOutCount > leftOut.length && (
              <li className={classes.reason}>{t('import.more', { count: leftOutCount - leftOut.length })}</li>
            )}
          </ul>
        </section>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant={hasCome ? 'default' : 'filled'} onClick={onAgain}>
          {t('import.again')}
        </Button>
        {hasCome && (
          <Button data-autofocus onClick={onOpen}>
            {t('import.open')}
          </Button>
        )}
      </Group>
    </div>
  );
}
