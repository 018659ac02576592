/** How long a mention is on the screen before it counts as seen, in milliseconds: what scrolls past is not read. */
const SEEN_MS = 1_000;

/**
 * Watches the mentions of a person within an element, those that come later included.
 * @param onSeen told of a block once a mention in it was on the screen for a moment, in a window that was in view
 * @returns ends that
 */
export function watchMentions(
  root: HTMLElement,
  userId: number,
  onSeen: (blockId: string) => void,
): () => void {
  const chosen = `[data-mention=user][data-id="${userId}"]`;
  const watched = new Map<Element, ReturnType<typeof setTimeout> | undefined>();
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(watched.get(target));
      watched.set(target, isIntersecting ? setTimeout(() => tell(target), SEEN_MS) : undefined);
    }
  });
  const look = () => {
    const now = new Set(root.querySelectorAll(chosen));
    for (const [mention, timer] of watched) {
      if (now.has(mention)) continue;
      clearTimeout(timer);
      seen.unobserve(mention);
      watched.delete(mention);
    }
    for (const mention of now) {
      if (watched.has(mention)) continue;
      watched.set(mention, undefined);
      seen.observe(mention);
    }
  };
  const again = () => {
    // Observing again reports the elements that are on the screen now.
    for (const mention of watched.keys()) {
      seen.unobserve(mention);
      seen.observe(mention);
    }
  };
  const tell = (mention: Element) => {
    const blockId = mention.closest('.bn-block[data-id]')?.getAttribute('data-id');
    if (blockId && document.visibilityState === 'visible') onSeen(blockId);
  };
  look();
  const changes = new MutationObserver(look);
  changes.observe(root, { childList: true, subtree: true });
  document.addEventListener('visibilitychange', again);
  return () => {
    changes.disconnect();
    seen.disconnect();
    document.removeEventListener('visibilitychange', again);
    for (const timer of watched.values()) clearTimeout(timer);
  };
}
