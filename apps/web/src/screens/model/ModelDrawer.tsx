import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { FREE, isFree } from '@tandem/shared/provider/price';
import { modelKinds, type ProviderModel } from '@tandem/shared/provider/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dollarText, priceOf } from '../../entities/model/price.ts';
import { api } from '../../lib/trpc.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import form from './ModelForm.module.css';
import classes from './ProviderScreen.module.css';

const chevron = <IconChevronDown size={14} stroke={1.75} aria-hidden />;
const abilityNames = ['tools', 'vision', 'reasoning'] as const;

interface ModelDrawerProps {
  model: ProviderModel;
  onClose(): void;
  onSaved(model: ProviderModel): void;
}

/** Edits the facts of a model; from then on its provider's list does not overwrite them. */
export function ModelDrawer({ model, onClose, onSaved }: ModelDrawerProps) {
  const { t } = useTranslation('model');
  // A free model has no prices to edit.
  const priceText = (price: number | null) => (isFree(model) ? '' : dollarText(price));
  const [name, setName] = useState(model.name);
  const [kind, setKind] = useState(model.kind);
  const [abilities, setAbilities] = useState(model.abilities);
  const [contextWindow, setContextWindow] = useState<string | number>(model.contextWindow);
  const [input, setInput] = useState(priceText(model.inputPrice));
  const [output, setOutput] = useState(priceText(model.outputPrice));
  const [image, setImage] = useState(priceText(model.imagePrice));
  const [free, setFree] = useState(isFree(model));
  const inputPrice = priceOf(input);
  const outputPrice = priceOf(output);
  const imagePrice = priceOf(image);
  const windowFits = typeof contextWindow === 'number' && contextWindow >= 256 && contextWindow <= 10_000_000;
  const isValid =
    name.trim() !== '' && windowFits && (free || ![inputPrice, outputPrice, imagePrice].includes(undefined));

  async function save() {
    if (typeof contextWindow !== 'number') return;
    const prices = free ? FREE : { inputPrice, outputPrice, imagePrice };
    const said = { name, kind, abilities, contextWindow, ...prices };
    onSaved(await api.model.update.mutate({ modelRowId: model.id, ...said }, { context: { silent: true } }));
  }

  const price = (label: string, text: string, set: (text: string) => void) => (
    <TextInput
      label={label}
      placeholder={t('price.none')}
      leftSection="$"
      inputMode="decimal"
      value={text}
      maxLength={20}
      error={priceOf(text) === undefined && t('price.odd')}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
  return (
    <FormDialog
      beside
      title={t('model.editTitle')}
      submit={t('save')}
      valid={isValid}
      onClose={onClose}
      onSubmit={save}
    >
      <TextInput
        label={t('model.name')}
        description={model.modelId}
        value={name}
        maxLength={80}
        data-autofocus
        error={name.trim() === '' && t('field.nameNeeded')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('model.kind')}
        rightSection={chevron}
        value={kind}
        data={modelKinds.map((value) => ({ value, label: t(`modelKind.${value}`) }))}
        onChange={(event) => setKind(modelKinds.find((value) => value === event.currentTarget.value) ?? kind)}
      />
      {kind === 'chat' && (
        <fieldset className={form.group}>
          <legend>{t('model.abilities')}</legend>
          {abilityNames.map((ability) => (
            <Checkbox
              key={ability}
              label={t(`ability.${ability}`)}
              checked={abilities[ability]}
              onChange={(event) => setAbilities({ ...abilities, [ability]: event.currentTarget.checked })}
            />
          ))}
        </fieldset>
      )}
      <NumberInput
        label={t('model.window')}
        description={t('model.windowWords')}
        value={contextWindow}
        thousandSeparator=","
        allowDecimal={false}
        allowNegative={false}
        hideControls
        error={!windowFits && t('model.windowOdd')}
        onChange={setContextWindow}
      />
      <fieldset className={form.group}>
        <legend>{t('price.title')}</legend>
        <p className={classes.hint}>{t('price.words')}</p>
        <Checkbox
          label={t('price.markFree')}
          checked={free}
          onChange={(event) => setFree(event.currentTarget.checked)}
        />
        {!free && (
          <>
            <div className={form.pair}>
              {price(t('price.input'), input, setInput)}
              {price(t('price.output'), output, setOutput)}
            </div>
            {kind === 'image' && price(t('price.perImage'), image, setImage)}
          </>
        )}
      </fieldset>
    </FormDialog>
  );
}
