import { type ReactNode, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { only } from '@/lib/form-schema'
import { type FieldRule, settingsForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { useReauthenticated } from '@/ui/use-reauthenticated'
import type { Settings } from './api'
import { useSaveSettings } from './api'

export type SettingName = (typeof settingsForm)[number]['name']

type Values = Record<string, unknown>

/** A change of a setting, in words. */
type Change = { name: SettingName; words: string }

/**
 * A form for some of the settings, based on the version that was loaded last. explain says what the changes are, if the
 * server asks for the admin's password.
 */
export function useSettingsForm(
  id: string,
  names: readonly SettingName[],
  settings: Settings,
  explain: (changes: readonly Change[]) => ReactNode,
) {
  const { mutateAsync, isSuccess, isPending, reset } = useSaveSettings()
  const [rules] = useState(() => only(settingsForm, ...names))
  const form = useRuleForm(id, rules, { initial: valuesOf(settings, names) })
  const [seen, setSeen] = useState(settings.updatedAt)
  const { isDirty, dirtyFields, defaultValues } = form.formState
  // Another admin, or another page of the settings, has saved in the meantime.
  const isOutdated = settings.updatedAt !== seen && !isPending
  // The settings that both have changed, with their stored values.
  const clashes = names
    .filter((name) => isOutdated && dirtyFields[name] && (settings.values[name] ?? '') !== defaultValues?.[name])
    .map((name) => inWords(form.rule(name), settings.values[name]))

  const { defaults, isCodeRequired: asksCode } = settings
  const { save, dialog } = useReauthenticated((values: Values) => mutateAsync({ ...values, updatedAt: seen }), {
    title: 'Save these settings?',
    asksCode,
    children: (values) => {
      const changed = names.filter((name) => values[name] !== settings.values[name])
      return explain(changed.map((name) => ({ name, words: inWords(form.rule(name), values[name]) })))
    },
  })

  function load(keepsTyped: boolean) {
    form.reset(valuesOf(settings, names), { keepDirtyValues: keepsTyped, keepErrors: keepsTyped })
    setSeen(settings.updatedAt)
    reset()
  }

  const submit = form.submit({
    send: async (values) => {
      const saved = await save(values)
      setSeen(saved.updatedAt)
      form.reset(valuesOf(saved, names))
    },
    failed: (error) => messageOf(error, 'The settings could not be saved. Please try again.'),
  })

  return {
    form,
    submit,
    dialog,
    isDirty,
    isSaved: isSuccess && !isDirty,
    isOutdated,
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
  if (kind === 'flag') return `${label}: ${value ? 'on' : 'off'}`
  return `${label}: ${value || 'the default'}`
}
