import { useComponentsContext } from '@blocknote/react';
import type { Icon } from '@tabler/icons-react';

interface ToolbarButtonProps {
  label: string;
  icon: Icon;
  /** Its shortcut, by the names of keys on Apple's keyboards and on others. */
  keys?: { apple: string; other: string };
  onPress(): void;
}

/** One of our own among the tools that the editor shows at a selection. */
export function ToolbarButton({ label, icon: Picture, keys, onPress }: ToolbarButtonProps) {
  const Components = useComponentsContext();
  if (!Components) return null;
  const isApple = /Mac|iPhone|iPad/u.test(navigator.platform);
  return (
    <Components.FormattingToolbar.Button
      className="bn-button"
      label={label}
      mainTooltip={label}
      {...(keys && { secondaryTooltip: isApple ? keys.apple : keys.other })}
      icon={<Picture size={18} stroke={1.75} aria-hidden />}
      onClick={onPress}
    />
  );
}
