import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { type Automation, type AutomationWording, automationForm, testAutomationForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { useSettled } from '@/lib/use-settled'
import { Button } from '@/ui/button'
import { EmailPreview } from '@/ui/email-preview'
import { FormDialog } from '@/ui/form-dialog'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { LeaveGuard } from '@/ui/leave-guard'
import { RuleField } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import { automationPreviewQuery, useSaveAutomation, useTestAutomation } from './automation-api'
import { delayInWords } from './automation-words'

const textFields = ['subject', 'preheader', 'content'] as const

const rules = automationForm.filter(({ name }) => name !== 'isOn')

/** Writes what an automation says and how long after its cause, beside how a reader gets it. */
export function AutomationEditor({ automation }: { automation: Automation }) {
  const toast = useToast()
  const { mutateAsync } = useSaveAutomation()
  const form = useRuleForm('automation-form', rules, { initial: valuesOf(automation) })
  const values = form.watch() as Record<string, string>
  const [saved, setSaved] = useState(() => JSON.stringify(valuesOf(automation)))
  const isDirty = JSON.stringify(pick(values)) !== saved
  const isOriginal = textFields.every((name) => values[name] === automation.original[name])

  async function save() {
    await mutateAsync({ id: automation.id, values: pick(values) })
    setSaved(JSON.stringify(pick(values)))
  }

  const submit = form.submit({
    send: async () => {
      await save()
      toast({ title: 'Automation saved' })
    },
    failed: (error) => messageOf(error, 'The automation could not be saved. Please try again.'),
  })

  function restore() {
    for (const name of textFields) form.setValue(name, automation.original[name], { shouldDirty: true })
  }

  return (
    <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
      <div className="min-w-0">
        <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
          <div role="alert" className="empty:hidden">
            <FormProblem form={form} title="Not saved" />
          </div>
          <RuleField form={form} name="delayHours" hint={<DelayHint automation={automation} />}>
            {(control) => <input className="input max-w-32 tabular-nums" inputMode="numeric" {...control} />}
          </RuleField>
          <RuleField form={form} name="subject" hint="Merge fields work here, too.">
            {(control) => <input className="input" {...control} />}
          </RuleField>
          <RuleField form={form} name="preheader" hint="Mail programs show it beside the subject.">
            {(control) => <input className="input" {...control} />}
          </RuleField>
          <RuleField form={form} name="content" hint={<WritingHelp fields={automation.fields} />}>
            {(control) => <textarea className="textarea min-h-80 font-mono text-[0.9375rem]" {...control} />}
          </RuleField>
          <div className="flex flex-wrap gap-3">
            <SubmitButton form={form} busyLabel="Saving…">
              Save
            </SubmitButton>
            {!isOriginal && (
              <Button tone="quiet" onClick={restore}>
                Take the original text
              </Button>
            )}
          </div>
        </form>
        {/* beside the form, for its dialog has one of its own */}
        <div className="mt-6 border-base-300 border-t pt-6">
          <SendTest id={automation.id} isDirty={isDirty} save={save} />
        </div>
      </div>
      <div className="min-w-0">
        <Preview id={automation.id} text={textOf(values)} />
      </div>
      <LeaveGuard dirty={isDirty} />
    </div>
  )
}

function DelayHint({ automation: { minDelayHours, maxDelayHours } }: { automation: Automation }) {
  return (
    <>
      From {minDelayHours} to {maxDelayHours} ({delayInWords(maxDelayHours)}).
    </>
  )
}

function WritingHelp({ fields }: { fields: readonly string[] }) {
  return (
    <>
      Markdown: <code># Heading</code>, <code>**strong**</code>, <code>- list</code>.{' '}
      <code>{'[Go on]({{link}} "button")'}</code> alone on a line is a button that leads to where the reader goes on.
      Merge fields with what stands where the fact is not known: <code>{'{{firstName|there}}'}</code>, and{' '}
      {fields.filter((name) => name !== 'firstName').join(', ')}.
    </>
  )
}

function Preview({ id, text }: { id: string; text: AutomationWording }) {
  const [isKnown, setKnown] = useState(true)
  const asked = useSettled(text)
  const { data, error } = useQuery(automationPreviewQuery(id, asked, isKnown ? 'known' : 'unknown'))
  return (
    <EmailPreview preview={data} error={error}>
      <label className="mb-4 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={isKnown}
          onChange={(event) => setKnown(event.target.checked)}
        />
        <span>With a reader’s facts, and not with what stands in for them</span>
      </label>
    </EmailPreview>
  )
}

type SendTestProps = { id: string; isDirty: boolean; save: () => Promise<void> }

/** Sends one email with an example’s facts to an address, once the text is saved. */
function SendTest({ id, isDirty, save }: SendTestProps) {
  const report = useReport()
  const { mutateAsync } = useTestAutomation()
  const [isOpen, setOpen] = useState(false)
  async function open() {
    if (!isDirty || (await report(save(), { failed: 'Not saved' }))) setOpen(true)
  }
  return (
    <>
      <Button tone="outline" onClick={open}>
        Send a test
      </Button>
      {isOpen && (
        <FormDialog
          title="Send a test"
          rules={testAutomationForm}
          send={(values) => mutateAsync({ id, values })}
          done="Test sent"
          action="Send the test"
          fields={(form) => (
            <RuleField form={form} name="email">
              {(control) => <input className="input" type="email" {...control} />}
            </RuleField>
          )}
          onClose={() => setOpen(false)}
        >
          With an example’s name and facts. It is in nobody’s log, and its link leads to the site alone.
        </FormDialog>
      )}
    </>
  )
}

function valuesOf(automation: Automation): Record<string, string> {
  return pick({ ...automation, delayHours: String(automation.delayHours) } as unknown as Record<string, string>)
}

function pick(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(rules.map(({ name }) => [name, values[name] ?? '']))
}

function textOf(values: Record<string, string>): AutomationWording {
  const { subject = '', preheader = '', content = '' } = values
  return { subject, preheader, content }
}
