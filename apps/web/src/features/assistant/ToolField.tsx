import { Checkbox } from '@mantine/core';
import { MAX_TOOLS } from '@tandem/shared/assistant/schema';
import { useTranslation } from 'react-i18next';
import { useTools } from '../../entities/assistant/queries.ts';
import { keyOf, wordsOf } from '../../entities/message/parts/tool.ts';
import { say } from '../../lib/errors.ts';
import classes from './AssistantFields.module.css';

interface ToolFieldProps {
  value: readonly string[];
  onChange(tools: string[]): void;
}

/** The tools it may use: built-in ones, and those of servers that administrators allowed. */
export function ToolField({ value, onChange }: ToolFieldProps) {
  const { t } = useTranslation('assistant');
  const { data: tools = [] } = useTools();
  const groups = [...Map.groupBy(tools, ({ source }) => source)];
  const known = new Set(tools.map(({ id }) => id));
  const gone = tools.length > 0 ? value.filter((id) => !known.has(id)) : [];
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...value, id].slice(0, MAX_TOOLS) : value.filter((each) => each !== id));
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('field.tools')}</legend>
      <p className={classes.note}>{t('field.toolsNote')}</p>
      <div className={classes.tools}>
        {groups.map(([source, list]) => (
          <div key={source} style={{ display: 'contents' }}>
            {source !== '' && <p className={classes.source}>{source}</p>}
            {list.map(({ id, name, description, needsApproval }) => (
              <Checkbox
                key={id}
                checked={value.includes(id)}
                onChange={(event) => toggle(id, event.currentTarget.checked)}
                label={source === '' ? say(`chat:tool.${keyOf(name)}`, wordsOf(name)) : name}
                description={
                  source === ''
                    ? say(`assistant:tool.${keyOf(name)}`, description)
                    : toolWords(description, needsApproval && t('field.asksFirst'))
                }
              />
            ))}
          </div>
        ))}
        {gone.map((id) => (
          <Checkbox
            key={id}
            checked
            onChange={() => toggle(id, false)}
            label={t('field.toolGone')}
            description={t('field.toolGoneNote')}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Longest description that is shown of a tool of others, in characters. */
const MAX_WORDS = 160;

function toolWords(description: string, note: string | false): string {
  const words = [...description];
  const short = words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS - 1).join('')}…` : description;
  return [short, note].filter(Boolean).join(' · ');
}
