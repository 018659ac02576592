/**
 * Copies text; works without a secure context too, where the clipboard API is missing.
 * @returns whether it worked
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch (error) {
    console.error('The clipboard refused', error);
  }
  return copyBySelection(text);
}

/**
 * Copies a picture, with text for where a picture cannot be pasted; the text alone where browsers copy no pictures.
 * @returns whether it worked
 */
export async function copyPicture(picture: Promise<Blob>, text: string): Promise<boolean> {
  try {
    const words = new Blob([text], { type: 'text/plain' });
    // The browser waits for the picture itself: after waiting here, it would no longer count as pressed.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture, 'text/plain': words })]);
    return true;
  } catch (error) {
    console.error('The clipboard refused a picture', error);
    return copyText(text);
  }
}

/** The way from before the clipboard API: select it in a field and let the browser copy. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
