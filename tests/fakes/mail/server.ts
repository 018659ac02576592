import { SMTPServer } from 'smtp-server';

/** A mail as it arrived over SMTP. */
export interface ReceivedMail {
  from: string;
  /** Envelope recipients. */
  to: string[];
  subject: string;
  /** The whole message, headers and encoded bodies included. */
  raw: string;
}

export interface MailSink {
  /** For SMTP_URL. */
  url: string;
  mails: ReceivedMail[];
  /** Temporarily refuses the next messages, as greylisting servers do. */
  refuseNext(count: number): void;
  /** The newest mail to an address; waits for one newer than the first `after` of them. */
  mailTo(address: string, after?: number, waitMs?: number): Promise<ReceivedMail>;
  /** The code in the newest mail to an address. */
  codeFor(address: string, after?: number): Promise<string>;
  close(): Promise<void>;
}

const WAIT_MS = 5_000;

/** A real SMTP server that stores its messages. */
export async function startMailSink(): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals--;
          done(Object.assign(new Error('4.7.1 Try again later'), { responseCode: 451 }));
          return;
        }
        const raw = Buffer.concat(chunks).toString();
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          subject: decodeHeader(/^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1] ?? ''),
          raw,
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail sink has no port');

  /** The newest of those mails to an address that came after the first `after`, and are wanted. */
  async function newest(
    to: string,
    after: number,
    waitMs: number,
    wanted: (mail: ReceivedMail) => boolean,
  ): Promise<ReceivedMail> {
    for (const until = Date.now() + waitMs; ; ) {
      const arrived = mails.filter((mail) => mail.to.includes(to));
      const found = arrived.slice(after).findLast(wanted);
      if (found) return found;
      if (Date.now() > until) {
        const subjects = arrived.map(({ subject }) => subject).join(', ');
        throw new Error(`no such mail came for ${to} after the first ${after}: ${subjects || 'none at all'}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  const codeIn = ({ subject }: ReceivedMail) => /\b\d{6}\b/.exec(subject)?.[0];

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refuseNext(count) {
      refusals = count;
    },
    mailTo: (to, after = 0, waitMs = WAIT_MS) => newest(to, after, waitMs, () => true),
    async codeFor(to, after = 0) {
      // An invitation may come in between.
      const mail = await newest(to, after, WAIT_MS, (each) => codeIn(each) !== undefined);
      return codeIn(mail) as string;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A header without its RFC 2047 encoding. */
function decodeHeader(value: string): string {
  return value
    .replaceAll(/\r\n[ \t]/g, ' ')
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?(b|q)\?(.*?)\?=/gi, (_whole, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : decodeQ(text),
    );
}

function decodeQ(text: string): string {
  const bytes = text
    .replaceAll('_', ' ')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
