import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { createMailer } from './create-mailer.ts';
import { renderMail } from './html.ts';

describe('console delivery', () => {
  it('prints the message for the operator', async () => {
    const printed: string[] = [];
    const mailer = createMailer({ smtpUrl: null, from: 'tandem@localhost' }, (text) => printed.push(text));
    expect(mailer.delivery).toBe('console');
    await mailer.send({ to: 'ann@example.com', subject: '123456 is your code', text: 'Line one\nLine two' });
    expect(printed.join('')).toContain('ann@example.com');
    expect(printed.join('')).toContain('123456 is your code');
    expect(printed.join('')).toContain('Line two');
  });

  it('sends no control characters to the terminal', async () => {
    const printed: string[] = [];
    const mailer = createMailer({ smtpUrl: null, from: 'tandem@localhost' }, (text) => printed.push(text));
    await mailer.send({ to: 'a\u001b[2J@example.com', subject: 'x\u0007', text: 'y\u009b31m' });
    expect(printed.join('').replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});

describe('SMTP delivery', () => {
  it('reports itself unavailable when no server listens', async () => {
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'tandem@example.com' });
    expect(mailer.delivery).toBe('mail');
    const sending = mailer.send({ to: 'ann@example.com', subject: 's', text: 't' });
    await expect(sending).rejects.toThrow(AppError);
    await expect(sending).rejects.toMatchObject({ key: 'unavailable' });
  });
});

describe('renderMail', () => {
  it('has the same content as text and HTML, with every word escaped', () => {
    const { text, html } = renderMail('en', 'Hello <you>', [
      { kind: 'code', text: '123456' },
      { kind: 'note', text: 'Tom & "Jerry"' },
    ]);
    expect(text).toBe('Hello <you>\n\n123456\n\nTom & "Jerry"\n');
    expect(html).toContain('123456');
    expect(html).toContain('Hello &#60;you&#62;');
    expect(html).toContain('Tom &#38; &#34;Jerry&#34;');
    expect(html).not.toMatch(/https?:/);
  });
});
