import type { S3Settings } from '@tandem/api/core/settings';
import type { Values } from './variables.ts';

const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/**
 * Returns the object storage, if configured; an incomplete one is an error, since files would be in two
 * places.
 */
export function chooseS3(
  values: Pick<Values, (typeof names)[number]>,
  mistakes: string[],
): S3Settings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (S3_ENDPOINT && S3_BUCKET && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)
    return {
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: S3_REGION,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    };
  const missing = names.filter((name) => values[name] === null);
  // An invalid value has been reported already.
  const spoilt = (name: string) => mistakes.some((mistake) => mistake.startsWith(`${name} must`));
  const lacking = missing.filter((name) => !spoilt(name));
  const given = names.length - lacking.length;
  if (given > 0 && lacking.length > 0)
    mistakes.push(`Files in an object storage also need ${lacking.join(' and ')}.`);
  return null;
}
