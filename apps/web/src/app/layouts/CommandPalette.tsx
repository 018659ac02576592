import Palette from '../../features/search/Palette.tsx';
import { useCommands } from './commands.ts';

/** The palette with what can be done from anywhere. */
export default function CommandPalette() {
  return <Palette commands={useCommands()} />;
}
