import type { Drawing } from '@tandem/shared/image/schema';
import type { Model } from '@tandem/shared/provider/schema';
import { lazyPart } from '../../ui/page/lazy-part.tsx';
import classes from './AnswerTools.module.css';
import { useModelChoice } from './choice.ts';
import { useDrawingChoice } from './drawing.ts';
import { ModelPicker } from './ModelPicker.tsx';
import { WorkspaceToggle } from './WorkspaceToggle.tsx';
import { useWorkspaceChoice } from './workspace-choice.ts';

const menu = lazyPart('drawing-menu', () => import('./DrawingMenu.tsx'));

/** With what the next answer is made in one place. */
export interface AnswerChoice {
  /** One of the available models; null: the assistant's own. */
  modelId: string | null;
  choose(modelId: string | null): void;
  /** The chosen model, if it draws. */
  drawer: Model | undefined;
  /** The image options. */
  drawing: Drawing;
  chooseDrawing(drawing: Drawing): void;
  /** Whether the answer may search the documents and messages of the workspace. */
  workspace: boolean;
  chooseWorkspace(on: boolean): void;
}

export function useAnswerChoice(place: string, models: readonly Model[]): AnswerChoice {
  const [choice, choose] = useModelChoice(place);
  const [drawing, chooseDrawing] = useDrawingChoice(place);
  const [workspace, chooseWorkspace] = useWorkspaceChoice(place);
  const model = models.find(({ id }) => id === choice);
  return {
    modelId: model?.id ?? null,
    choose,
    drawer: model?.kind === 'image' ? model : undefined,
    drawing,
    chooseDrawing,
    workspace: workspace && model?.kind !== 'image',
    chooseWorkspace,
  };
}

interface AnswerToolsProps {
  choice: AnswerChoice;
  models: readonly Model[];
  /** The assistant's own model, if it has one. */
  defaultId: string | null;
  /** Makes a model the assistant's own for everyone; absent: this person may not. */
  onForEveryone?: ((modelId: string) => void) | undefined;
}

/** Chooses what the next answer is made with, and where that draws, how. */
export function AnswerTools({ choice, models, defaultId, onForEveryone }: AnswerToolsProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the code of a menu that may be wanted next is fetched
    <span className={classes.tools} onPointerEnter={menu.preload} onFocus={menu.preload}>
      <ModelPicker
        models={models}
        value={choice.modelId}
        defaultId={defaultId}
        onChange={choice.choose}
        onForEveryone={onForEveryone}
      />
      {!choice.drawer && <WorkspaceToggle on={choice.workspace} onChange={choice.chooseWorkspace} />}
      {choice.drawer && <menu.Part value={choice.drawing} onChange={choice.chooseDrawing} />}
    </span>
  );
}
