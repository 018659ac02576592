/** Why nothing can be imported, as a key of the catalogue of errors; it is told across processes. */
export type ProblemKey =
  | 'archiveBroken'
  | 'archiveEmpty'
  | 'archiveTooLarge'
  | 'archiveUnsafe'
  | 'documentUnreadable'
  | 'documentTooLarge';

export class ImportProblem extends Error {
  override name = 'ImportProblem';
  readonly key: ProblemKey;
  constructor(key: ProblemKey) {
    super(key);
    this.key = key;
  }
}
