import { type LeftOut, MAX_ARCHIVE_ENTRIES } from '@tandem/shared/document/import';
import { fileUrl } from '@tandem/shared/file/schema';
import type { Surroundings } from './links.ts';
import { stemOf } from './names.ts';
import type { PlannedFile } from './plan.ts';
import { ImportProblem } from './problem.ts';
import type { TreeNode } from './tree.ts';

/** Maximum bytes of inline pictures, in total. */
const MAX_INLINE = 64 * 1024 * 1024;
/** Maximum reported missing pictures: a text can name a million. */
const MAX_LEFT_OUT = 10_000;
const INLINE = /^data:image\/(png|jpe?g|gif|webp|avif);base64,([A-Za-z0-9+/=\s]+)$/iu;

/** Returns the placeholder link to a document of the same import. */
export function documentLink(key: string): string {
  return `#document-${key}`;
}

/** All files and documents of an import as link targets, and those in use. */
export class Library {
  /** Files that documents show or link to, each once for each document. */
  readonly files: PlannedFile[] = [];
  readonly leftOut: LeftOut[] = [];
  private readonly documents = new Map<string, string>();
  private readonly others: ReadonlyMap<string, string>;
  /** Paths by names, in small letters; the first of several counts. */
  private readonly names = new Map<string, string>();
  private readonly used = new Set<string>();
  /** Keys of files of archives by document and path. */
  private readonly keys = new Map<string, string>();
  private inlineSize = 0;

  /** @param others names of files by their paths */
  constructor(nodes: readonly TreeNode[], others: ReadonlyMap<string, string>) {
    this.others = others;
    for (const { key, source } of nodes) if (source) this.documents.set(source.path, key);
    for (const path of [...this.documents.keys(), ...others.keys()]) {
      const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
      for (const each of [name, stemOf(name)]) if (!this.names.has(each)) this.names.set(each, path);
    }
  }

  /** Returns the link targets of the document at an index, from its folder. */
  around(folder: readonly string[], document: number): Surroundings {
    const at = (path: string) => this.addressOf(path, document);
    return {
      folder,
      at,
      called: (name) => {
        const path = this.names.get(name.slice(name.lastIndexOf('/') + 1).toLowerCase());
        return path === undefined ? null : at(path);
      },
      inline: (url, name) => this.inline(url, name, document),
      missing: (name) => this.leaveOut({ name, reason: 'missing' }),
    };
  }

  /**
   * Each file becomes a row, and hundreds of documents may show the same thousands of pictures.
   * @throws ImportProblem `archiveTooLarge` when they are too many
   */
  assertRoom(): void {
    if (this.files.length > MAX_ARCHIVE_ENTRIES) throw new ImportProblem('archiveTooLarge');
  }

  /** Files that no document names. */
  unused(): LeftOut[] {
    return [...this.others.keys()]
      .filter((path) => !this.used.has(path))
      .map((name) => ({ name, reason: 'unused' }));
  }

  private addressOf(path: string, document: number): string | null {
    const key = this.documents.get(path) ?? this.documents.get(`${path}.md`);
    if (key !== undefined) return documentLink(key);
    const name = this.others.get(path);
    if (name === undefined) return null;
    this.used.add(path);
    const known = this.keys.get(`${document} ${path}`) ?? this.put(document, name, path);
    this.keys.set(`${document} ${path}`, known);
    return fileUrl(known);
  }

  private inline(url: string, name: string, document: number): string | null {
    const [, type = '', base64 = ''] = INLINE.exec(url) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    const shown = name || `image.${type.toLowerCase()}`;
    if (bytes.length === 0) {
      this.leaveOut({ name: shown, reason: 'unsupported' });
      return null;
    }
    this.inlineSize += bytes.length;
    if (this.inlineSize > MAX_INLINE) {
      this.leaveOut({ name: shown, reason: 'tooLarge' });
      return null;
    }
    return fileUrl(this.put(document, shown, new Uint8Array(bytes)));
  }

  private leaveOut(left: LeftOut): void {
    if (this.leftOut.length < MAX_LEFT_OUT) this.leftOut.push(left);
  }

  private put(document: number, name: string, source: PlannedFile['source']): string {
    const key = crypto.randomUUID();
    this.files.push({ key, document, name, source });
    return key;
  }
}
