import { useState } from "react";
import type { OptionsProps } from "../game_ui/game_ui";
import { defaultOf, resolve, type Schema } from "../game_ui/options_schema";
import { Button, Checkbox, Field, Note } from "../ui/controls";
import { useTranslate, type Translate } from "../words/messages";
import styles from "./generic.module.css";
import { isRecord, useLabel } from "./labels";
import { useOptionsCheck } from "./use_options_check";
import { genericWords, type GenericWords } from "./words";

/** The option that the choice of seats sets. */
const SEATS_OPTION = "players";

/** A form for the options of any game, made from their JSON Schema. */
export default function GenericOptionsForm({ game, options, seats, change }: OptionsProps) {
  const t = useTranslate(genericWords);
  const label = useLabel(game.id);
  const root: Schema = game.options;
  const { properties = {} } = resolve(root, root);
  const hasSeatsOption = game.seats.length > 1;
  const { problems, isChecking } = useOptionsCheck(
    game.id,
    hasSeatsOption ? { ...options, [SEATS_OPTION]: seats } : options,
  );
  const names = Object.keys(properties).filter((name) => !(hasSeatsOption && name === SEATS_OPTION));
  if (names.length === 0) return <p className={styles.soft}>{t("noOptions")}</p>;
  return (
    <div className={styles.form} aria-busy={isChecking}>
      {names.map((name) => (
        <Option
          key={name}
          name={label(name)}
          schema={properties[name]!}
          value={options[name] === undefined ? defaultOf(properties[name]!, root) : options[name]}
          change={(value) => change({ ...options, [name]: value })}
          context={{ root, label, t }}
        />
      ))}
      {problems !== null && problems.length > 0 && (
        <Note kind="warn">
          <ul className={styles.problems}>
            {problems.map(({ where, message }) => (
              <li key={`${where} ${message}`}>
                {where ? t("field", { name: label(where), value: message }) : message}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  );
}

interface OptionContext {
  root: Schema;
  label: (id: string) => string;
  t: Translate<keyof GenericWords>;
}

interface OptionInputProps {
  name: string;
  schema: Schema;
  value: unknown;
  change: (value: unknown) => void;
  context: OptionContext;
}

/** The input for one option, chosen by its schema. */
function Option(props: OptionInputProps) {
  const { name, value, change, context } = props;
  const { root, label, t } = context;
  const schema = resolve(props.schema, root);
  if (schema.anyOf) {
    const variants = schema.anyOf.map((variant) => resolve(variant, root));
    const values = variants.filter(({ type }) => type !== "null");
    // Several kinds of values have no form.
    if (values.length !== 1) return <JsonOption {...props} />;
    if (values[0]!.enum) return <ChoiceOption {...props} values={[null, ...values[0]!.enum]} />;
    return (
      <div className={styles.form}>
        <Checkbox
          label={name}
          checked={value !== null}
          onChange={(event) => change(event.target.checked ? valueWithin(values[0]!, root) : null)}
        />
        {value !== null && <Option {...props} schema={values[0]!} />}
      </div>
    );
  }
  if (schema.enum) return <ChoiceOption {...props} values={schema.enum} />;
  switch (schema.type) {
    case "boolean":
      return (
        <Checkbox label={name} checked={value === true} onChange={(event) => change(event.target.checked)} />
      );
    case "integer":
    case "number":
      return (
        <Field label={name}>
          <input
            type="number"
            step={schema.type === "integer" ? 1 : "any"}
            min={schema.minimum ?? schema.exclusiveMinimum}
            max={schema.maximum ?? schema.exclusiveMaximum}
            value={typeof value === "number" ? value : ""}
            onChange={(event) =>
              change(Number.isNaN(event.target.valueAsNumber) ? null : event.target.valueAsNumber)
            }
          />
        </Field>
      );
    case "string":
      return (
        <Field label={name}>
          <input
            value={typeof value === "string" ? value : ""}
            maxLength={schema.maxLength}
            onChange={(event) => change(event.target.value)}
          />
        </Field>
      );
    case "array":
      return <ListOption {...props} schema={schema} />;
    case "object": {
      if (!schema.properties) return <JsonOption {...props} />;
      const record = isRecord(value) ? value : {};
      return (
        <fieldset>
          <legend>{name}</legend>
          {Object.entries(schema.properties).map(([inner, innerSchema]) => (
            <Option
              key={inner}
              name={label(inner)}
              schema={innerSchema}
              value={record[inner] === undefined ? defaultOf(innerSchema, root) : record[inner]}
              change={(next) => change({ ...record, [inner]: next })}
              context={context}
            />
          ))}
        </fieldset>
      );
    }
    case "null":
      return <p>{t("field", { name, value: t("notSet") })}</p>;
    default:
      return <JsonOption {...props} />;
  }
}

/** A value for an optional option that is switched on. */
const valueWithin = (schema: Schema, root: Schema): unknown => {
  const { default: _default, ...rest } = schema;
  return defaultOf(rest, root);
};

function ChoiceOption({
  name,
  value,
  values,
  change,
  context: { label, t },
}: OptionInputProps & { values: readonly unknown[] }) {
  const text = (choice: unknown) =>
    choice === null ? t("notSet") : typeof choice === "string" ? label(choice) : JSON.stringify(choice);
  return (
    <Field label={name}>
      <select
        value={values.findIndex((choice) => choice === value)}
        onChange={(event) => change(values[Number(event.target.value)])}
      >
        {values.map((choice, index) => (
          <option key={index} value={index}>
            {text(choice)}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A list: checkboxes if its items are choices, otherwise one input for each item. */
function ListOption({ name, schema, value, change, context }: OptionInputProps) {
  const { root, label, t } = context;
  const list: unknown[] = Array.isArray(value) ? value : [];
  const items = schema.items ? resolve(schema.items, root) : {};
  if (items.enum && schema.minItems === undefined) {
    const choices = items.enum;
    return (
      <fieldset>
        <legend>{name}</legend>
        {choices.map((choice) => (
          <Checkbox
            key={String(choice)}
            label={label(String(choice))}
            checked={list.includes(choice)}
            onChange={(event) =>
              change(
                choices.filter((other) => (other === choice ? event.target.checked : list.includes(other))),
              )
            }
          />
        ))}
      </fieldset>
    );
  }
  const isFixed = schema.prefixItems !== undefined;
  const canGrow = !isFixed && list.length < (schema.maxItems ?? Infinity);
  const canShrink = !isFixed && list.length > (schema.minItems ?? 0);
  return (
    <fieldset>
      <legend>{name}</legend>
      {list.map((item, index) => {
        const itemName = t("item", { name, number: index + 1 });
        return (
          <div key={index} className={styles.row}>
            <Option
              name={itemName}
              schema={schema.prefixItems?.[index] ?? items}
              value={item}
              change={(next) => change(list.with(index, next))}
              context={context}
            />
            {canShrink && (
              <Button onClick={() => change(list.toSpliced(index, 1))}>
                {t("remove", { name: itemName })}
              </Button>
            )}
          </div>
        );
      })}
      {canGrow && (
        <Button onClick={() => change([...list, defaultOf(items, root)])}>{t("add", { name })}</Button>
      )}
    </fieldset>
  );
}

/** Options that no input fits, as JSON. */
function JsonOption({ name, value, change, context: { t } }: OptionInputProps) {
  const [text, setText] = useState(() => JSON.stringify(value));
  const [isValid, setIsValid] = useState(true);
  const edit = (next: string) => {
    setText(next);
    try {
      change(JSON.parse(next));
      setIsValid(true);
    } catch {
      setIsValid(false);
    }
  };
  return (
    <>
      <Field label={t("asJson", { name })}>
        <textarea
          rows={2}
          value={text}
          aria-invalid={!isValid}
          onChange={(event) => edit(event.target.value)}
        />
      </Field>
      {!isValid && <Note kind="bad">{t("badJson")}</Note>}
    </>
  );
}
