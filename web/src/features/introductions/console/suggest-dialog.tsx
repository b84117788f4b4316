import { introductionSuggestionForm } from '@/lib/generated'
import { TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { useSuggest } from './api'
import { MemberField } from './member-field'

/** Introduces two members to each other, who both have to accept. */
export function SuggestDialog({ onClose }: { onClose: () => void }) {
  const suggest = useSuggest()
  return (
    <FormDialog
      title="Introduce two members"
      rules={introductionSuggestionForm}
      send={(body) => suggest.mutateAsync(body)}
      done="Both members have the suggestion"
      submitLabel="Send to both"
      refusalTitle="The suggestion was not sent"
      fields={(form) => (
        <>
          <MemberField form={form} name="userId" />
          <MemberField form={form} name="otherId" />
          <TextAreaField form={form} name="reason" rows={5} hint="Both members read it." />
        </>
      )}
      onClose={onClose}
    >
      <p>
        Both get an email. The introduction opens once both have accepted within 14 days. If one declines, the other is
        not told, and you are not told either.
      </p>
    </FormDialog>
  )
}
