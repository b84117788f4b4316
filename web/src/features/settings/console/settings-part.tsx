import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { Skeleton } from '@/ui/skeleton'
import type { Settings } from './api'
import { settingsQuery } from './api'
import { type SettingName, type SettingsFormState, useSettingsForm } from './use-settings-form'

type SettingsPartProps = {
  id: string
  title: string
  lede: string
  names: readonly SettingName[]
  /** The consequences of a change, shown before it is saved. */
  consequences?: (changed: readonly SettingName[]) => ReactNode
  children: (state: SettingsFormState) => ReactNode
}

/** A page of the settings: its fields, and one button that saves them. */
export function SettingsPart({ title, lede, ...form }: SettingsPartProps) {
  const settings = useQuery(settingsQuery)
  return (
    <>
      <PageHead title={title} lede={lede} />
      {settings.data && <SettingsForm settings={settings.data} {...form} />}
      {!settings.data && settings.error && (
        <LoadError title="The settings could not be loaded" error={settings.error} onRetry={settings.refetch} />
      )}
      {!settings.data && !settings.error && <Skeleton />}
    </>
  )
}

type SettingsFormProps = Pick<SettingsPartProps, 'id' | 'names' | 'consequences' | 'children'> & { settings: Settings }

function SettingsForm({ id, names, settings, consequences, children }: SettingsFormProps) {
  const state = useSettingsForm(id, names, settings, (changes) => (
    <>
      <p>You are changing:</p>
      <ul className="mt-2 list-disc pl-5 text-base-content">
        {changes.map(({ words }) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {consequences?.(changes.map(({ name }) => name))}
    </>
  ))
  const { form, submit, dialog, isDirty, isSaved, isOutdated, clashes, load } = state
  const problem = form.formState.errors.root

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the version changes, not for typed values
  useEffect(() => {
    if (isOutdated && clashes.length === 0) load(true)
  }, [isOutdated, clashes.length])

  return (
    <>
      <Form
        form={form}
        onSubmit={submit}
        refusalTitle="Not saved"
        className="max-w-3xl *:[[role=alert]]:mb-6"
        notices={
          clashes.length > 0 && (
            <Notice tone="warning" title="Someone else has changed these settings">
              <ul>
                {clashes.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
              <div className="mt-3 flex flex-wrap gap-3">
                <Button tone="outline" onClick={() => load(true)}>
                  Keep my changes
                </Button>
                <Button tone="outline" onClick={() => load(false)}>
                  Load their changes
                </Button>
              </div>
            </Notice>
          )
        }
      >
        {children(state)}
        <div className="foot-bar sticky bottom-0 mt-8 flex items-center gap-4 border-base-300 border-t bg-base-100 py-4">
          <SubmitButton form={form} busyLabel="Saving…">
            {isSaved ? 'Saved' : problem ? 'Retry' : 'Save'}
          </SubmitButton>
          <span role="status" className="text-quiet text-sm">
            {isSaved ? 'The settings now apply.' : isDirty ? 'Not saved yet.' : ''}
          </span>
        </div>
        <LeaveGuard dirty={isDirty} />
      </Form>
      {dialog}
    </>
  )
}
