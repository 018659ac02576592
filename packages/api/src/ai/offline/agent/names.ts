/** Endings of files by what they hold. */
const endings = {
  text: 'md markdown txt rst adoc text log org',
  table: 'csv tsv',
  data: 'json jsonl yaml yml toml xml ini cfg conf env',
  code: 'py js mjs cjs ts tsx jsx java go rs rb php c h cc cpp hpp cs swift kt scala sh bash sql r lua pl css scss html htm vue ipynb',
  document: 'pdf doc docx odt rtf ppt pptx odp xls xlsx ods epub',
  picture: 'png jpg jpeg gif webp svg bmp tif tiff heic avif ico',
  sound: 'mp3 wav m4a ogg flac aac',
  film: 'mp4 mov mkv webm avi',
  archive: 'zip gz tar tgz bz2 xz 7z rar',
} as const;

export type FileType = keyof typeof endings | 'other';

const types = new Map<string, FileType>(
  (Object.entries(endings) as [FileType, string][]).flatMap(([type, list]) =>
    list.split(' ').map((ending) => [ending, type] as const),
  ),
);

/** The ending of a path in lower case; '' for none. */
export function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const at = name.lastIndexOf('.');
  return at <= 0 ? '' : name.slice(at + 1).toLowerCase();
}

export function typeOf(path: string): FileType {
  return types.get(endingOf(path)) ?? 'other';
}

/** Whether lines and words of a file can be counted. */
export function isPlain(path: string): boolean {
  return ['text', 'table', 'data', 'code'].includes(typeOf(path));
}

/** Folders that hold what others made, and files that tools write. */
export function isOwn(path: string): boolean {
  return (
    !/(?:^|\/)(?:node_modules|\.git|dist|build|__pycache__|\.venv|venv|vendor)\//.test(path) &&
    !/(?:^|\/)(?:package-lock\.json|yarn\.lock|\.DS_Store)$/.test(path)
  );
}

/** Characters in which names are looked for. */
const MAX_LOOKED = 4_000;
const QUOTED = /["“「『`'‘]([^"“”「」『』`'‘’\n]{1,200})["”」』`'’]/gu;
const NAME = /[\p{Script=Latin}\p{N}_][\p{Script=Latin}\p{N}_./-]{0,150}/gu;

/** A file that a question names, with where. */
export interface Named {
  path: string;
  at: number;
}

/** The files that a question names, in their order. */
export function namesIn(question: string): Named[] {
  const text = question.slice(0, MAX_LOOKED);
  const found: Named[] = [];
  for (const { 1: path = '', index } of text.matchAll(QUOTED))
    if (types.has(endingOf(path))) found.push({ path: path.trim(), at: index });
  const bare = text.replace(QUOTED, (all) => ' '.repeat(all.length));
  for (const { 0: word, index } of bare.matchAll(NAME)) {
    const path = word.replace(/[./-]+$/, '');
    if (types.has(endingOf(path)) && !bare.slice(Math.max(0, index - 3), index).includes('/'))
      found.push({ path, at: index });
  }
  return found.sort((a, b) => a.at - b.at);
}

/** The files among `paths` that are meant by a name: the path itself, else those with that name. */
export function meantBy(name: string, paths: readonly string[]): string[] {
  const wanted = name.replace(/^\.?\//, '');
  if (paths.includes(wanted)) return [wanted];
  const lower = wanted.toLowerCase();
  return paths.filter((path) => path.toLowerCase() === lower || path.toLowerCase().endsWith(`/${lower}`));
}
