import { cleanFileName } from '../../content/file/name.ts';

/** Names that Windows keeps for devices, whatever their ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/iu;
/** Room for an ending and a number in what file systems take, in bytes. */
const MAX_BYTES = 200;

/** Names of files and folders in one folder, no two of which are the same on any system. */
export class FolderNames {
  private readonly taken: Set<string>;

  /** @param taken names that are used otherwise */
  constructor(taken: readonly string[] = []) {
    this.taken = new Set(taken.map(folded));
  }

  /**
   * A name like `stem` with `ending` behind it that nothing else in the folder has.
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
