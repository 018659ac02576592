/** What operators may decide while the server runs, as it stands now. */
export interface Values {
  emailCodes: boolean;
  disabledProviders: readonly string[];
  smtpUrl: string | null;
  mailFrom: string;
  webDomain: string;
  uploadMegabytes: number;
  turnsPerPerson: number;
}

/** The one place where those values are read: the environment's word, else the stored one, else the default. */
export interface LiveValues {
  readonly current: Values;
  /** Reads what is stored again. Every process does after each change, and every few seconds anyway. */
  refresh(): Promise<void>;
  close(): void;
}
