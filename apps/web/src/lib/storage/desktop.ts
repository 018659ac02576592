/** The API of the desktop shell; absent in an ordinary browser. */
export interface DesktopBridge {
  storage: {
    get(key: string): Promise<unknown>;
    set(key: string, value: unknown): Promise<void>;
    remove(key: string): Promise<void>;
  };
  /** Calls `listener` with each URL by which the operating system invoked the shell. */
  onProtocolInvoked(listener: (url: string) => void): void;
}

declare global {
  interface Window {
    desktop?: DesktopBridge;
  }
}

/** The desktop shell's bridge, or undefined in an ordinary browser. */
export function desktop(): DesktopBridge | undefined {
  return window.desktop;
}
