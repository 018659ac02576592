/**
 * Completes what the library's menus of suggestions tell to ears: the list gets a name and a place for the keyboard,
 * and the text stays a text, which cannot be expanded.
 * @returns ends that
 */
export function nameMenus(editor: Element, name: string): () => void {
  const tell = () => {
    editor.removeAttribute('aria-expanded');
    for (const menu of document.querySelectorAll('.bn-suggestion-menu, .bn-grid-suggestion-menu')) {
      menu.setAttribute('aria-label', name);
      menu.setAttribute('tabindex', '0');
    }
  };
  const watcher = new MutationObserver(() => {
    if (!editor.hasAttribute('aria-expanded')) return;
    editor.removeAttribute('aria-expanded');
    requestAnimationFrame(tell);
  });
  watcher.observe(editor, { attributes: true, attributeFilter: ['aria-expanded', 'aria-activedescendant'] });
  return () => watcher.disconnect();
}
