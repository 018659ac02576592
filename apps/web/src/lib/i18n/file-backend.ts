import type { ReadCallback } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { bundledEnglish } from './english.ts';

/** Options for reading language files; the backoff doubles with each retry. */
export const readingOptions = { maxParallelReads: 10, maxRetries: 5, retryTimeout: 350 };

/**
 * Reads language files over HTTP. A file that stays unreadable counts as read but empty, so that English
 * replaces it and no screen starts the retries again; English itself then comes from the bundle.
 */
export class FileBackend extends HttpBackend {
  private readonly failures = new Map<string, number>();

  override read(language: string, namespace: string, callback: ReadCallback): void {
    const file = `${language}/${namespace}`;
    super.read(language, namespace, (error, data) => {
      if (!error) return callback(null, data);
      const failures = (this.failures.get(file) ?? 0) + 1;
      this.failures.set(file, failures);
      // With an error `data` says whether another try may help.
      if (data && failures <= readingOptions.maxRetries) return callback(error, data);
      void standInFor(language, namespace).then((sentences) => callback(null, sentences));
    });
  }
}

async function standInFor(language: string, namespace: string): Promise<Record<string, unknown>> {
  return (language === 'en' && (await bundledEnglish(namespace))) || {};
}
