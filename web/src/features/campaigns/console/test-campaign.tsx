import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { testCampaignForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { useToast } from '@/ui/toast-queue'
import { useTestCampaign } from './api'

type TestProps = { id: string; saveThen: (event: FormEvent, open: () => void) => void }

/** Saves the draft and sends one test email to an address. */
export function TestCampaign({ id, saveThen }: TestProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="outline" onClick={(event) => saveThen(event, () => setOpen(true))}>
        Send a test
      </Button>
      <Dialog open={isOpen} title="Send a test" onClose={() => setOpen(false)}>
        <TestForm id={id} onSent={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function TestForm({ id, onSent }: { id: string; onSent: () => void }) {
  const toast = useToast()
  const { mutateAsync } = useTestCampaign()
  const form = useRuleForm(useId(), testCampaignForm, { name: 'test' })
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync({ id, values })
      toast({ title: 'Test sent', description: `It will arrive at ${values.email} in a moment.` })
      onSent()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Form form={form} onSubmit={submit} refusalTitle="Not sent">
      <TextField form={form} name="email" type="email" />
      <TextField
        form={form}
        name="personEmail"
        hint="The merge fields then show this person’s name and city."
        type="email"
        autoComplete="off"
      />
      <div className="flex justify-end">
        <SubmitButton form={form} busyLabel="Sending…">
          Send test
        </SubmitButton>
      </div>
    </Form>
  )
}
