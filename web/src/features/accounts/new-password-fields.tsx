import type { RuleForm } from '@/lib/rule-form'
import { useTexts } from '@/lib/texts'
import { SecretField } from '@/ui/fields'
import { newPassword } from './new-password'

/** The fields for a new password and its confirmation, with the texts of the sign-in pages. */
export function NewPasswordFields({ form }: { form: RuleForm<'newPassword' | 'confirmation'> }) {
  const text = useTexts('sign-in')
  return (
    <>
      <SecretField
        form={form}
        name="newPassword"
        hint={text('newPassword.fields.newPassword.hint', { min: String(newPassword.min) })}
        holds={text('newPassword.fields.newPassword.holds')}
        autoComplete="new-password"
      />
      <SecretField
        form={form}
        name="confirmation"
        holds={text('newPassword.fields.confirmation.holds')}
        autoComplete="new-password"
      />
    </>
  )
}
