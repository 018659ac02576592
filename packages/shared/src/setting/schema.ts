import * as z from 'zod';

/** Maximum upload size operators may allow. */
export const MOST_UPLOAD_MEGABYTES = 200;
/** Maximum concurrent answers per person operators may allow. */
export const MOST_TURNS_PER_PERSON = 200;

/** An address with an optional name before it, as mail has it. */
export const mailFromSchema = z
  .string()
  .trim()
  .max(320)
  .regex(/^([^<>\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u);

/**
 * A mail server. Anything after host and port would be an option of the mail library, such as a program to
 * run, and is refused.
 */
export const smtpUrlSchema = z
  .string()
  .trim()
  .max(1_000)
  .regex(/^smtps?:\/\/[^\s/?#]+\/?$/i)
  .refine((url) => {
    const parsed = URL.parse(url);
    return parsed !== null && parsed.hostname !== '' && parsed.search === '' && parsed.hash === '';
  });

/** An origin, or "" for none. */
export const webDomainSchema = z.union([
  z.literal(''),
  z
    .string()
    .trim()
    .max(300)
    .transform((value) => value.replace(/\/+$/, ''))
    .refine((value) => {
      const url = URL.parse(value);
      return url !== null && /^https?:$/.test(url.protocol) && url.origin === value.toLowerCase();
    })
    .transform((value) => value.toLowerCase()),
]);

/** Settings of the installation that operators may change, with their types. */
export const settingSchemas = {
  /** Whether sign-in by mailed codes is enabled. */
  emailCodes: z.boolean(),
  /** Ids of the third parties that the environment names and that are switched off. */
  disabledProviders: z.array(z.string().min(1).max(100)).max(100),
  smtpUrl: smtpUrlSchema,
  mailFrom: mailFromSchema,
  webDomain: webDomainSchema,
  uploadMegabytes: z.int().min(1).max(MOST_UPLOAD_MEGABYTES),
  /** Maximum concurrent answers of one person. */
  turnsPerPerson: z.int().min(1).max(MOST_TURNS_PER_PERSON),
} as const;
export type SettingName = keyof typeof settingSchemas;
export const settingNames = Object.keys(settingSchemas) as SettingName[];

/** Changes of settings; null removes the stored value, so that the default applies. */
export const updateSettingSchema = z.strictObject({
  emailCodes: settingSchemas.emailCodes.nullish(),
  disabledProviders: settingSchemas.disabledProviders.nullish(),
  smtpUrl: settingSchemas.smtpUrl.nullish(),
  mailFrom: settingSchemas.mailFrom.nullish(),
  webDomain: settingSchemas.webDomain.nullish(),
  uploadMegabytes: settingSchemas.uploadMegabytes.nullish(),
  turnsPerPerson: settingSchemas.turnsPerPerson.nullish(),
});
export type UpdateSetting = z.output<typeof updateSettingSchema>;

/** The source of a value: the environment, which wins, an operator, or the default. */
export type SettingSource = 'environment' | 'database' | 'default';

/** A value with its source. */
export interface Setting<T> {
  value: T;
  source: SettingSource;
  /** The variable that decides it, or would. */
  variable: string;
}

/** The installation's settings as operators see them. */
export interface InstallationSetting {
  emailCodes: Setting<boolean>;
  /** Third-party sign-in providers. */
  providers: { id: string; name: string; issuer: string; enabled: boolean }[];
  /** Mail server, without user and password. Null for the server's output. */
  smtpUrl: Setting<string | null>;
  mailFrom: Setting<string>;
  webDomain: Setting<string>;
  uploadMegabytes: Setting<number>;
  turnsPerPerson: Setting<number>;
  storage: {
    kind: 'disk' | 's3';
    /** A folder, or the address of a bucket. */
    place: string;
    files: number;
    /** Bytes of distinct content. */
    used: number;
    /** Bytes; null if unknown. */
    free: number | null;
  };
}
