import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFolderLine } from '../../../entities/dataset/queries.ts';
import { isGone } from '../../../lib/errors.ts';
import { ListProblem } from '../../../ui/list/ListProblem.tsx';
import classes from './FolderPath.module.css';

interface FolderPathProps {
  datasetId: string;
  /** Null for the top. */
  folderId: string | null;
}

/** The folders above the list, each a link; nothing at the top. */
export function FolderPath({ datasetId, folderId }: FolderPathProps) {
  const { t } = useTranslation('dataset');
  const { data: line = [], error, refetch } = useFolderLine(folderId);
  if (folderId === null) return <span className={classes.path} />;
  const shown = line.filter((folder) => folder.datasetId === datasetId);
  return (
    <nav className={classes.path} aria-label={t('folder.path')}>
      <Link to="?">{t('folder.top')}</Link>
      {shown.map(({ id, name }) => (
        <span key={id} className={classes.step}>
          <span aria-hidden>/</span>
          {id === folderId ? (
            <span aria-current="page">{name}</span>
          ) : (
            <Link to={`?folder=${id}`}>{name}</Link>
          )}
        </span>
      ))}
      {isGone(error) && <span role="alert">{t('folder.gone')}</span>}
      {error && !isGone(error) && <ListProblem error={error} onRetry={() => void refetch()} />}
    </nav>
  );
}
