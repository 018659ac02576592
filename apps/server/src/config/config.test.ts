import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, checkout, readConfig, urlOf } from './config.ts';
import { renderExample } from './example.ts';
import { variables } from './variables.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'tandem-config-'));
  chmodSync(dataDir, 0o711);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env });

function mistakesOf(env: Record<string, string>): string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('configuration', () => {
  it('needs no configuration', () => {
    const { host, port, databaseUrl, settings } = readConfig({ DATA_DIR: dataDir, PORT: '', REDIS_URL: ' ' });
    expect({ host, port, databaseUrl }).toEqual({ host: '127.0.0.1', port: 3000, databaseUrl: null });
    expect(settings).toMatchObject({
      publicUrl: 'http://127.0.0.1:3000',
      loopbackOnly: true,
      redisUrl: null,
      oidc: [],
      trustProxy: false,
      logLevel: 'info',
    });
  });

  it('creates one secret key that only its owner may read, and keeps it', () => {
    const { secretKey } = read().settings;
    expect(secretKey.length).toBeGreaterThanOrEqual(32);
    expect(read().settings.secretKey).toBe(secretKey);
    expect(statSync(path.join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(read({ SECRET_KEY: 'k'.repeat(32) }).settings.secretKey).toBe('k'.repeat(32));
  });

  it.each([
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535, not "70000".'],
    ['PORT', '3e3', 'PORT must be a whole number from 0 to 65535, not "3e3".'],
    ['PUBLIC_URL', 'tandem.example.org', /^PUBLIC_URL must be a URL like/],
    ['PUBLIC_URL', 'https://tandem.example.org/app', /^PUBLIC_URL must be .* without a path/],
    ['DATABASE_URL', 'mysql://a:secret@b/c', /^DATABASE_URL must be a URL like postgres:[^\n]*\.$/],
    ['SECRET_KEY', 'short', 'SECRET_KEY must be at least 32 characters long.'],
    ['MAIL_FROM', 'nobody', /^MAIL_FROM must be an address/],
    ['TRUST_PROXY', 'maybe', /^TRUST_PROXY must be off, on/],
    ['TRUST_PROXY', '10.0.0.0/99', /^TRUST_PROXY must be off, on/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of/],
    ['S3_BUCKET', 'files', /^Files in an object storage also need S3_ENDPOINT and .*S3_SECRET_ACCESS_KEY\.$/],
    [
      'OIDC_ACME_ISSUER',
      'https://id.example.org',
      /OIDC_ACME also needs OIDC_ACME_CLIENT_ID and OIDC_ACME_CLIENT_SECRET/,
    ],
  ])('explains in one sentence what is wrong with %s=%s', (name, value, sentence) => {
    const found = mistakesOf({ [name]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(sentence);
    expect(found[0]).not.toContain('secret@');
  });

  it('requires object storage to be configured completely or not at all', () => {
    const whole = {
      S3_ENDPOINT: 'http://10.0.0.5:9000/',
      S3_BUCKET: 'tandem-files',
      S3_REGION: 'auto',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'hush',
    };
    expect(read().settings.s3).toBeNull();
    expect(read(whole).settings.s3).toEqual({
      endpoint: 'http://10.0.0.5:9000',
      bucket: 'tandem-files',
      region: 'auto',
      accessKeyId: 'id',
      secretAccessKey: 'hush',
    });
    expect(mistakesOf({ ...whole, S3_REGION: '' })).toEqual([
      'Files in an object storage also need S3_REGION.',
    ]);
    expect(mistakesOf({ ...whole, S3_BUCKET: 'No Bucket' })).toEqual([
      'S3_BUCKET must be the name of a bucket, like tandem-files, not "No Bucket".',
    ]);
  });

  it('reports all mistakes at once', () => {
    expect(mistakesOf({ PORT: 'x', LOG_LEVEL: 'y' })).toHaveLength(2);
  });

  it('reads every third-party sign-in provider', () => {
    const parts = (id: string) => ({
      [`OIDC_${id}_ISSUER`]: 'https://id.example.org',
      [`OIDC_${id}_CLIENT_ID`]: 'tandem',
      [`OIDC_${id}_CLIENT_SECRET`]: 'hush',
    });
    const { oidc } = read({ ...parts('ACME'), ...parts('BIG_CO'), OIDC_BIG_CO_NAME: 'Big & Co' }).settings;
    expect(oidc.map(({ id, name }) => [id, name])).toEqual([
      ['acme', 'ACME'],
      ['big-co', 'Big & Co'],
    ]);
    expect(mistakesOf({ ...parts('ACME'), OIDC_ACME_ISSUER: 'http://id.example.org' })[0]).toMatch(/https/);
    expect(read({ ...parts('ACME'), OIDC_ACME_ISSUER: 'http://127.0.0.1:9/' }).settings.oidc).toHaveLength(1);
  });

  it('understands proxies, lists and trailing slashes', () => {
    expect(read({ TRUST_PROXY: 'on' }).settings.trustProxy).toBe(1);
    expect(read({ TRUST_PROXY: '0' }).settings.trustProxy).toBe(false);
    expect(read({ TRUST_PROXY: '2' }).settings.trustProxy).toBe(2);
    expect(read({ TRUST_PROXY: '10.0.0.0/8, loopback' }).settings.trustProxy).toBe('10.0.0.0/8,loopback');
    expect(read({ PROVIDER_PRIVATE_HOSTS: 'a.internal, [::1]:80,' }).settings.providerPrivateHosts).toEqual([
      'a.internal',
      '[::1]:80',
    ]);
    expect(read({ WEB_DOMAIN: 'https://hub.example.org/' }).settings.webDomain).toBe(
      'https://hub.example.org',
    );
  });

  it('derives the public address', () => {
    expect(urlOf('0.0.0.0', 80)).toBe('http://localhost');
    expect(urlOf('::1', 3000)).toBe('http://[::1]:3000');
    expect(read({ HOST: '0.0.0.0' }).settings.loopbackOnly).toBe(false);
  });

  it('matches .env.example', () => {
    const file = readFileSync(path.join(checkout, '.env.example'), 'utf8');
    // Renew it with: node apps/server/src/config/example.ts > .env.example
    expect(file).toBe(renderExample());
    for (const name of Object.keys(variables)) expect(file).toContain(`\n# ${name}=`);
  });
});
