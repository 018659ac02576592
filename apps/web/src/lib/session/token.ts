import * as z from 'zod';

const sectionSchema = z.record(z.string(), z.unknown());
type TokenSection = z.output<typeof sectionSchema>;

/** The content of a token; its signature is not verified here. */
export interface DecodedToken {
  header: TokenSection;
  payload: TokenSection;
}

/** A token that does not have the form header.payload.signature. */
export class TokenFormatError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`Invalid token format: ${reason}`, { cause });
    this.name = 'TokenFormatError';
  }
}

/**
 * Reads header and payload of a token without verifying it.
 * @throws TokenFormatError unless it has exactly three parts, the first two base64url JSON objects in UTF-8
 */
export function decodeToken(token: string): DecodedToken {
  const parts = token.split('.');
  if (parts.length !== 3) throw new TokenFormatError(`expected 3 parts, found ${parts.length}`);
  const [header = '', payload = ''] = parts;
  return { header: decodeSection(header, 'header'), payload: decodeSection(payload, 'payload') };
}

function decodeSection(text: string, name: string): TokenSection {
  try {
    if (!/^[\w-]+$/.test(text)) throw new Error('characters outside base64url');
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return sectionSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (error) {
    throw new TokenFormatError(`the ${name} is not base64url JSON`, error);
  }
}
