/**
 * What a model knows of files: the content that it read or wrote last, by path. Kept for a run in one process; what is
 * not known does not count as changed.
 */
export class Seen {
  private readonly hashes = new Map<string, string>();

  read(path: string, hash: string): void {
    this.hashes.set(path, hash);
  }

  /** Whether a file is another than the model knows. */
  isStale(path: string, hash: string | undefined): boolean {
    const known = this.hashes.get(path);
    return known !== undefined && known !== hash;
  }

  forget(path: string): void {
    this.hashes.delete(path);
  }
}
