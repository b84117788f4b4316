import { useState } from 'react'
import { messageOf, wantsReauthentication } from '@/lib/api-error'
import { type FieldRule, type Settings, settingsForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { useSaveSettings } from './api'

export type SettingName = (typeof settingsForm)[number]['name']

type Values = Record<string, unknown>

/** A form of some of the settings, over the version that was read last. */
export function useSettingsForm(id: string, names: readonly SettingName[], settings: Settings) {
  const { mutateAsync, isSuccess, isPending, reset } = useSaveSettings()
  const [rules] = useState(() => settingsForm.filter(({ name }) => names.includes(name)))
  const form = useRuleForm(id, rules, { initial: valuesOf(settings, names) })
  const [seen, setSeen] = useState(settings.updatedAt)
  const [refused, setRefused] = useState<Values>()
  const { isDirty, dirtyFields, defaultValues } = form.formState
  // Somebody else, or another part of the settings, has saved meanwhile.
  const isOvertaken = settings.updatedAt !== seen && !isPending
  // What both have changed, as it stands now.
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

  // What was sent and waits for the admin's password. It stays typed in the form.
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

/** What a setting will be: of a switch, its label alone would not say which way it goes. */
function inWords({ label, kind }: FieldRule, value: unknown) {
  if (kind === 'flag') return `${label}: ${value === 'true' ? 'on' : 'off'}`
  return `${label}: ${value || 'the default'}`
}
