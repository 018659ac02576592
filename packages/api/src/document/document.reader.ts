import { blocksOfText, type WrittenText } from './document.reading.ts';

process.once('message', (written: WrittenText) => {
  void blocksOfText(written).then(
    (blocks) => process.send?.(blocks),
    // Ending without an answer says that it could not be read.
    () => process.exit(1),
  );
});
