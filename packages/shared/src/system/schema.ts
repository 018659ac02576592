import type { CodeDelivery } from '../session/schema.ts';

/** Settings needed by a browser before sign-in; none is secret. */
export interface SystemSetting {
  webDomain: string;
  mailDelivery: CodeDelivery;
  /** Whether sign-in by codes is enabled; otherwise only third parties. */
  emailCodes: boolean;
  /** Largest file that can be uploaded. */
  uploadMegabytes: number;
  /** `first`: no account exists yet, the next one owns the installation. */
  registration: 'first' | 'invitation' | 'open';
  setupCodeRequired: boolean;
  version: string;
}
