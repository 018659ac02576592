import i18n from 'i18next';

interface CodeBlockElements {
  dom: HTMLElement;
  pre: HTMLElement;
  code: HTMLElement;
}

interface DiagramSource {
  /** Toggles the source. */
  button: HTMLButtonElement;
  /** Sets whether there is a picture to show instead. */
  setDrawn(isDrawn: boolean): void;
  /** Sets whether the source can be edited. */
  setEditable(isEditable: boolean): void;
  end(): void;
}

/**
 * Hides the source of a diagram that has a picture, until somebody asks for it or their cursor enters it.
 * @param edit puts the cursor into it, where it can be edited
 */
export function hideSource({ dom, pre, code }: CodeBlockElements, edit: () => void): DiagramSource {
  let isDrawn = true;
  let isEditable = false;
  let isAsked = false;
  let isInside = false;
  const button = document.createElement('button');
  button.type = 'button';
  const update = () => {
    const isShown = !isDrawn || isAsked || isInside;
    pre.hidden = !isShown;
    const does = isShown ? 'hideSource' : isEditable ? 'editSource' : 'showSource';
    button.textContent = i18n.t(`document:block.${does}`);
    button.setAttribute('aria-expanded', String(isShown));
    // Without a picture the source stays visible.
    button.hidden = !isDrawn;
  };
  const onSelection = () => {
    const { anchorNode } = document.getSelection() ?? {};
    const wasInside = isInside;
    isInside = anchorNode != null && code.contains(anchorNode) && !dom.contains(document.activeElement);
    // A writer who leaves has finished.
    if (wasInside && !isInside) isAsked = false;
    if (wasInside !== isInside) update();
  };
  button.addEventListener('click', () => {
    const wasShown = !pre.hidden;
    isAsked = !wasShown;
    isInside = false;
    update();
    if (!wasShown) edit();
  });
  document.addEventListener('selectionchange', onSelection);
  update();
  return {
    button,
    setDrawn(drawn) {
      isDrawn = drawn;
      update();
    },
    setEditable(editable) {
      isEditable = editable;
      update();
    },
    end: () => document.removeEventListener('selectionchange', onSelection),
  };
}
