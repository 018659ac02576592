/** Work on files that a model does by a script. */
export interface FileTask {
  title: string;
  /** Files at its start. */
  files: Record<string, string>;
  /** What the model calls, one after the other. */
  calls: readonly (readonly [tool: string, input: object])[];
  /** Text files at its end, in whole. */
  after: Record<string, string>;
  /** Words in the result of the last call. */
  tells?: string;
}
