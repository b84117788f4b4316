import type { ReactNode } from 'react'
import { RuleField } from '@/ui/rule-field'
import type { SettingName, SettingsFormState } from './use-settings-form'

type SettingProps = { state: SettingsFormState; name: SettingName; hint?: ReactNode }

type TextSettingProps = SettingProps & {
  type?: 'text' | 'email' | 'tel' | 'url' | 'date'
  numeric?: boolean
  lines?: number
}

/** A text setting. An empty field means the default, which is shown as the placeholder. */
export function TextSetting({ state, name, hint, type = 'text', numeric = false, lines = 1 }: TextSettingProps) {
  const standing = state.defaults[name]
  return (
    <RuleField form={state.form} name={name} hint={hint} hasDefault={Boolean(standing)}>
      {(control) =>
        lines > 1 ? (
          <textarea className="textarea placeholder:italic" rows={lines} placeholder={standing} {...control} />
        ) : (
          <input
            type={type}
            className={type === 'date' ? 'input max-w-56 tabular-nums' : 'input placeholder:italic'}
            inputMode={numeric ? 'numeric' : undefined}
            placeholder={standing}
            autoComplete="off"
            spellCheck={false}
            {...control}
          />
        )
      }
    </RuleField>
  )
}

/** A setting that is on or off, with a sentence on its effect. */
export function SwitchSetting({ state, name, hint }: SettingProps) {
  const { form } = state
  const id = `${form.id}-${name}`
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        className="checkbox mt-2.5"
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={form.watch(name) === true}
        onChange={(event) => form.setValue(name, event.target.checked, { shouldDirty: true })}
      />
      <div>
        <label htmlFor={id} className="flex min-h-11 items-center font-medium">
          {form.rule(name).label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-quiet text-sm">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

/** A group of related settings. */
export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="mb-8 min-w-0 border-base-content border-t-2 pt-5">
      <legend className="float-left mb-5 w-full font-semibold text-lg">{title}</legend>
      <div className="clear-both flex min-w-0 flex-col gap-6">{children}</div>
    </fieldset>
  )
}
