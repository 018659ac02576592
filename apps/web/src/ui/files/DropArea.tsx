import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './DropArea.module.css';

interface DropAreaProps {
  /** Said while files are held over it. */
  label: string;
  disabled?: boolean;
  className?: string | undefined;
  /** `transfer` tells folders apart, but only while this runs. */
  onFiles(files: File[], transfer: DataTransfer): void;
  children: ReactNode;
}

const carriesFiles = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Accepts files dropped anywhere on it. Outside it they do nothing: the browser would navigate to the file.
 */
export function DropArea({ label, disabled = false, className, onFiles, children }: DropAreaProps) {
  const [over, setOver] = useState(false);
  // Entering a child comes before leaving its parent.
  const depth = useRef(0);

  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !carriesFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);

  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  const when = (run: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!disabled && carriesFiles(event)) run(event);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are also chosen by a button, and pasted
    <div
      className={`${classes.area} ${className ?? ''}`}
      onDragEnter={when(() => {
        depth.current += 1;
        setOver(true);
      })}
      onDragLeave={when(() => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      })}
      onDragOver={when((event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      })}
      onDrop={when((event) => {
        event.preventDefault();
        leave();
        onFiles([...event.dataTransfer.files], event.dataTransfer);
      })}
    >
      {children}
      {over && (
        <div className={classes.overlay} role="status">
          <span className={classes.label}>
            <IconUpload size={18} stroke={1.75} aria-hidden />
            {label}
          </span>
        </div>
      )}
    </div>
  );
}
