/** Why an import failed, as an error key; sent across processes. */
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
