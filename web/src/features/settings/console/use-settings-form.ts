import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { type Settings, settingsForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { forgetPublicWords, saveSettings, settingsQuery } from './calls'

export type SettingName = (typeof settingsForm)[number]['name']

/** A form of some of the settings, over the edition that was read last. */
export function useSettingsForm(id: string, names: readonly SettingName[], settings: Settings) {
  const client = useQueryClient()
  const [rules] = useState(() => settingsForm.filter(({ name }) => names.includes(name)))
  const form = useRuleForm(id, rules, { initial: valuesOf(settings, names) })
  const [seen, setSeen] = useState(settings.updatedAt)
  const [isSaved, setSaved] = useState(false)
  const isDirty = form.formState.isDirty
  // Somebody else, or another part of the settings, has saved meanwhile.
  const isOvertaken = settings.updatedAt !== seen

  function load() {
    form.reset(valuesOf(settings, names))
    setSeen(settings.updatedAt)
    setSaved(false)
  }

  const submit = form.submit({
    send: async (values) => {
      const saved = await saveSettings(values, seen)
      setSeen(saved.updatedAt)
      client.setQueryData(settingsQuery.queryKey, saved)
      form.reset(valuesOf(saved, names))
      setSaved(true)
      forgetPublicWords(client)
    },
    failed: (error) => {
      // what has overtaken this form is shown beside it
      client.invalidateQueries({ queryKey: settingsQuery.queryKey })
      return messageOf(error, 'The settings could not be saved. Please try again.')
    },
  })

  return { form, submit, isDirty, isSaved: isSaved && !isDirty, isOvertaken, load, defaults: settings.defaults }
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>

function valuesOf({ values }: Settings, names: readonly SettingName[]) {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
}
