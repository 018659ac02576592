/**
 * The environment's settings, read, validated and defaulted by the server's `config/`. The domain receives
 * this plain object and never reads `process.env`.
 */
export interface Settings {
  /** Origin under which people reach the installation, without a trailing slash. */
  publicUrl: string;
  /** True when the server listens on a loopback address only. */
  loopbackOnly: boolean;
  /** Absolute path; embedded database, files, generated secrets. */
  dataDir: string;
  /** Signs sessions, derives the key that encrypts provider keys. At least 32 characters. */
  secretKey: string;
  /** Set when several servers share work through Redis; otherwise NOTIFY or one process. */
  redisUrl: string | null;
  /** Where file content is stored; null for `dataDir`. */
  s3: S3Settings | null;
  mail: { smtpUrl: string | null; from: string };
  oidc: OidcSettings[];
  /** Values that the environment decides, so that operators cannot. */
  fixed?: FixedValues;
  /** Providers made on the first start. */
  providers: {
    openaiApiKey: string | null;
    openaiBaseUrl: string | null;
    anthropicApiKey: string | null;
    googleApiKey: string | null;
    ollamaUrl: string | null;
  };
  /**
   * Private host names or addresses (optionally with a port) that the guarded fetch may reach for providers.
   */
  providerPrivateHosts: string[];
  /** Private hosts for MCP servers, in the same form; separate from those of providers. */
  toolPrivateHosts: string[];
  /** `systemSetting.webDomain`; empty string when unset. */
  webDomain: string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Number of proxies before the server, or their addresses; false ignores forwarded headers. */
  trustProxy: false | string | number;
  /** Megabytes that the files of an agent's channel may have with all earlier states; 5,120 when unset. */
  agentMegabytes?: number;
  /** Days for which the files of an agent's channel can be restored; 365 when unset. */
  agentDays?: number;
}

/** Settings that operators could otherwise change while the server runs. */
export interface FixedValues {
  emailCodes?: boolean;
  smtpUrl?: string;
  mailFrom?: string;
  webDomain?: string;
  uploadMegabytes?: number;
  turnsPerPerson?: number;
}

/** An object storage that speaks the protocol of Amazon S3. */
export interface S3Settings {
  /** Without a trailing slash; the path continues with the bucket's name. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A third-party sign-in provider, from `OIDC_<ID>_*`. */
export interface OidcSettings {
  /** Lower-case `<ID>`, used in paths. */
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}
