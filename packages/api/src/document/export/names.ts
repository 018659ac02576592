import { cleanFileName } from '../../content/file/name.ts';

/** Names reserved by Windows for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/iu;
/** Maximum bytes of a name, leaving space for an extension and a number within file system limits. */
const MAX_BYTES = 200;

/** Names of files and folders in one folder, no two of which are the same on any system. */
export class FolderNames {
  private readonly taken: Set<string>;

  /** @param taken names used otherwise */
  constructor(taken: readonly string[] = []) {
    this.taken = new Set(taken.map(folded));
  }

  /**
   * Returns a unique name in the folder, from `stem` and `ending`.
   * @param ending with its dot; '' for none
   */
  take(stem: string, ending = ''): string {
    const begin = fitting(stem);
    let free = begin + ending;
    for (let number = 2; this.taken.has(folded(free)); number += 1) free = `${begin} (${number})${ending}`;
    this.taken.add(folded(free));
    return free;
  }
}

/** Words as a name that every system takes. */
function fitting(wanted: string): string {
  let name = cleanFileName(wanted.normalize('NFC').replaceAll(/[/\\]/gu, '-')).replace(/[. ]+$/u, '');
  while (Buffer.byteLength(name) > MAX_BYTES) name = [...name].slice(0, -1).join('').trimEnd();
  return name === '' || RESERVED.test(name) ? `${name}_` : name;
}

/** As systems see it that do not tell large letters from small ones. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
