import { messageOf } from '@/lib/api-error'
import { mentorOfferForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { CheckField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { useToast } from '@/ui/toast-queue'
import { type Own, useSaveOffer } from './api'

/** The member's offer to mentor: how many members, and a pause. */
export function OfferForm({ offer }: { offer: Own['offer'] }) {
  const toast = useToast()
  const { mutateAsync } = useSaveOffer()
  const hasOffer = offer.capacity > 0
  const form = useRuleForm('mentor-offer', mentorOfferForm, {
    initial: { capacity: hasOffer ? String(offer.capacity) : '', isPaused: offer.isPaused },
  })
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync(values)
      toast({ title: 'Your offer is saved' })
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <>
      <p className="mt-2 max-w-text text-quiet">
        Members find you by what your profile says that you can help with, and ask you. You accept or decline each
        request, and a decline is not shown. {hasOffer && `Places taken: ${offer.active} of ${offer.capacity}.`}
      </p>
      <Form form={form} onSubmit={submit} refusalTitle="Your offer was not saved" className="mt-5 flex flex-col gap-4">
        <TextField
          form={form}
          name="capacity"
          type="number"
          min={1}
          max={5}
          inputMode="numeric"
          hint="From one to five. Most mentors start with one."
          controlClass="w-28"
        />
        {hasOffer && (
          <CheckField form={form} name="isPaused" label="Pause" means="no new requests; your mentorships continue" />
        )}
        <SubmitButton form={form} tone={hasOffer ? 'outline' : undefined} busyLabel="Saving…" className="self-start">
          {hasOffer ? 'Save' : 'Offer to mentor'}
        </SubmitButton>
      </Form>
    </>
  )
}
