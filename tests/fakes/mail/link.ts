import type { ReceivedMail } from './server.ts';

/** The readable text of a mail's parts, without the encoding of lines. */
export function bodyOf({ raw }: ReceivedMail): string {
  return Buffer.from(
    raw
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
}

/** The secret of the link that an invitation was mailed with. */
export function mailedToken(mail: ReceivedMail): string {
  const token = /\/register\?invitation=([\w-]{43})/.exec(bodyOf(mail))?.[1];
  if (!token) throw new Error(`there is no link in "${mail.subject}"`);
  return token;
}
