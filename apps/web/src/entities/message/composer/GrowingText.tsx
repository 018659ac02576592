import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import classes from './GrowingText.module.css';

const sizesItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

interface GrowingTextProps
  extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'onKeyDown' | 'ref'> {
  value: string;
  onChange(value: string): void;
  /**
   * Called before all other handlers, for the popup over the field.
   * @returns whether it handled the key
   */
  onKeyFirst?(event: React.KeyboardEvent<HTMLTextAreaElement>): boolean;
  /** Enter without Shift, outside an input method's composition. */
  onEnter?(event: React.KeyboardEvent<HTMLTextAreaElement>): void;
  onEscape?(event: React.KeyboardEvent<HTMLTextAreaElement>): void;
  /** Every other key. */
  onKey?(event: React.KeyboardEvent<HTMLTextAreaElement>): void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text field that grows with its content, up to its maximum height. */
export function GrowingText({
  value,
  onChange,
  onKeyFirst,
  onEnter,
  onEscape,
  onKey,
  className = '',
  autoFocus = false,
  ref,
  ...rest
}: GrowingTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current;
    if (sizesItself || !element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [value]);

  useLayoutEffect(() => {
    const element = field.current;
    if (!autoFocus || !element) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
  }, [autoFocus]);

  return (
    <textarea
      ref={field}
      rows={1}
      {...rest}
      className={`${classes.text} ${className}`}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        // While an input method composes, its keys choose and confirm candidates; 229 is how older Safari says so.
        if (event.nativeEvent.isComposing || event.keyCode === 229) return;
        if (onKeyFirst?.(event)) return;
        if (event.key === 'Enter' && !event.shiftKey && onEnter) {
          event.preventDefault();
          onEnter(event);
        } else if (event.key === 'Escape' && onEscape) {
          event.preventDefault();
          onEscape(event);
        } else onKey?.(event);
      }}
    />
  );
}
