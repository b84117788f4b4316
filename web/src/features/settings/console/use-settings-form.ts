import { useState } from 'react'
import { messageOf, wantsReauthentication } from '@/lib/api-error'
import { only } from '@/lib/form-schema'
import { type FieldRule, settingsForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import type { Settings } from './api'
import { useSaveSettings } from './api'

export type SettingName = (typeof settingsForm)[number]['name']

type Values = Record<string, unknown>

/** A form for some of the settings, based on the version that was loaded last. */
export function useSettingsForm(id: string, names: readonly SettingName[], settings: Settings) {
  const { mutateAsync, isSuccess, isPending, reset } = useSaveSettings()
  const [rules] = useState(() => only(settingsForm, ...names))
  const form = useRuleForm(id, rules, { initial: valuesOf(settings, names) })
  const [seen, setSeen] = useState(settings.updatedAt)
  const [refused, setRefused] = useState<Values>()
  const { isDirty, dirtyFields, defaultValues } = form.formState
  // Another admin, or another page of the settings, has saved in the meantime.
  const isOvertaken = settings.updatedAt !== seen && !isPending
  // The settings that both have changed, with their stored values.
  const clashes = names
    .filter((name) => isOvertaken && dirtyFields[name] && (settings.values[name] ?? '') !== defaultValues?.[name])
    .map((name) => inWords(form.rule(name), settings.values[name]))

  function load(keepsTyped: boolean) {
    form.reset(valuesOf(settings, names), { keepDirtyValues: keepsTyped, keepErrors: keepsTyped })
    setSeen(settings.updatedAt)
    reset()
  }

  async function save(values: Values) {
    const saved = await mutateAsync({ ...values, updatedAt: seen })
    setSeen(saved.updatedAt)
    form.reset(valuesOf(saved, names))
  }

  const submit = form.submit({
    send: async (values) => {
      try {
        await save(values)
      } catch (error) {
        if (!wantsReauthentication(error)) throw error
        setRefused(values)
      }
    },
    failed: (error) => messageOf(error, 'The settings could not be saved. Please try again.'),
  })

  // The values that were sent and wait for the admin's password. They stay in the form.
  const changed = refused ? names.filter((name) => refused[name] !== settings.values[name]) : []
  const asking = refused && {
    changed,
    changes: changed.map((name) => inWords(form.rule(name), refused[name])),
    save: (reauthentication: Values) => save({ ...refused, ...reauthentication }),
    close: () => setRefused(undefined),
  }

  const { defaults, asksCode } = settings
  return {
    form,
    submit,
    asking,
    isDirty,
    isSaved: isSuccess && !isDirty,
    isOvertaken,
    clashes,
    load,
    defaults,
    asksCode,
  }
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>

function valuesOf({ values }: Settings, names: readonly SettingName[]) {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
}

/** Describes the new value of a setting. For a switch the label alone would not say whether it is on or off. */
function inWords({ label, kind }: FieldRule, value: unknown) {
  if (kind === 'flag') return `${label}: ${value === 'true' ? 'on' : 'off'}`
  return `${label}: ${value || 'the default'}`
}
