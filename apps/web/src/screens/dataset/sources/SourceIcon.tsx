import { IconAlignLeft, IconFileText, IconFolder, IconSitemap, IconWorld } from '@tabler/icons-react';
import type { Source } from '@tandem/shared/dataset/source';
import { FileIcon } from '../../../ui/files/FileIcon.tsx';

const icons = {
  folder: IconFolder,
  text: IconAlignLeft,
  page: IconWorld,
  sitemap: IconSitemap,
  document: IconFileText,
} as const;

/** The sign of a source. */
export function SourceIcon({ kind, file }: Pick<Source, 'kind' | 'file'>) {
  if (kind === 'file') return <FileIcon mediaType={file?.mediaType ?? ''} size={18} />;
  const Icon = icons[kind];
  return <Icon size={18} stroke={1.5} aria-hidden style={{ flex: 'none' }} />;
}
