/** Current values of the settings operators may change while the server runs. */
export interface Values {
  emailCodes: boolean;
  disabledProviders: readonly string[];
  smtpUrl: string | null;
  mailFrom: string;
  webDomain: string;
  uploadMegabytes: number;
  turnsPerPerson: number;
}

/** The only source of those values: the environment's, else the stored one, else the default. */
export interface LiveValues {
  readonly current: Values;
  /** Reloads the stored values. Every process does so after each change, and every few seconds. */
  refresh(): Promise<void>;
  close(): void;
}
