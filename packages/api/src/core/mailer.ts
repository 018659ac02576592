/** A message to one person. `html` has the same content as `text`. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Outgoing mail. `console` delivery prints the message in the server's output. */
export interface Mailer {
  delivery: 'mail' | 'console';
  /** @throws AppError `unavailable` when the mail server refuses or cannot be reached */
  send(mail: Mail): Promise<void>;
}
