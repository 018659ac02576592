import * as z from 'zod';
import { fileIdOf } from '../file/schema.ts';

/** Grounds of a drawn portrait, by name; the theme says what they look like. */
export const avatarColours = ['teal', 'blue', 'violet', 'rose', 'amber', 'green', 'slate'] as const;
export type AvatarColour = (typeof avatarColours)[number];

/** How an assistant is shown: by a picture, or by a sign on a colour; neither is the plain mark of assistants. */
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

/** Writes what `readAvatar` reads. */
export function writeSign({ emoji, colour }: { emoji: string; colour: AvatarColour | null }): string {
  return colour === null ? emoji : `${colour}:${emoji}`;
}

/** A portrait as it is chosen: a sign, an uploaded picture by its id or path, or "" for none. Never an address elsewhere. */
export const assistantAvatarSchema = z.union([
  z
    .string()
    .max(40)
    .refine((text) => SIGN.test(text)),
  z.uuid(),
  z.string().refine((path) => fileIdOf(path) !== null),
]);
