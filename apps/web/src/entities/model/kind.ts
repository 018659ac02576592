import {
  type Icon,
  IconBox,
  IconBrandGoogle,
  IconBrandOpenai,
  IconPlugConnected,
  IconServer,
  IconSparkles,
} from '@tabler/icons-react';
import type { ProviderKind } from '@tandem/shared/provider/schema';

/** The icon of each kind of provider. */
export const kindIcons: Record<ProviderKind, Icon> = {
  openai: IconBrandOpenai,
  'openai-compatible': IconPlugConnected,
  anthropic: IconSparkles,
  google: IconBrandGoogle,
  ollama: IconServer,
  offline: IconBox,
};

/** The host of an address, for reading; the text itself when it is none. */
export function hostIn(address: string): string {
  return URL.parse(address)?.host ?? address;
}

/** Whether a key that was saved for one address may be used at another, as the server judges it. */
export function sharesHost(address: string, other: string): boolean {
  return URL.parse(address)?.origin === URL.parse(other)?.origin;
}
