import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VList, type VListHandle } from 'virtua';
import { trpc } from '../../../lib/trpc.ts';
import { ListProblem } from '../../../ui/list/ListProblem.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import classes from './FileTree.module.css';
import { FileTreeRow } from './FileTreeRow.tsx';
import { type FileRow, rowsOf } from './rows.ts';

export interface FileTreeProps {
  channelId: string;
  /** An earlier state; null for the newest. */
  manifestId: string | null;
  mayEdit: boolean;
  onOpen(path: string): void;
  onRename(path: string): void;
  onRemove(path: string): void;
  onToDocument(path: string): void;
}

/** The files of a channel as a tree; folders are loaded when they are opened, and only lines in view exist. */
export function FileTree(props: FileTreeProps) {
  const { channelId, manifestId, mayEdit, onOpen, onRename, onRemove } = props;
  const { t } = useTranslation('agent');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState(0);
  const list = useRef<VListHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const folders = useMemo(() => ['', ...open], [open]);
  const answers = trpc.useQueries((query) =>
    folders.map((path) =>
      query.agentFile.list(
        { channelId, path, ...(manifestId && { manifestId }) },
        { staleTime: Number.POSITIVE_INFINITY, trpc: { context: { silent: true } } },
      ),
    ),
  );
  const rows = rowsOf(new Map(folders.map((path, at) => [path, answers[at]?.data?.list])), open);
  const current = Math.min(cursor, rows.length - 1);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    list.current?.scrollToIndex(current, { align: 'nearest' });
    // After the line exists.
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus(),
    );
  }, [current]);

  const [top] = answers;
  if (top?.error) return <ListProblem error={top.error} onRetry={() => void top.refetch()} />;
  if (!top?.data) return <Loading />;

  const toggle = ({ file, isOpen }: FileRow) => {
    const next = new Set(open);
    if (isOpen) next.delete(file.path);
    else next.add(file.path);
    setOpen(next);
  };
  const go = (to: number) => {
    wantsFocus.current = true;
    setCursor(Math.max(0, Math.min(rows.length - 1, to)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current];
    // Keys in the menu of a line belong to the menu.
    if (!row || !(event.target instanceof Element) || event.target.getAttribute('role') !== 'treeitem')
      return;
    const isFolder = row.file.type === 'folder';
    const mayChange = mayEdit && row.file.change !== 'deleted';
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(current + 1),
      ArrowUp: () => go(current - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (isFolder && !row.isOpen ? toggle(row) : go(current + 1)),
      ArrowLeft: () =>
        row.isOpen
          ? toggle(row)
          : go(rows.findLastIndex(({ depth }, at) => at < current && depth < row.depth)),
      Enter: () => (isFolder ? toggle(row) : onOpen(row.file.path)),
      ' ': () => (isFolder ? toggle(row) : onOpen(row.file.path)),
      ...(mayChange && { F2: () => onRename(row.file.path), Delete: () => onRemove(row.file.path) }),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div
      ref={frame}
      className={classes.tree}
      role="tree"
      aria-label={t('file.tree')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <VList ref={list} className={classes.list ?? ''} data={rows}>
        {(row, at) => (
          <FileTreeRow
            key={row.file.path + row.file.type}
            {...props}
            row={row}
            isCurrent={at === current}
            onPress={() => {
              setCursor(at);
              if (row.file.type === 'folder') toggle(row);
              else onOpen(row.file.path);
            }}
          />
        )}
      </VList>
    </div>
  );
}
