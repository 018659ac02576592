import type { CodeDelivery } from '../session/schema.ts';

/** What a browser must know before anyone signs in; nothing here is secret. */
export interface SystemSetting {
  webDomain: string;
  mailDelivery: CodeDelivery;
  /** Whether people sign in by codes; if not, only third parties take them in. */
  emailCodes: boolean;
  /** Largest file that can be uploaded. */
  uploadMegabytes: number;
  /** `first`: no account exists yet, the next one owns the installation. */
  registration: 'first' | 'invitation' | 'open';
  setupCodeRequired: boolean;
  version: string;
}
