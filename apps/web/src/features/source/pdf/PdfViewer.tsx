import { Button, Loader } from '@mantine/core';
import { fileUrl } from '@tandem/shared/file/schema';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PdfViewerProps } from '../viewer.ts';
import '../highlights.css';
import { PasswordForm } from './PasswordForm.tsx';
import { PdfPages } from './PdfPages.tsx';
import classes from './PdfViewer.module.css';
import { usePdf } from './use-pdf.ts';

/** A PDF of ours: its pages, or why they are not there. */
export default function PdfViewer(props: PdfViewerProps) {
  const { t } = useTranslation('source');
  const { fileId, url = fileUrl(fileId ?? '') } = props;
  const state = usePdf(url);
  /** Where the reader is, to go on there after the file was opened again. */
  const [target, setTarget] = useState(props.target);
  const page = useRef(props.target.page);
  useEffect(() => setTarget(props.target), [props.target]);
  const { onPage } = props;
  const notePage = useCallback(
    (next: number) => {
      page.current = next;
      onPage(next);
    },
    [onPage],
  );
  switch (state.phase) {
    case 'ready':
      return (
        <PdfPages
          {...props}
          url={url}
          target={target}
          pdf={state.pdf}
          labels={state.labels}
          onPage={notePage}
          onRetry={() => {
            setTarget({ page: page.current, mark: null });
            state.retry();
          }}
        />
      );
    case 'password':
      return (
        <div className={classes.state}>
          <PasswordForm isWrong={state.isWrong} onAnswer={state.answer} />
        </div>
      );
    case 'failed':
      return (
        <div className={classes.state} role="alert">
          <p>{t(`problem.${state.problem}`)}</p>
          {state.problem === 'unreachable' && (
            <Button variant="default" onClick={state.retry}>
              {t('retry')}
            </Button>
          )}
        </div>
      );
    default:
      return (
        <div className={classes.state} role="status" aria-label={t('loading')}>
          <Loader size="sm" />
        </div>
      );
  }
}
