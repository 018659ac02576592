import { describe, expect, it } from 'vitest';
import { safeDetail, safeText } from './detail.ts';

const SECRET = 'hunter2-hunter2-hunter2';

describe('details of an audit entry', () => {
  it.each([
    'apiKey',
    'api_key',
    'api-key',
    'key',
    'accessKey',
    'secretAccessKey',
    'secret',
    'clientSecret',
    'CLIENT_SECRET',
    'password',
    'passwd',
    'pwd',
    'token',
    'accessToken',
    'refresh_token',
    'Authorization',
    'cookie',
    'set-cookie',
    'credentials',
    'code',
    'setupCode',
    'smtpUrl',
    'SMTP_URL',
    'tokenHash',
    'jwt',
    'signature',
    'bearer',
  ])('never show a value under %s', (name) => {
    const shapes = [
      { [name]: SECRET },
      { outer: { [name]: SECRET } },
      { list: [{ [name]: SECRET }] },
      { [name]: [SECRET] },
      { [name]: { value: SECRET } },
      { from: { [name]: SECRET }, to: { [name]: `${SECRET}2` } },
    ];
    for (const shape of shapes) expect(JSON.stringify(safeDetail(shape))).not.toContain(SECRET);
  });

  it.each([
    `smtps://ann:${SECRET}@mail.example.org`,
    `https://example.org/?key=${SECRET}`,
    `https://${SECRET}@example.org/path`,
    `sk-${SECRET}`,
    `Bearer ${SECRET}`,
    `see sk_live_${SECRET.replaceAll('-', '')} there`,
  ])('remove the secret from %s', (text) => {
    const told = safeText(text);
    expect(told).not.toContain(SECRET);
    expect(told).not.toContain(SECRET.replaceAll('-', ''));
  });

  it('keep values that are not secret', () => {
    const detail = {
      name: 'OpenAI',
      apiHost: 'https://api.example.org/v1',
      enabled: true,
      hasKey: true,
      inputTokens: 12,
      maxTokens: 5,
      to: null,
      roles: ['admin'],
    };
    expect(safeDetail(detail)).toEqual(detail);
  });

  it('are bounded, and hold only text the database accepts', () => {
    const deep: Record<string, unknown> = {};
    deep.self = { a: { b: { c: { d: SECRET } } } };
    const told = JSON.stringify(
      safeDetail({ deep, text: 'x'.repeat(10_000), list: Array(1_000).fill(1), odd: 'a\0b\ud800' }),
    );
    expect(told).not.toContain(SECRET);
    expect(told).not.toContain('\\u0000');
    expect(told.length).toBeLessThan(2_000);
  });
});
