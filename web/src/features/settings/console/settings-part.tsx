import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Settings } from '@/lib/generated'
import { useLive } from '@/lib/live'
import { Button } from '@/ui/button'
import { FormProblem } from '@/ui/form-problem'
import { LeaveGuard } from '@/ui/leave-guard'
import { NotRead } from '@/ui/not-read'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { Spinner } from '@/ui/spinner'
import { SubmitButton } from '@/ui/submit-button'
import { settingsQuery } from './calls'
import { SettingsProof } from './settings-proof'
import { type SettingName, type SettingsFormState, useSettingsForm } from './use-settings-form'

type SettingsPartProps = {
  id: string
  title: string
  lede: string
  names: readonly SettingName[]
  children: (state: SettingsFormState) => ReactNode
}

/** A page of the settings: its fields, and one button that saves them. */
export function SettingsPart({ title, lede, ...form }: SettingsPartProps) {
  const settings = useQuery(settingsQuery)
  useLive(['settings'], settings.refetch)
  return (
    <>
      <PageHead title={title} lede={lede} />
      {settings.data && <SettingsForm settings={settings.data} {...form} />}
      {!settings.data && settings.error && (
        <NotRead title="The settings could not be read" error={settings.error} onRetry={settings.refetch} />
      )}
      {!settings.data && !settings.error && <Spinner label="Loading…" size={28} />}
    </>
  )
}

type SettingsFormProps = Pick<SettingsPartProps, 'id' | 'names' | 'children'> & { settings: Settings }

function SettingsForm({ id, names, settings, children }: SettingsFormProps) {
  const state = useSettingsForm(id, names, settings)
  const { form, submit, asking, isDirty, isSaved, isOvertaken, clashes, load, asksCode } = state
  const problem = form.formState.errors.root

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the edition changes, and nothing of what was typed with it
  useEffect(() => {
    if (isOvertaken && clashes.length === 0) load(true)
  }, [isOvertaken, clashes.length])

  return (
    <>
      <form id={form.id} method="post" noValidate onSubmit={submit} className="max-w-3xl">
        <div role="alert" className="mb-6 flex flex-col gap-4 empty:hidden">
          {clashes.length > 0 && (
            <Notice tone="warning" title="Somebody else has changed the same meanwhile">
              <ul className="[overflow-wrap:anywhere]">
                {clashes.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
              <div className="mt-3 flex flex-wrap gap-3">
                <Button tone="outline" onClick={() => load(true)}>
                  Go on with mine
                </Button>
                <Button tone="outline" onClick={() => load(false)}>
                  Load theirs
                </Button>
              </div>
            </Notice>
          )}
          <FormProblem form={form} title="Not saved" />
        </div>
        {children(state)}
        <div className="foot-bar sticky bottom-0 mt-8 flex items-center gap-4 border-base-300 border-t bg-base-100 py-4">
          <SubmitButton form={form} busyLabel="Saving…">
            {isSaved ? 'Saved' : problem ? 'Retry' : 'Save'}
          </SubmitButton>
          <span role="status" className="text-quiet text-sm">
            {isSaved ? 'In force from now on.' : isDirty ? 'Not saved yet.' : ''}
          </span>
        </div>
        <LeaveGuard dirty={isDirty} />
      </form>
      {asking && <SettingsProof asking={asking} asksCode={asksCode} />}
    </>
  )
}
