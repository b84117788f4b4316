import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '@/lib/api-error'
import { type FieldRule, type Settings, settingsForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { forgetPublicWords, saveSettings, settingsQuery } from './calls'

export type SettingName = (typeof settingsForm)[number]['name']

type Values = Record<string, unknown>

/** A form of some of the settings, over the edition that was read last. */
export function useSettingsForm(id: string, names: readonly SettingName[], settings: Settings) {
  const client = useQueryClient()
  const [rules] = useState(() => settingsForm.filter(({ name }) => names.includes(name)))
  const form = useRuleForm(id, rules, { initial: valuesOf(settings, names) })
  const [seen, setSeen] = useState(settings.updatedAt)
  const [isSaved, setSaved] = useState(false)
  const [unproved, setUnproved] = useState<Values>()
  const { isDirty, dirtyFields, defaultValues } = form.formState
  // Somebody else, or another part of the settings, has saved meanwhile.
  const isOvertaken = settings.updatedAt !== seen
  // What both have changed, as it stands now.
  const clashes = names
    .filter((name) => isOvertaken && dirtyFields[name] && (settings.values[name] ?? '') !== defaultValues?.[name])
    .map((name) => inWords(form.rule(name), settings.values[name]))

  function load(keepsTyped: boolean) {
    form.reset(valuesOf(settings, names), { keepDirtyValues: keepsTyped, keepErrors: keepsTyped })
    setSeen(settings.updatedAt)
    setSaved(false)
  }

  async function save(values: Values) {
    try {
      const saved = await saveSettings(values, seen)
      setSeen(saved.updatedAt)
      client.setQueryData(settingsQuery.queryKey, saved)
      form.reset(valuesOf(saved, names))
      setSaved(true)
      forgetPublicWords(client)
    } catch (error) {
      // what has overtaken this form is shown beside it
      client.invalidateQueries({ queryKey: settingsQuery.queryKey })
      throw error
    }
  }

  const submit = form.submit({
    send: async (values) => {
      try {
        await save(values)
      } catch (error) {
        if (!wantsProof(error)) throw error
        setUnproved(values)
      }
    },
    failed: (error) => messageOf(error, 'The settings could not be saved. Please try again.'),
  })

  // What was sent, and is asked of the admin herself before it is saved. It stays typed in the form.
  const asking = unproved && {
    changes: names
      .filter((name) => unproved[name] !== settings.values[name])
      .map((name) => inWords(form.rule(name), unproved[name])),
    save: (proof: Values) => save({ ...unproved, ...proof }),
    close: () => setUnproved(undefined),
  }

  const { defaults, asksCode } = settings
  return { form, submit, asking, isDirty, isSaved: isSaved && !isDirty, isOvertaken, clashes, load, defaults, asksCode }
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

/** Which changes a session alone does not make, the server alone knows. */
const wantsProof = (error: unknown) => error instanceof ApiError && 'password' in error.fields
