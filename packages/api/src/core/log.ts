/** The part of a structured logger that the domain uses: fields first, then the sentence. */
export interface Logger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
  debug(fields: object, message: string): void;
  child(fields: object): Logger;
}
