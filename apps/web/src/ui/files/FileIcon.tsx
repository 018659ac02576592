import {
  IconBook2,
  IconFile,
  IconFileMusic,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMail,
  IconMovie,
  IconPhoto,
  IconPresentation,
  IconTable,
} from '@tabler/icons-react';

/** The sign of a kind of file. */
export function FileIcon({ mediaType, size = 20 }: { mediaType: string; size?: number }) {
  const Icon = iconOf(mediaType);
  return <Icon size={size} stroke={1.5} aria-hidden style={{ flex: 'none' }} />;
}

function iconOf(mediaType: string) {
  if (mediaType.startsWith('image/')) return IconPhoto;
  if (mediaType.startsWith('audio/')) return IconFileMusic;
  if (mediaType.startsWith('video/')) return IconMovie;
  if (mediaType === 'application/pdf') return IconFileTypePdf;
  // Its type ends like that of an archive.
  if (mediaType === 'application/epub+zip') return IconBook2;
  if (/csv|spreadsheet|tab-separated/.test(mediaType)) return IconTable;
  if (/zip|tar|compressed|gzip|7z|rar/.test(mediaType)) return IconFileZip;
  if (/presentation/.test(mediaType)) return IconPresentation;
  if (mediaType === 'message/rfc822') return IconMail;
  if (/wordprocessing|opendocument\.text|rtf/.test(mediaType)) return IconFileText;
  return mediaType.startsWith('text/') || mediaType === 'application/json' ? IconFileText : IconFile;
}
