import * as z from 'zod';
import { fileIdOf } from '../file/schema.ts';

/** Background colours of avatars, by name; the theme defines them. */
export const avatarColours = ['teal', 'blue', 'violet', 'rose', 'amber', 'green', 'slate'] as const;
export type AvatarColour = (typeof avatarColours)[number];

/** An assistant's avatar: a picture, or an emoji on a colour; without either, the default mark. */
export type AvatarView =
  | { kind: 'picture'; url: string }
  | { kind: 'sign'; emoji: string; colour: AvatarColour | null };

const SIGN = new RegExp(`^(?:(${avatarColours.join('|')}):)?(\\p{RGI_Emoji})?$`, 'v');

/** Reads a stored portrait: a path, an emoji, or a colour and perhaps an emoji (`teal:🦊`, `teal:`). */
export function readAvatar(avatar: string): AvatarView {
  if (/^(https?:|\/|data:image\/)/.test(avatar)) return { kind: 'picture', url: avatar };
  const match = SIGN.exec(avatar);
  if (!match) return { kind: 'sign', emoji: avatar, colour: null };
  return { kind: 'sign', emoji: match[2] ?? '', colour: (match[1] as AvatarColour | undefined) ?? null };
}

/** Serialises what `readAvatar` parses. */
export function writeSign({ emoji, colour }: { emoji: string; colour: AvatarColour | null }): string {
  return colour === null ? emoji : `${colour}:${emoji}`;
}

/**
 * A chosen avatar: an emoji, an uploaded picture by its id or path, or "" for none. Never an external
 * address.
 */
export const assistantAvatarSchema = z.union([
  z
    .string()
    .max(40)
    .refine((text) => SIGN.test(text)),
  z.uuid(),
  z.string().refine((path) => fileIdOf(path) !== null),
]);
