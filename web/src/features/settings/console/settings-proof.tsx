import { proofForm } from '@/lib/generated'
import { ProofDialog } from '@/ui/proof-dialog'
import type { SettingsFormState } from './use-settings-form'

type SettingsProofProps = { asking: NonNullable<SettingsFormState['asking']>; asksCode: boolean }

/** Asks for the proof that a change wants, and makes the change. */
export function SettingsProof({ asking, asksCode }: SettingsProofProps) {
  return (
    <ProofDialog
      title="Save these settings?"
      rules={proofForm}
      asksCode={asksCode}
      action="Save"
      harmless
      refused="Not saved"
      send={asking.save}
      onSent={asking.close}
      onClose={asking.close}
    >
      <p>You are changing:</p>
      <ul className="mt-2 list-disc pl-5 text-base-content">
        {asking.changes.map((change) => (
          <li key={change} className="[overflow-wrap:anywhere]">
            {change}
          </li>
        ))}
      </ul>
    </ProofDialog>
  )
}
