import {
  IconBrandApple,
  IconBrandGithub,
  IconBrandGitlab,
  IconBrandGoogle,
  IconBrandLinkedin,
  IconBrandSlack,
  IconBrandWindows,
  IconKey,
} from '@tabler/icons-react';

const icons: Record<string, typeof IconKey> = {
  apple: IconBrandApple,
  github: IconBrandGithub,
  gitlab: IconBrandGitlab,
  google: IconBrandGoogle,
  linkedin: IconBrandLinkedin,
  microsoft: IconBrandWindows,
  slack: IconBrandSlack,
};

/** The picture of a third party, by the name that the server gives it; a key for any other. */
export function ProviderIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? IconKey;
  return <Icon size={18} stroke={1.75} aria-hidden />;
}
